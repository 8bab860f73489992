import './guild.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { read } from '../../../api/calls/queries.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEvent, useEventKey, useStatus } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { AccessBlock } from './access-block.tsx'
import { sayTabs } from './stashes-page.tsx'
import { isFetched } from './tab-words.ts'
import { listTabs, useTeamStash } from './use-team-stash.ts'

/** A team's guild: stash and log, with their current state. */
export function GuildHome() {
  const { team_id, is_team_lead } = useStatus()
  return (
    <AdminPage title={t('guild.homeTitle')} lead={t(is_team_lead ? 'guild.homeLead' : 'guild.homeMember')}>
      {team_id === null ? (
        <Empty title={t('guild.noTeamTitle')} text={t('guild.noTeamText')} />
      ) : (
        <DataBlock title={t('guild.stashTitle')} loading={<SkeletonRows rows={3} height={40} label={t('loading')} />}>
          <StashFigures />
        </DataBlock>
      )}
      <DataBlock title={t('guild.logTitle')} loading={<SkeletonRows rows={2} height={40} label={t('loading')} />}>
        <LogFigures team_id={team_id} />
      </DataBlock>
      {team_id !== null && (
        <DataBlock
          title={t('guild.access')}
          note={t('guild.accessNote')}
          loading={<SkeletonRows rows={4} height={48} label={t('loading')} />}
        >
          <AccessBlock isLead={is_team_lead} />
        </DataBlock>
      )}
    </AdminPage>
  )
}

function StashFigures() {
  const stash = useTeamStash()
  const tabs = listTabs(stash)
  const now = useServerNow(5000)
  const last = Math.max(...tabs.filter(({ tab }) => isFetched(tab)).map(({ tab }) => Date.parse(tab.last_fetch)))
  return (
    <div className="guild-figures">
      <p>
        {tabs.length === 0 ? t('guild.noTabsTitle') : sayTabs(tabs)}{' '}
        {Number.isFinite(last) && t('guild.lastFetch', { span: formatSpan(now - last) })}{' '}
        {!stash.is_fetching && t('guild.stopped')}
      </p>
      <Link to={paths.guildStashes} search={true} className={nameButton({ kind: 'primary' })}>
        {t('guild.openStash')}
      </Link>
    </div>
  )
}

/** Coverage of the log, and its gaps. */
function LogFigures({ team_id }: { team_id: number | null }) {
  const guilds = useSuspenseQuery(read('getGuilds', { eventId: useEventKey() })).data
  const own = guilds.filter((guild) => guild.team_id === team_id)
  return (
    <div className="guild-figures">
      {team_id === null ? (
        <p>{t('guild.logOthers', { count: guilds.length })}</p>
      ) : own.length === 0 ? (
        <p>{t('guild.logNone')}</p>
      ) : (
        <ul>
          {own.map((guild) => (
            <li key={guild.id}>
              <bdi className="strong">{guild.name}</bdi> <LogExtent guild_id={guild.id} />
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.adminGuildLogs} search={true} className={nameButton({})}>
        {t('guild.openLogs')}
      </Link>
    </div>
  )
}

function LogExtent({ guild_id }: { guild_id: number }) {
  const key = useEventKey()
  const event = useEvent()
  const { data } = useQuery(read('getLatestTimestampForUser', { eventId: key, guildId: guild_id }))
  if (!data || !event) return null
  const { earliest, latest, gaps } = data
  if (earliest === null || latest === null) return <span className="quiet">{t('guild.logEmpty')}</span>
  const missing = gaps.reduce((sum, { from, to }) => sum + (to - from), 0) * 1000
  return (
    <span className="quiet">
      {t('guild.logExtent', { from: formatFull(earliest * 1000), to: formatFull(latest * 1000) })}{' '}
      {gaps.length === 0 ? (
        t('guild.logWhole')
      ) : (
        <span className="bad">{t('guild.logGaps', { count: formatCount(gaps.length), span: formatSpan(missing) })}</span>
      )}
    </span>
  )
}
