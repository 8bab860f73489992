import './guild-logs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { DataGuard, FailureNote } from '../../../api/calls/data-block.tsx'
import { EmptyRead } from '../../../api/scores/empty-read.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, nameButton } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { Coverage } from './coverage-strip.tsx'
import { CsvButton } from './csv-button.tsx'
import { LogFilters } from './log-filters.tsx'
import { isFiltered, type LogSearch } from './log-search.ts'
import { LogTable } from './log-table.tsx'
import { PlayerTotals } from './player-totals.tsx'
import { UploadSheet } from './upload-sheet.tsx'
import { useAllGuilds, useGuildRights } from './use-guilds.ts'
import { type Summary, useRows, useSummary } from './use-log.ts'

interface LogPageProps {
  guild_id: number
  search: LogSearch
  /** Changes the given parameters, and keeps the others. */
  onSearch: (next: LogSearch) => void
}

/** One guild's log: its coverage, and its lines with movements, quantities, gaps and credits. */
export function LogPage({ guild_id, search, onSearch }: LogPageProps) {
  const guild = useAllGuilds().find(({ id }) => id === guild_id)
  const { mayRead, mayWrite } = useGuildRights()
  const [isAdding, setAdding] = useState(false)
  if (guild === undefined || !mayRead(guild)) return <NotHere isOthers={guild !== undefined} />
  return (
    <AdminPage
      title={t('guildLog.title', { name: guild.name })}
      lead={<BackLink />}
      actions={
        <>
          <CsvButton guild={guild} search={search} />
          {mayWrite(guild) && (
            <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('guildLog.add')}
            </Button>
          )}
        </>
      }
    >
      <DataGuard title={t('guildLogs.title')} height={60}>
        <Suspense fallback={<div className="coverage-space" />}>
          <Coverage guild={guild} />
        </Suspense>
      </DataGuard>
      <Log guild={guild} search={search} onSearch={onSearch} mayAdd={mayWrite(guild)} />
      {isAdding && <UploadSheet guild={guild} onClose={() => setAdding(false)} />}
    </AdminPage>
  )
}

const BackLink = () => (
  <Link to={paths.adminGuildLogs} search={({ event }: { event?: number | undefined }) => ({ event })} className="link">
    {t('guildLog.back')}
  </Link>
)

function NotHere({ isOthers }: { isOthers: boolean }) {
  const [title, text] = isOthers
    ? [t('guildLog.othersTitle'), t('guildLog.othersText')]
    : [t('guildLog.notFoundTitle'), t('guildLog.notFoundText')]
  return (
    <AdminPage title={t('guildLogs.title')}>
      <Empty title={title} text={text}>
        <Link
          to={paths.adminGuildLogs}
          search={({ event }: { event?: number | undefined }) => ({ event })}
          className={nameButton({})}
        >
          {t('guildLog.back')}
        </Link>
      </Empty>
    </AdminPage>
  )
}

interface LogProps extends Omit<LogPageProps, 'guild_id'> {
  guild: Guild
  mayAdd: boolean
}

function Log({ guild, search, onSearch, mayAdd }: LogProps) {
  const summary = useSummary(guild, search)
  return (
    <section className="log-block" aria-label={t('guildLog.table')}>
      <LogFilters search={search} summary={summary.data} onSearch={onSearch} />
      <p className="log-found" role="status">
        {summary.data && <Found summary={summary.data} />}
      </p>
      {summary.error && (
        <FailureNote
          problem={summary.error}
          title={t('failure.block', { title: t('guildLogs.title') })}
          onRetry={() => void summary.refetch()}
        />
      )}
      {summary.data?.lines === 0 && <Nothing isFiltered={isFiltered(search)} mayAdd={mayAdd} />}
      {search.view === 'players' && summary.isPending && <SkeletonRows rows={8} height={40} label={t('loading')} />}
      {search.view === 'players' ? (
        summary.data && summary.data.lines > 0 && <PlayerTotals summary={summary.data} onSearch={onSearch} />
      ) : (
        <Rows guild={guild} search={search} />
      )}
    </section>
  )
}

function Found({ summary: { lines, movements } }: { summary: Summary }) {
  return (
    <>
      {t('guildLog.found', { count: lines })}, {t('guildLog.moves', { count: movements })}
      {': '}
      {t('guildLog.movesNote')}. {t('guildLog.atLeastNote')}
    </>
  )
}

function Nothing({ isFiltered: hasFilter, mayAdd }: { isFiltered: boolean; mayAdd: boolean }) {
  const event = useEvent()
  if (hasFilter) return <Empty title={t('guildLog.nothingTitle')} text={t('guildLog.nothingText')} />
  return (
    <EmptyRead event={event} title={t('guildLog.emptyTitle')} text={t(mayAdd ? 'guildLog.emptyLead' : 'guildLog.emptyMember')} />
  )
}

function Rows({ guild, search }: { guild: Guild; search: LogSearch }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useRows(guild, search)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      {error && (
        <FailureNote problem={error} title={t('failure.block', { title: t('guildLogs.title') })} onRetry={() => void refetch()} />
      )}
      {isPending && <SkeletonRows rows={10} height={48} label={t('loading')} />}
      {rows.length > 0 && <LogTable rows={rows} />}
      {hasNextPage && (
        <div className="log-more">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('guildLog.more')}
          </Button>
          <span className="quieter">{formatCount(rows.length)}</span>
        </div>
      )}
    </>
  )
}
