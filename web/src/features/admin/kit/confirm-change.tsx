import '../../../messages/admin.ts'
import './kit.css'
import { type ReactNode, useState } from 'react'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import type { Write } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { HoldContext, useHold } from '../../../ui/forms/form-context.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TypeToConfirm } from './type-to-confirm.tsx'

interface ConfirmChangeProps {
  /** A question: "Delete Winter Muster?" */
  title: string
  /** Repeats the consequence: "Delete 41 objectives and 1,302 points". */
  actLabel: string
  write: Write<never>
  onAct: () => void
  onClose: () => void
  /** Text to type before an irreversible action: usually the name. */
  typed?: string
  /** Nothing is lost, so the button is not red. */
  isHarmless?: boolean
  /** Why it cannot be done yet; shown on the button instead of its label. */
  waiting?: string | undefined
  /** The consequence in numbers. */
  children: ReactNode
}

/** Asks before a change with an immediate effect on others. Stays open until the server has accepted it, and shows an error. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { title, actLabel, write, onAct, onClose, typed, isHarmless = false, children } = props
  const hold = useHold()
  const waiting = props.waiting ?? hold.why ?? undefined
  const [text, setText] = useState('')
  const mayAct = waiting === undefined && (typed === undefined || text.trim() === typed.trim())
  return (
    <Dialog
      title={title}
      isBusy={write.is_busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={write.is_busy}>
            {t('confirm.keep')}
          </Button>
          <Button
            kind={isHarmless ? 'primary' : 'bad'}
            isBusy={write.is_busy}
            // A progress in `waiting` must not disable the focused button.
            disabled={!mayAct && !write.is_busy}
            onClick={onAct}
          >
            {waiting ?? actLabel}
          </Button>
        </>
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (mayAct && !write.is_busy) onAct()
        }}
      >
        <HoldContext value={hold}>{children}</HoldContext>
        {typed !== undefined && <TypeToConfirm label={t('confirm.type', { text: typed })} value={text} onChange={setText} />}
        <WriteProblem write={write} />
      </form>
    </Dialog>
  )
}
