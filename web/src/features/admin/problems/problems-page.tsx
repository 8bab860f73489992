import './problems.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-problems.ts'
import type { Event } from '@muster/contract/events'
import type { EventProblem } from '@muster/contract/problems'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { DefinitionProblemList } from '../kit/definition-problems.tsx'
import { groupProblems } from './group-problems.ts'

const refreshEvery_ms = 30_000

const useProblems = (event: Event): readonly EventProblem[] =>
  useSuspenseQuery({ ...read('getEventProblems', eventInput(event.id)), refetchInterval: refreshEvery_ms }).data

/** Problems of the definition, and data that the jobs could not read. */
export function ProblemsPage() {
  const event = useEvent()
  const loading = <SkeletonRows rows={4} height={48} label={t('loading')} />
  return (
    <AdminPage title={t('problems.title')} lead={t('problems.lead')}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        <>
          <DataBlock title={t('problems.scoring')} note={t('problems.scoringNote')} loading={loading}>
            <Scoring event={event} />
          </DataBlock>
          <DataBlock title={t('problems.ingestion')} note={t('problems.ingestionNote')} loading={loading}>
            <Ingestion event={event} />
          </DataBlock>
        </>
      )}
    </AdminPage>
  )
}

function Scoring({ event }: { event: Event }) {
  const found = useSuspenseQuery({ ...read('getDefinitionProblems', eventInput(event.id)), staleTime: 0 }).data
  const navigate = useNavigate()
  const open = (edit: number) =>
    void navigate({
      to: paths.adminObjectives,
      params: { eventId: event.id, categoryId: 'root' },
      search: (before) => ({ ...before, edit }),
    })
  if (found.problems.length === 0) return <Empty title={t('problems.scoringNoneTitle')} text={t('problems.scoringNoneText')} />
  return <DefinitionProblemList found={found} onOpen={open} />
}

function Ingestion({ event }: { event: Event }) {
  const groups = groupProblems(useProblems(event).filter(({ source }) => source === 'ingestion'))
  if (groups.length === 0) return <Empty title={t('problems.ingestionNoneTitle')} text={t('problems.ingestionNoneText')} />
  return (
    <ul className="problems-list">
      {groups.map(({ code, message, count, last_at }) => (
        <li key={`${code} ${message}`}>
          <span>
            <strong className="strong">{code === 'cleaned' || code === 'CalculateBuilds' ? t(`problems.${code}`) : code}</strong>
            <span className="problems-words">{message}</span>
          </span>
          <span className="problems-about">
            {count > 1 && <Badge>{t('problems.times', { count })}</Badge>}
            <span className="quieter num">
              {last_at !== null && t('problems.last', { time: formatFull(Date.parse(last_at)) })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
