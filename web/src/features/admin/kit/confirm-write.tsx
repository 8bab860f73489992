import '../../../messages/admin.ts'
import type { ComponentProps } from 'react'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmChange } from './confirm-change.tsx'

interface ConfirmWriteProps<R> extends Omit<ComponentProps<typeof ConfirmChange>, 'write' | 'onAct' | 'typed'> {
  send: () => Promise<R>
  /** Called once it is done, before the dialog closes; or the message to show. */
  done: string | ((reply: R) => void)
  /** The name to type first; undefined if nothing would be lost. */
  typed?: string | undefined
  /** The consequences are known; until then the button cannot be pressed. */
  isReady?: boolean
  /** It cannot be undone, and the dialog says so. */
  isFinal?: boolean
}

/** Shows the consequences of a change or a deletion, sends it after the confirmation, and closes. */
export function ConfirmWrite<R>(props: ConfirmWriteProps<R>) {
  const { send, done, typed, isReady = true, isFinal = false, children, ...question } = props
  const write = useWrite(send, {
    onDone: (reply) => {
      if (typeof done === 'string') showToast(done)
      else done(reply)
      question.onClose()
    },
  })
  return (
    <ConfirmChange
      {...question}
      write={write}
      waiting={question.waiting ?? (isReady ? undefined : question.actLabel)}
      onAct={() => write.run(undefined)}
      {...(typed !== undefined && { typed })}
    >
      {children}
      {isFinal && <p>{t('confirm.final')}</p>}
    </ConfirmChange>
  )
}

/** Reports a change with an undo button. */
export function showUndo(title: string, undo: () => Promise<unknown>, failed: (failure: Error) => string): void {
  const run = () =>
    void undo().then(
      () => showToast(t('undo.done')),
      (failure: Error) => showToast(failed(failure), { kind: 'bad' }),
    )
  showToast(title, { action: { label: t('undo.act'), run } })
}
