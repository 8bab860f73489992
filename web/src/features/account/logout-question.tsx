import '../../messages/drafts.ts'
import { logOut } from '../../api/people/person.ts'
import { t } from '../../lib/text/messages.ts'
import { Confirm } from '../../ui/overlays/dialog.tsx'

/** The question before a logout that deletes drafts. */
export function LogoutQuestion({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <Confirm
      title={t('logout.title')}
      onClose={onClose}
      keepLabel={t('logout.keep')}
      actLabel={t('logout.act')}
      isBusy={false}
      onAct={() => {
        onClose()
        logOut()
      }}
    >
      <p>{t('logout.text', { count })}</p>
    </Confirm>
  )
}
