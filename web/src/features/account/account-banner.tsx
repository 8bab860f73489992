import { t } from '../../lib/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoginButton } from './login-button.tsx'
import { useAccount } from './use-account.ts'

/** Shown while a logged-in person's characters cannot be tracked. */
export function AccountBanner() {
  const account = useAccount()
  if (account.kind !== 'member' && account.kind !== 'lapsed') return null
  if (account.has_game_account) return null
  return (
    <div className="banner" role="status">
      <div className="wrap">
        <Icon name="warning" />
        <p>{t('banner.notConnected')}</p>
        <LoginButton />
      </div>
    </div>
  )
}
