import { Suspense } from 'react'
import { useIsSessionHeld } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { LoginButton } from '../../api/people/login-button.tsx'
import { useAccount } from './use-account.ts'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'

const EndedBanner = lazyPart(() => import('./ended-banner.tsx').then((module) => ({ default: module.EndedBanner })))

/** Shown while a logged-in player's characters cannot be tracked, and above a page that waits for a new login. */
export function AccountBanner() {
  const account = useAccount()
  if (useIsSessionHeld())
    return (
      <Suspense>
        <EndedBanner />
      </Suspense>
    )
  if (account.kind !== 'member' && account.kind !== 'lapsed') return null
  if (!account.lacks_game_account) return null
  // After a withdrawn or expired consent the account name is still known.
  const text =
    account.user.account_name === null ? t('banner.notConnected') : t('banner.ended', { name: account.user.account_name })
  return (
    <div className="banner" role="status">
      <div className="wrap">
        <Icon name="warning" />
        <p>{text}</p>
        <LoginButton />
      </div>
    </div>
  )
}
