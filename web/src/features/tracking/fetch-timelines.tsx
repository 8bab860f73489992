import './timelines.css'
import '../../messages/tracking.ts'
import { type FetchGap, type FetchTimeline, type GapState, type WindowSource, windowSources } from '@muster/contract/tracking'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey, useTeams } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Badge, type BadgeKind } from '../../ui/marks/badge.tsx'
import { Crest } from '../../ui/marks/team-mark.tsx'

const refreshEvery_ms = 60_000

const kinds = { open: 'bad', lost: 'note', recovered: 'plain' } as const satisfies Record<GapState, BadgeKind>

/** Minimum width, so that short stretches stay visible. */
const minWidth_percent = 0.6

/** The time of a source as a bar with its gaps marked. The list beside it has the same in words. */
function Bar({ timeline, from, to }: { timeline: FetchTimeline; from: number; to: number }) {
  const span = Math.max(1, to - from)
  const place = (at: string) => ((Date.parse(at) - from) / span) * 100
  return (
    <div className="window-bar" aria-hidden="true">
      <span className="window-heard" style={{ left: `${place(timeline.from)}%`, right: `${100 - place(timeline.to)}%` }} />
      {timeline.gaps.map((gap) => {
        const width = Math.max(minWidth_percent, place(gap.to) - place(gap.from))
        return (
          <span
            key={gap.from + gap.reason}
            className={`window-gap is-${gap.state}`}
            style={{ left: `${place(gap.from)}%`, width: `${width}%` }}
          />
        )
      })}
    </div>
  )
}

function Gap({ gap }: { gap: FetchGap }) {
  return (
    <li className="window-line">
      <Badge kind={kinds[gap.state]}>{t(`windows.${gap.state}`)}</Badge>
      <span className="tabular">
        {t('windows.span', { from: formatFull(Date.parse(gap.from)), to: formatFull(Date.parse(gap.to)) })}
      </span>
      <span className="window-words">
        {gap.message} {gap.advice && <strong className="strong">{gap.advice}</strong>}
      </span>
    </li>
  )
}

function Timeline({ timeline, from, to }: { timeline: FetchTimeline; from: number; to: number }) {
  const team = useTeams().find(({ id }) => id === timeline.team_id)
  return (
    <article className="source-windows">
      <h4 className="window-name">
        {team && <Crest look={team.look} label={team.name} />}
        <bdi>{timeline.subject || t('windows.whole')}</bdi>
      </h4>
      <Bar timeline={timeline} from={from} to={to} />
      {timeline.gaps.length === 0 ? (
        <p className="small quiet">{t('windows.none', { from: formatFull(Date.parse(timeline.from)) })}</p>
      ) : (
        <ul className="window-lines">
          {timeline.gaps.toReversed().map((gap) => (
            <Gap key={gap.from + gap.reason} gap={gap} />
          ))}
        </ul>
      )}
      {timeline.older_gaps > 0 && <p className="small quieter">{t('windows.older', { count: timeline.older_gaps })}</p>}
    </article>
  )
}

function Source({ source, all, from, to }: { source: WindowSource; all: readonly FetchTimeline[]; from: number; to: number }) {
  const own = all.filter((timeline) => timeline.source === source)
  if (own.length === 0) return null
  // Among many players and tabs, those without a gap are left out.
  const shown = own.length === 1 ? own : own.filter(({ gaps }) => gaps.length > 0)
  const rest = own.length - shown.length
  return (
    <section>
      <h3 className="window-source">{t(`windows.${source}`)}</h3>
      {rest > 0 && <p className="small quiet">{t('windows.rest', { count: rest, all: own.length })}</p>}
      {shown.map((timeline) => (
        <Timeline key={`${timeline.source} ${timeline.user_id} ${timeline.subject}`} timeline={timeline} from={from} to={to} />
      ))}
    </section>
  )
}

const useTimelines = (): readonly FetchTimeline[] =>
  useSuspenseQuery({ ...read('getFetchWindows', eventInput(useEventKey())), refetchInterval: refreshEvery_ms }).data

const counts = { open: 'windows.countOpen', lost: 'windows.countLost', recovered: 'windows.countRecovered' } as const

/** The number of gaps of each kind, in one line. */
export function GapSum() {
  const gaps = useTimelines().flatMap((timeline) => timeline.gaps)
  if (gaps.length === 0) return <p className="window-sum quiet">{t('windows.noGaps')}</p>
  return (
    <p className="window-sum">
      {t('windows.gaps')}
      {(['open', 'lost', 'recovered'] as const).map((state) => {
        const count = gaps.filter((gap) => gap.state === state).length
        return (
          count > 0 && (
            <Badge key={state} kind={kinds[state]}>
              {t(counts[state], { count })}
            </Badge>
          )
        )
      })}
    </p>
  )
}

/** For organisers: when each source was read and when not, why, and whether data was lost. */
export function FetchTimelines() {
  const all = useTimelines()
  const from = Math.min(...all.map((timeline) => Date.parse(timeline.from)))
  const to = Math.max(...all.map((timeline) => Date.parse(timeline.to)))
  return (
    <section className="windows" aria-labelledby="windows">
      <h2 id="windows" className="section-title">
        {t('windows.title')}
      </h2>
      <p className="health-lead">{t(all.length === 0 ? 'windows.nothing' : 'windows.lead')}</p>
      {windowSources.map((source) => (
        <Source key={source} source={source} all={all} from={from} to={to} />
      ))}
    </section>
  )
}
