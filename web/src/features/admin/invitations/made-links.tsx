import './invitations.css'
import '../../../messages/admin-invitations.ts'
import type { NewInvitation } from '@muster/contract/invitations'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** The secret is in the fragment, which browsers send to no server. */
const linkOf = ({ secret }: NewInvitation) => `${window.location.origin}${paths.invitation}#${secret}`

/** New links, to be copied: they are shown once. */
export function MadeLinks({ made }: { made: readonly NewInvitation[] }) {
  const count = made.length
  const text = made.map(linkOf).join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('invite.copied', { count })),
      () => showToast(t('invite.copyFailed'), { kind: 'bad' }),
    )
  return (
    <div className="invite-made" role="status">
      <p>{t('invite.madeText')}</p>
      <textarea
        className="input"
        readOnly
        rows={Math.min(8, count)}
        aria-label={t('invite.made', { count })}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button kind="primary" icon="copy" onClick={() => void copy()}>
        {t('invite.copy', { count })}
      </Button>
    </div>
  )
}
