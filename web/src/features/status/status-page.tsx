import './status.css'
import '../../messages/status.ts'
import { type StatusPart, statusParts } from '@muster/contract/status'
import { isGameAway } from '@muster/domain/tracking/game-away'
import { Suspense } from 'react'
import { DataBlock, DataGuard } from '../../api/calls/data-block.tsx'
import { useMay } from '../../api/people/may.ts'
import { t } from '../../lib/text/messages.ts'
import { formatSpan } from '../../lib/time/span.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Empty, Skeleton, SkeletonRows } from '../../ui/layout/states.tsx'
import { nameAffected } from './name-affected.ts'
import { OutageList } from './outage-list.tsx'
import { ServerProcesses } from './server-processes.tsx'
import { useStatus } from './use-status.ts'
import { WhoSees } from './who-sees.tsx'

const marks = {
  fine: { kind: 'good', icon: 'check' },
  trouble: { kind: 'bad', icon: 'warning' },
  idle: { kind: 'plain', icon: 'minus' },
  off: { kind: 'plain', icon: 'minus' },
} as const

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

/** The state of every part in plain words, and past outages. */
export function StatusPage() {
  const title = t('status.title')
  return (
    <div className="wrap page">
      <title>{t('title.page', { title })}</title>
      <header className="page-head">
        <div>
          <h1 className="page-title">{title}</h1>
          <DataGuard title={title} failure={null}>
            <Suspense fallback={<Skeleton width={240} height={14} />}>
              <Lead />
            </Suspense>
          </DataGuard>
        </div>
      </header>
      <DataGuard title={title}>
        <Suspense fallback={rows(statusParts.length, 66)}>
          <Body />
        </Suspense>
      </DataGuard>
    </div>
  )
}

function Lead() {
  const { shown } = useStatus()
  if (!shown) return null
  const [first, ...others] = shown.parts.filter(({ state }) => state === 'trouble')
  if (first && others.length === 0 && isGameAway(first)) return <p>{t('status.leadAway')}</p>
  if (!first) return <p>{t('status.leadFine')}</p>
  return <p>{t('status.leadTrouble', { count: others.length + 1, part: t(`status.part.${first.part}`) })}</p>
}

function Body() {
  const { shown } = useStatus()
  const isAdmin = useMay('noteOutage')
  if (!shown) return <Empty title={t('status.hiddenTitle')} text={t('status.hiddenText')} />
  return (
    <>
      <DataBlock title={t('status.now')} note={t('status.nowNote')} loading={rows(statusParts.length, 66)}>
        <Parts />
      </DataBlock>
      {isAdmin && (
        <DataBlock title={t('status.who')} loading={rows(1, 72)}>
          <WhoSees />
        </DataBlock>
      )}
      {shown.server && (
        <DataBlock title={t('status.processes')} note={t('status.processesNote')} loading={rows(1, 56)}>
          <ServerProcesses />
        </DataBlock>
      )}
      <DataBlock title={t('status.history')} note={t('status.historyNote')} loading={rows(4, 66)}>
        <OutageList isAdmin={isAdmin} />
      </DataBlock>
    </>
  )
}

function Parts() {
  const { shown } = useStatus()
  return (
    <ul className="status-list">
      {shown?.parts.map((part) => (
        <Part key={part.part} part={part} now={Date.parse(shown.judged_at)} />
      ))}
    </ul>
  )
}

function describe({ state, since }: StatusPart, now: number): string {
  if (state === 'idle' || state === 'off') return t(`status.words.${state}`)
  const at = since === null ? null : Date.parse(since)
  if (state === 'fine') return at === null ? t('status.words.fine') : t('status.words.fineSince', { time: formatFull(at) })
  if (at === null) return t('status.words.troubleUnknown')
  return t('status.words.trouble', { span: formatSpan(now - at), time: formatFull(at) })
}

function Part({ part, now }: { part: StatusPart; now: number }) {
  const { state, behind } = part
  // One sentence for the game, for all failed reads.
  const away = [...new Set(behind.filter(({ reason }) => reason === 'away').map(({ part: name }) => nameAffected(name)))]
  const others = behind.filter(({ reason }) => reason !== 'away')
  const causes = [
    ...(away.length > 0 ? [t('status.behind.away', { what: away.join(', ') })] : []),
    ...new Set(others.map((lag) => t(`status.behind.${lag.reason}`, { what: nameAffected(lag.part) }))),
  ]
  return (
    <li>
      <div>
        <strong className="strong">{t(`status.part.${part.part}`)}</strong>
        <span className="small quieter">{t(`status.does.${part.part}`)}</span>
      </div>
      <Badge {...marks[state]}>{t(`status.state.${state}`)}</Badge>
      <div>
        <span>{describe(part, now)}</span>
        {causes.length > 0 && <span className="small quieter">{causes.join(' · ')}</span>}
      </div>
    </li>
  )
}
