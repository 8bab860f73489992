import { Fragment, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { AdminPage } from './admin-page.tsx'

/** Shows one of the dialogs of a list, for an entry; null for a new one. */
export type OpenDialog<E, K extends string> = (kind: K, entry: E) => void

/**
 * The dialogs of a list, by kind. Each is created when it opens, so that nothing carries over from another entry, and closes
 * only itself: a late answer to a closed one leaves the next one open.
 * @returns the function that opens one, and the open one to render
 */
export function useDialogs<E, K extends string>(
  dialogs: Readonly<Record<K, (entry: E, close: () => void) => ReactNode>>,
): { readonly open: OpenDialog<E, K>; readonly dialog: ReactNode } {
  const [opened, setOpened] = useState<{ readonly kind: K; readonly entry: E; readonly count: number } | null>(null)
  const count = useRef(0)
  const open = (kind: K, entry: E) => setOpened({ kind, entry, count: ++count.current })
  const close = () => setOpened((now) => (now?.count === opened?.count ? null : now))
  return { open, dialog: opened && <Fragment key={opened.count}>{dialogs[opened.kind](opened.entry, close)}</Fragment> }
}

interface ListPageProps {
  title: string
  lead: ReactNode
  newLabel: string
  /** Why nothing can be added now. */
  whyNot?: string | undefined
  onNew: () => void
  note?: ReactNode
  /** Title and text if the list has no entries. */
  empty: readonly [title: string, text: string] | null
  dialog: ReactNode
  /** The list. */
  children: ReactNode
}

/** A list with a button for a new entry. Sheets with a form and confirmations of deletions are `useDialogs`. */
export function ListPage({ title, lead, newLabel, whyNot, onNew, note, empty, dialog, children }: ListPageProps) {
  return (
    <AdminPage
      title={title}
      lead={lead}
      actions={
        <Button kind="primary" icon="plus" disabled={whyNot !== undefined} title={whyNot} onClick={onNew}>
          {newLabel}
        </Button>
      }
    >
      {note}
      {empty ? <Empty title={empty[0]} text={empty[1]} /> : children}
      {dialog}
    </AdminPage>
  )
}

interface EntryButtonProps {
  label: string
  /** The entry's name, for assistive technology. */
  name: string
  /** Why it cannot be pressed now. */
  whyNot?: string | undefined
  isQuiet?: boolean
  onPress: () => void
}

/** A button of one entry of a list. */
export const EntryButton = ({ label, name, whyNot, isQuiet = false, onPress }: EntryButtonProps) => (
  <Button size="small" kind={isQuiet ? 'quiet' : 'plain'} disabled={whyNot !== undefined} title={whyNot} onClick={onPress}>
    {label}
    <span className="vh"> {name}</span>
  </Button>
)
