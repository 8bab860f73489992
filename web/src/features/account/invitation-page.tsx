import './settings.css'
import '../../messages/login.ts'
import type { OpenedInvitation } from '@muster/contract/invitations'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { call } from '../../api/calls/client.ts'
import { FailureNote } from '../../api/calls/data-block.tsx'
import { Failure } from '../../api/calls/failure.ts'
import { read } from '../../api/calls/queries.ts'
import { hasPasskeys } from '../../api/people/passkey.ts'
import { logOut } from '../../api/people/person.ts'
import { useSelf } from '../../api/scores/event.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { LoginButton } from '../../api/people/login-button.tsx'
import { InvitationForm } from './invitation-form.tsx'

const loading = <SkeletonRows rows={3} height={56} label={t('loading')} />

/** An invitation, or a new login link. @param secret from the fragment of the address, which no server sees */
export function InvitationPage({ secret }: { secret: string }) {
  const opened = useQuery({
    queryKey: ['openInvitation', secret],
    queryFn: ({ signal }) => call('openInvitation', { body: { secret } }, signal),
    enabled: secret !== '',
    retry: (count, failure) => count < 3 && !(failure instanceof Failure && failure.code === 'invitation_not_found'),
  })
  const { data, error, refetch } = opened
  if (secret === '' || (error instanceof Failure && error.code === 'invitation_not_found'))
    return <Empty title={t('invitation.incomplete')} text={t('invitation.incompleteText')} />
  if (error)
    return (
      <FailureNote problem={error} title={t('failure.block', { title: t('invitation.title') })} onRetry={() => void refetch()} />
    )
  if (!data) return loading
  return data.state === 'open' ? (
    <OpenInvitation secret={secret} invitation={data} />
  ) : (
    <ClosedInvitation {...data} state={data.state} />
  )
}

type Closed = Exclude<OpenedInvitation['state'], 'open'>

/** Says why the link does not work, and what to do. */
function ClosedInvitation({ state, expires_at }: Pick<OpenedInvitation, 'expires_at'> & { state: Closed }) {
  const text = t(`invitation.${state}Text`, { time: formatFull(Date.parse(expires_at)) })
  return (
    <Empty title={t(`invitation.${state}`)} text={text}>
      {state === 'used' && <LoginButton label={t('login')} />}
      <Link to={paths.home} className={nameButton({})}>
        {t('goHome')}
      </Link>
    </Empty>
  )
}

function OpenInvitation({ secret, invitation }: { secret: string; invitation: OpenedInvitation }) {
  const router = useRouter()
  const ways = useSuspenseQuery(read('getLoginWays', {})).data
  const self = useSelf().data
  const { for_user, expires_at } = invitation
  if (!hasPasskeys(ways)) {
    const { passkey_host } = ways
    const isElsewhere = passkey_host !== null && passkey_host !== window.location.hostname
    const text = isElsewhere ? t('invitation.noPasskeysText', { host: passkey_host }) : t('invitation.noPasskeysHere')
    return (
      <Empty title={t('invitation.noPasskeys')} text={passkey_host === null || isElsewhere ? text : t('passkey.unsupported')} />
    )
  }
  if (self && for_user === null) {
    return (
      <Empty title={t('invitation.loggedIn', { name: self.display_name })} text={t('invitation.loggedInText')}>
        <Button onClick={logOut}>{t('invitation.logOut')}</Button>
      </Empty>
    )
  }
  return (
    <div className="invitation">
      <p>{for_user === null ? t('invitation.lead') : t('invitation.recoverLead', { name: for_user.display_name })}</p>
      {for_user && <p>{t('invitation.recoverText')}</p>}
      <InvitationForm secret={secret} isNew={for_user === null} onDone={() => router.history.replace(paths.home)} />
      <p className="quieter small">{t('invitation.until', { time: formatFull(Date.parse(expires_at)) })}</p>
    </div>
  )
}
