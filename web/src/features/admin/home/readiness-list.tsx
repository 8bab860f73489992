import './home.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-home.ts'
import type { Event } from '@muster/contract/events'
import type { ReadinessLine } from '@muster/contract/readiness'
import { mayOpen } from '@muster/domain/access'
import { Link, type LinkOptions, linkOptions } from '@tanstack/react-router'
import { useServerNow } from '../../../api/live/clock.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Progress } from '../../../ui/marks/progress.tsx'
import { linkTo } from '../kit/admin-links.ts'
import { describeShowing } from '../kit/showing.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { describeLine, explainLine, findRemedy, nameRemedy } from './ready-words.ts'
import { useReadiness } from './use-readiness.ts'

const marks = { stops_start: 'close', open: 'minus', done: 'check' } as const
const hour_ms = 3_600_000
/** Further completed lines are folded, because the list is about open ones. */
const shownDone = 4

/** The link that fixes a line; null if the viewer may not open it, or if it is fixed on the server. */
export function useRemedy(event: Event): (line: ReadinessLine) => LinkOptions | null {
  const caller = useCaller()
  return (line) => {
    const page = findRemedy(line)
    if (page === 'server' || caller === undefined) return null
    if (page === 'rules_page') return linkOptions({ to: paths.rules, search: true })
    if (!mayOpen(page, caller)) return null
    if (line.code === 'connections' && line.weight !== 'done')
      return linkOptions({ to: paths.adminSignups, search: (before) => ({ ...before, unconnected: true }) })
    const link = linkTo(page, event.id)
    return link ? { ...link, search: true } : null
  }
}

/** Readiness of the event: blockers first, each with its reason and the link that fixes it. */
export function ReadinessList({ event }: { event: Event }) {
  const { lines } = useReadiness(event)
  const now = useServerNow(60_000)
  const remedyOf = useRemedy(event)
  const [done, open] = [lines.filter(({ weight }) => weight === 'done'), lines.filter(({ weight }) => weight !== 'done')]
  const [start, end] = [Date.parse(event.event_start_time), Date.parse(event.event_end_time)]
  const hours = Math.round((end - start) / hour_ms)
  const show = (line: ReadinessLine) => (
    <Line
      key={line.code}
      line={line}
      hours={hours}
      game={event.game_version}
      isRunning={now >= start}
      remedy={remedyOf(line)}
      more={line.code === 'shown' ? describeShowing(event, now) : ''}
    />
  )
  const count = { done: done.length, all: lines.length }
  return (
    <>
      <div className="home-tally">
        <Progress done={done.length} of={lines.length} label={t('home.readyCount', count)} isNeutral />
        <span className="quieter small">{t('home.doneOf', count)}</span>
      </div>
      <ul className="home-ready">{open.map(show)}</ul>
      {done.length > 0 && (
        <details className="home-done" open={done.length <= shownDone}>
          <summary>{t('home.doneLines', { count: done.length })}</summary>
          <ul className="home-ready">{done.map(show)}</ul>
        </details>
      )}
    </>
  )
}

interface LineProps {
  line: ReadinessLine
  hours: number
  game: Event['game_version']
  isRunning: boolean
  remedy: LinkOptions | null
  /** A second sentence on why it matters. */
  more: string
}

function Line({ line, hours, game, isRunning, remedy, more }: LineProps) {
  const { weight, right } = line
  const word = weight === 'stops_start' && isRunning ? 'stops_running' : weight
  return (
    <li className={`home-line is-${weight}`}>
      <span className="home-mark">
        <Icon name={marks[weight]} />
      </span>
      <div>
        <p className="home-what">{describeLine(line)}</p>
        <p className="home-why">
          <bdi>{explainLine(line, hours, game)}</bdi> {more}
        </p>
      </div>
      {weight === 'done' ? (
        <span className="home-word">{t('home.weight.done')}</span>
      ) : (
        <Badge kind={weight === 'stops_start' ? 'bad' : 'plain'}>{t(`home.weight.${word}`)}</Badge>
      )}
      {remedy ? (
        <Link {...remedy} className="link home-fix">
          {nameRemedy(line)}
        </Link>
      ) : (
        <span className="home-fix quieter">
          {right.length === 0
            ? t('home.forServer')
            : t('home.forRoles', { roles: right.map((role) => t(`admin.role.${role}`)).join(', ') })}
        </span>
      )}
    </li>
  )
}
