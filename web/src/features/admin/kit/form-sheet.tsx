import '../../../messages/admin.ts'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Confirm, Dialog, Sheet } from '../../../ui/overlays/dialog.tsx'

const UnsavedContext = createContext<(isUnsaved: boolean) => void>(() => {})

/** Marks the surrounding sheet or dialog as having unsaved input. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = useContext(UnsavedContext)
  useEffect(() => report(isUnsaved), [report, isUnsaved])
}

interface FormOverlayProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A sheet with a form. A press outside, or Escape, asks before it discards input. */
export const FormSheet = (props: FormOverlayProps) => <FormOverlay {...props} kind={Sheet} />

/** The same in a dialog, for forms of a few fields. */
export const FormDialog = (props: FormOverlayProps) => <FormOverlay {...props} kind={Dialog} />

function FormOverlay({ title, onClose, children, kind: Overlay }: FormOverlayProps & { kind: typeof Sheet }) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Overlay title={title} onClose={() => (isUnsaved ? setAsking(true) : onClose())}>
        <UnsavedContext value={setUnsaved}>{children}</UnsavedContext>
      </Overlay>
      <Confirm
        title={t('unsaved.title')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        keepLabel={t('unsaved.keep')}
        actLabel={t('unsaved.discard')}
        isBusy={false}
        onAct={onClose}
      >
        <p>{t('unsaved.text')}</p>
      </Confirm>
    </>
  )
}
