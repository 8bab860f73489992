import './guild-logs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { useQuery } from '@tanstack/react-query'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { read } from '../../../api/calls/queries.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { guildInput, readExtent, removeGuild } from './use-guilds.ts'

/** Removes a guild with its log, after the consequences were shown and its name was typed. */
export function RemoveGuild({ guild, onClose }: { guild: Guild; onClose: () => void }) {
  const event = useEventKey()
  const summary = useQuery({ ...read('getGuildLogSummary', guildInput(event, guild)), staleTime: 0 })
  const extent = useQuery({ ...readExtent(event, guild), staleTime: 0 })
  const error = summary.error ?? extent.error
  const isKnown = summary.data !== undefined && extent.data !== undefined
  const retry = () => {
    void summary.refetch()
    void extent.refetch()
  }
  const count = summary.data?.lines ?? 0
  return (
    <ConfirmWrite
      title={t('guildLogs.removeTitle', { name: guild.name })}
      actLabel={isKnown && count > 0 ? t('guildLogs.removeAct', { count }) : t('guildLogs.remove')}
      send={() => removeGuild(event, guild)}
      done={t('guildLogs.removed', { name: guild.name })}
      isReady={isKnown}
      onClose={onClose}
      isFinal
      typed={guild.name}
    >
      {error && <FailureNote problem={error} title={t('failure.block', { title: t('guildLogs.title') })} onRetry={retry} />}
      {!isKnown && !error && <SkeletonRows rows={2} height={28} label={t('loading')} />}
      {isKnown &&
        (extent.data.earliest === null || extent.data.latest === null ? (
          <p>{t('guildLogs.removeNothing')}</p>
        ) : (
          <>
            <p>
              {t('guildLogs.removeLoses', {
                count,
                from: formatFull(extent.data.earliest * 1000),
                to: formatFull(extent.data.latest * 1000),
              })}
            </p>
            <p>{t('guildLogs.removePoints')}</p>
          </>
        ))}
    </ConfirmWrite>
  )
}
