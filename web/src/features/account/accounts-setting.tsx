import '../../messages/settings.ts'
import { type Provider, providers } from '@muster/contract/auth'
import type { User } from '@muster/contract/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadsGame, useServerNow } from '../../api/live/clock.ts'
import { queryClient, read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Button, ButtonRow } from '../../ui/forms/button.tsx'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { ConnectButton } from './connect-button.tsx'
import { nameProvider } from '../../api/people/login.ts'
import { SettingsRow } from './settings-row.tsx'

const nameReaders: Readonly<Record<Provider, (user: User) => string | null>> = {
  poe: (user) => user.account_name,
  discord: (user) => (user.discord_id === null ? null : (user.discord_name ?? user.discord_id)),
  twitch: (user) => (user.twitch_id === null ? null : (user.twitch_name ?? user.twitch_id)),
}

/** Name of the connected account, or null. */
const readName = (user: User, provider: Provider): string | null => nameReaders[provider](user)

/** How many of these providers have an account of the user. */
export const countAccounts = (user: User, among: readonly Provider[]): number =>
  among.filter((provider) => readName(user, provider) !== null).length

/** The accounts that a user can log in with; each can be connected, and all but the last way to log in disconnected. */
export function AccountsSetting({ user }: { user: User }) {
  const [leaving, setLeaving] = useState<Provider | null>(null)
  const { passkeys } = useSuspenseQuery(read('getPasskeys', {})).data
  const ways = useSuspenseQuery(read('getLoginWays', {})).data
  const shown = providers.filter((provider) => ways.providers.includes(provider) || readName(user, provider) !== null)
  const count = countAccounts(user, providers) + passkeys.length
  return (
    <>
      {shown.map((provider) => (
        <SettingsRow key={provider} title={nameProvider(provider)}>
          <AccountState user={user} provider={provider} isLast={count < 2} onRemove={() => setLeaving(provider)} />
        </SettingsRow>
      ))}
      {leaving !== null && (
        <RemoveAccount
          key={leaving}
          provider={leaving}
          name={readName(user, leaving) ?? ''}
          // A dialog that closes late must not close the next one.
          onClose={() => setLeaving((now) => (now === leaving ? null : now))}
        />
      )}
    </>
  )
}

interface StateProps {
  user: User
  provider: Provider
  isLast: boolean
  onRemove: () => void
}

function AccountState({ user, provider, isLast, onRemove }: StateProps) {
  const name = readName(user, provider)
  const now = useServerNow(60_000)
  const { token_expiry_timestamp } = user
  const until = token_expiry_timestamp === null ? null : Date.parse(token_expiry_timestamp)
  // A server without a client of the game uses no consent.
  const isUnused = useReadsGame() === false && provider === 'poe'
  // Only the game's consent expires, and only it is needed all the time.
  const hasEnded = provider === 'poe' && !isUnused && name !== null && (until === null || until <= now)
  return (
    <>
      <p className="quiet">{t(`settings.${provider}Text`)}</p>
      {name === null ? (
        <p>
          {t('settings.notConnected')} {provider === 'poe' && <Badge kind="bad">{t('settings.required')}</Badge>}
        </p>
      ) : (
        <p>
          {tRich('settings.connectedAs', { name: <bdi className="strong">{name}</bdi> })}{' '}
          {!hasEnded && !isUnused && (
            <Badge kind="good" icon="check">
              {t('settings.connected')}
            </Badge>
          )}
        </p>
      )}
      {hasEnded && (
        <p className="setting-warning" role="note">
          <Icon name="warning" size={14} />
          <span>{t('settings.ended')}</span>
        </p>
      )}
      {provider === 'poe' && !isUnused && !hasEnded && until !== null && (
        <p className="quieter small">{t('settings.until', { time: formatFull(until) })}</p>
      )}
      <ButtonRow>
        {(name === null || hasEnded) && (
          <ConnectButton provider={provider} kind={provider === 'poe' ? 'primary' : 'plain'}>
            {t(hasEnded ? 'settings.again' : 'settings.connect')}
            <span className="vh"> {nameProvider(provider)}</span>
          </ConnectButton>
        )}
        {name !== null && (
          <Button disabled={isLast} onClick={onRemove}>
            {t('settings.remove')}
            <span className="vh"> {nameProvider(provider)}</span>
          </Button>
        )}
      </ButtonRow>
      {name !== null && isLast && <p className="quieter small">{t('settings.last')}</p>}
    </>
  )
}

function RemoveAccount({ provider, name, onClose }: { provider: Provider; name: string; onClose: () => void }) {
  const title = nameProvider(provider)
  const write = useWrite((removed: Provider) => callWrite('removeAuth', { query: { provider: removed } }), {
    onDone: (answer) => {
      queryClient.setQueryData(read('getUser', {}).queryKey, answer)
      showToast(t('settings.removed', { provider: title }))
      onClose()
    },
  })
  return (
    <Confirm
      title={t('settings.removeTitle', { provider: title })}
      onClose={onClose}
      keepLabel={t('settings.keep')}
      actLabel={t('settings.removeAct', { provider: title })}
      isBusy={write.is_busy}
      onAct={() => write.run(provider)}
    >
      <div className="form">
        <p>{t(`settings.remove.${provider}`, { name })}</p>
        <WriteProblem write={write} />
      </div>
    </Confirm>
  )
}
