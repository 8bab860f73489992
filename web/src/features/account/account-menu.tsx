import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { countDrafts } from '../../api/drafts/draft-keys.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { logOut } from '../../api/people/person.ts'
import { LoginButton } from '../../api/people/login-button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { useAccount } from './use-account.ts'

const LogoutQuestion = lazyPart(() => import('./logout-question.tsx').then((module) => ({ default: module.LogoutQuestion })))

/** Login for visitors; name and menu for logged-in users. Logging out with drafts asks first. */
export function AccountMenu() {
  const account = useAccount()
  /** Drafts that a logout would delete; null while nothing is asked. */
  const [drafts, setDrafts] = useState<number | null>(null)
  if (account.kind === 'loading') return <Skeleton width={76} height={20} />
  if (account.kind !== 'member' && account.kind !== 'lapsed') return <LoginButton />
  const { id, display_name } = account.user
  const leave = () => {
    const count = countDrafts(id)
    if (count === 0) logOut()
    else setDrafts(count)
  }
  const trigger = (
    <button type="button" className="account" aria-label={t('account.menu', { name: display_name })}>
      <Icon name="person" />
      <bdi className="clip">{display_name}</bdi>
    </button>
  )
  return (
    <>
      <Menu trigger={trigger} label={t('account')}>
        <MenuItem render={<Link to={paths.settings} />}>
          <Icon name="gear" /> {t('nav.settings')}
        </MenuItem>
        <MenuItem render={<Link to={paths.profile} params={{ userId: id }} />}>
          <Icon name="person" /> {t('nav.profile')}
        </MenuItem>
        <MenuItem render={<Link to={paths.submissions} search={{ mine: true }} />}>
          <Icon name="note" /> {t('nav.submissions')}
        </MenuItem>
        <MenuItem render={<Link to={paths.tracking} />}>
          <Icon name="check" /> {t('nav.tracking')}
        </MenuItem>
        <MenuLine />
        <MenuItem onSelect={leave}>
          <Icon name="leave" /> {t('logout')}
        </MenuItem>
      </Menu>
      <Suspense>{drafts !== null && <LogoutQuestion count={drafts} onClose={() => setDrafts(null)} />}</Suspense>
    </>
  )
}
