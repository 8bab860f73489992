import '../../../messages/admin-item-checks.ts'
import type { Event } from '@muster/contract/events'
import { type ItemCoverage, type ItemScan, scanSeconds, type ScanSource, scanSources } from '@muster/contract/item-checks'
import { useState } from 'react'
import { eventInput } from '../../../api/calls/queries.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatWords } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Share } from '../../../ui/marks/progress.tsx'
import { isOpen, useCoverage } from './use-coverage.ts'

const lengths = [60, scanSeconds.usual, 900, scanSeconds.most].map(String)

/** Starts and stops scans, and shows the last one of each source. */
export function ScanPanel({ event }: { event: Event }) {
  const coverage = useCoverage(event)
  const { scans, stream_problem } = coverage
  const running = scans.find(isOpen)
  const [chosen, setSource] = useState<ScanSource>(stream_problem === null ? 'stream' : 'stored')
  const [seconds, setSeconds] = useState(String(scanSeconds.usual))
  const source = running?.source ?? chosen
  const start = useWrite(() =>
    callWrite('startItemScan', { ...eventInput(event.id), body: { source, seconds: Number(seconds) } }),
  )
  const stop = useWrite(() => callWrite('stopItemScan', eventInput(event.id)))
  const obstacle = findObstacle(coverage, source)
  return (
    <div className="checks-scan">
      {running ? (
        <>
          <Running scan={running} />
          <Button icon="close" isBusy={stop.is_busy} onClick={() => stop.run(undefined)}>
            {t('checks.stop')}
          </Button>
          <WriteProblem write={stop} />
        </>
      ) : (
        <>
          <div className="checks-start">
            <Segments
              label={t('checks.source')}
              value={source}
              choices={scanSources.map((value) => ({ value, label: t(`checks.source.${value}`) }))}
              onChange={setSource}
            />
            <Select
              label={t('checks.length')}
              value={seconds}
              choices={lengths.map((value) => ({ value, label: t('checks.minutes', { count: Number(value) / 60 }) }))}
              onChange={setSeconds}
            />
            <Button kind="primary" disabled={obstacle !== null} isBusy={start.is_busy} onClick={() => start.run(undefined)}>
              {t(scans.some((scan) => scan.source === source) ? 'checks.startAgain' : 'checks.start')}
            </Button>
          </div>
          <p className={obstacle === null ? 'quieter' : 'checks-note icon-line'}>
            {obstacle !== null && <Icon name="warning" size={14} />} {obstacle ?? t(`checks.sourceHelp.${source}`)}
          </p>
          <WriteProblem write={start} />
        </>
      )}
      <ul className="checks-results">
        {scans
          .filter((scan) => !isOpen(scan))
          .map((scan) => (
            <Result key={scan.source} scan={scan} />
          ))}
        {scans.length === 0 && <li className="quieter">{t('checks.none')}</li>}
      </ul>
    </div>
  )
}

/** Why a source cannot be scanned, and what works instead. */
function findObstacle({ stream_problem, stored_snapshots }: ItemCoverage, source: ScanSource): string | null {
  if (source === 'stored') return stored_snapshots > 0 ? null : t('checks.nothingStored')
  if (stream_problem === null) return null
  return t(stored_snapshots > 0 ? 'checks.insteadStored' : 'checks.nothingAtAll', { problem: stream_problem })
}

function Running({ scan }: { scan: ItemScan }) {
  const { state, source, items, done, total, problem } = scan
  const now = useServerNow()
  const [from, to] = [Date.parse(scan.started_at), Date.parse(scan.ends_at)]
  const share = total === null ? (now - from) / (to - from) : done / Math.max(1, total)
  return (
    <div className="checks-running">
      <p>
        <strong className="strong">{t(`checks.source.${source}`)}</strong>{' '}
        <span className="num">
          {state === 'waiting'
            ? t('checks.waiting')
            : t(`checks.progress.${source}`, {
                items: formatCount(items),
                done: formatCount(done),
                total: formatCount(total ?? 0),
                span: formatWords(Math.max(0, to - now)),
              })}
        </span>
      </p>
      <Share share={share} isNeutral />
      {problem !== null && <Problem text={problem} />}
    </div>
  )
}

const Problem = ({ text }: { text: string }) => (
  <p className="checks-note icon-line">
    <Icon name="warning" size={14} /> {text}
  </p>
)

function Result({ scan }: { scan: ItemScan }) {
  const { source, state, items, done, total, problem, ended_at, started_at } = scan
  if (state === 'waiting' || state === 'running') return null
  const words = {
    source: t(`checks.source.${source}`),
    items: formatCount(items),
    time: formatFull(Date.parse(ended_at ?? started_at)),
  }
  return (
    <li>
      <span className="num">{t(`checks.result.${state}`, words)}</span>
      {total !== null && done < total && (
        <span className="quieter">{t('checks.partly', { done: formatCount(done), total: formatCount(total) })}</span>
      )}
      {problem !== null && <Problem text={problem} />}
    </li>
  )
}
