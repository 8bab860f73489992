import '../../../messages/admin-signups.ts'
import { useId } from 'react'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useDraftInput } from '../../../api/drafts/use-draft-input.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type QueueEntry, writeMentions } from './signup-queue.ts'

const noIntro = { intro: '' }

/** A chat message that mentions everyone shown. */
export function CopyMessage({ entries, onClose }: { entries: readonly QueueEntry[]; onClose: () => void }) {
  const input = useDraftInput(useDraft('chat_message', `${useEvent()?.id}`, noIntro))
  const { intro } = input.values
  const id = useId()
  const message = [intro.trim(), writeMentions(entries)].filter((part) => part !== '').join('\n')
  const missing = entries.filter((one) => one.user.discord_id === null).length
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message)
      showToast(t('queue.copied'))
      input.clear({ intro }, noIntro)
      onClose()
    } catch {
      showToast(t('queue.copyFailed'), { kind: 'bad' })
    }
  }
  return (
    <Dialog
      title={t('queue.copyTitle')}
      onClose={onClose}
      footer={
        <Button kind="primary" icon="copy" onClick={() => void copy()}>
          {t('queue.copyAct')}
        </Button>
      }
    >
      <div className="form">
        {input.notice}
        <p>{t('queue.copyText', { count: entries.length })}</p>
        {missing > 0 && <p className="quieter">{t('queue.copyMissing', { count: missing })}</p>}
        <div className="field">
          <label className="field-label" htmlFor={`${id}-intro`}>
            {t('queue.copyIntro')}
          </label>
          <input
            id={`${id}-intro`}
            className="input"
            maxLength={1000}
            value={intro}
            onChange={(event) => input.change({ intro: event.target.value })}
          />
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}-message`}>
            {t('queue.copyMessage')}
          </label>
          <textarea id={`${id}-message`} className="input text-area" rows={6} readOnly value={message} />
        </div>
      </div>
    </Dialog>
  )
}
