import '../../../messages/admin-submissions.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const letters = ['j', 'k', 'n', 'g', 'a', 'r', 'm', 'c', '?'] as const
const digits = ['1', '2', '3', '4', '5', '6'] as const
/** `A`: with Shift. */
export type JudgeKey = (typeof letters)[number] | (typeof digits)[number] | 'A'

/** The place of a digit among the common reasons; -1 for another key. */
export const placeOfReason = (key: JudgeKey): number => digits.findIndex((digit) => digit === key)

/** The actions currently possible on the open entry. */
export interface DeskActs {
  readonly approve?: (() => void) | undefined
  readonly reject?: (() => void) | undefined
  /** Asks the player for more. */
  readonly ask?: (() => void) | undefined
  readonly claim?: (() => void) | undefined
  /** Adds a common reason, by its place. */
  readonly giveReason?: ((place: number) => void) | undefined
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null

/** True even if the focus is outside the dialog. A toast is a dialog that leaves the page usable, and says so. */
const isDialogOpen = () => document.querySelector('[role="dialog"]:not([aria-modal="false"])') !== null

/** Calls back for the keys of the desk, unless the focus is in a text field or a dialog is open. */
export function useJudgeKeys(onKey: (key: JudgeKey) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (isTyping(event.target) || isDialogOpen()) return
      const plain = [...letters, ...digits].find((each) => each === event.key.toLowerCase())
      const key = plain === 'a' && event.shiftKey ? 'A' : plain
      if (key === undefined) return
      event.preventDefault()
      latest.current(key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const list = [
  ['J', 'judge.key.next'],
  ['K', 'judge.key.previous'],
  ['G', 'judge.key.group'],
  ['N', 'judge.key.nextGroup'],
  ['C', 'judge.key.claim'],
  ['A', 'judge.key.approve'],
  ['Shift A', 'judge.key.approveGroup'],
  ['1 – 6', 'judge.key.reason'],
  ['R', 'judge.key.reject'],
  ['M', 'judge.key.ask'],
  ['Esc', 'judge.key.leave'],
  ['?', 'judge.key.help'],
] as const

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('judge.keysTitle')} onClose={onClose}>
      <dl className="judge-keys">
        {list.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
