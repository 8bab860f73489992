import '../../../messages/admin-signups.ts'
import { useId, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type QueueEntry, writeMentions } from './signup-queue.ts'

/** A chat message that mentions everyone shown. */
export function CopyMessage({ entries, onClose }: { entries: readonly QueueEntry[]; onClose: () => void }) {
  const [intro, setIntro] = useState('')
  const id = useId()
  const message = [intro.trim(), writeMentions(entries)].filter((part) => part !== '').join('\n')
  const missing = entries.filter((one) => one.user.discord_id === null).length
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message)
      showToast(t('queue.copied'))
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
            onChange={(event) => setIntro(event.target.value)}
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
