import './checklist.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-home.ts'
import type { Event } from '@muster/contract/events'
import type { ReadinessLine } from '@muster/contract/readiness'
import { mayOpen } from '@muster/domain/access'
import { findDue, groupByPhase, isLate, isToDo } from '@muster/domain/events/checklist'
import { Link, type LinkOptions, linkOptions } from '@tanstack/react-router'
import { useServerNow } from '../../../api/live/clock.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Progress } from '../../../ui/marks/progress.tsx'
import { linkTo } from '../kit/admin-links.ts'
import { readDates } from '../kit/read-dates.ts'
import { describeShowing } from '../kit/showing.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { describeLine, explainLine, findRemedy, nameRemedy } from './ready-words.ts'
import { StepActions } from './step-actions.tsx'
import { useReadiness } from './use-readiness.ts'

const hour_ms = 3_600_000

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

/** The steps of the event by phase, from preparation to archive: each with its date, its owner, and the link that does it. */
export function Checklist({ event }: { event: Event }) {
  const { lines, next } = useReadiness(event)
  return (
    <>
      {groupByPhase(lines).map(({ phase, lines: found }) => {
        const [done, others] = [found.filter(({ weight }) => weight === 'done'), found.filter(({ weight }) => weight !== 'done')]
        const count = { done: done.length, all: found.length }
        const show = (line: ReadinessLine) => <Line key={line.code} line={line} event={event} isNext={line.code === next?.code} />
        return (
          <section key={phase} className="check-phase" aria-labelledby={`phase-${phase}`}>
            <header>
              <h3 id={`phase-${phase}`}>{t(`home.phase.${phase}`)}</h3>
              <Progress done={done.length} of={found.length} label={t('home.readyCount', count)} isNeutral />
              <span className="quieter small num">{t('home.doneOf', count)}</span>
            </header>
            {others.length > 0 && <ul>{others.map(show)}</ul>}
            {done.length > 0 && (
              <details className="check-done">
                <summary>{t('home.doneLines', { count: done.length })}</summary>
                <ul>{done.map(show)}</ul>
              </details>
            )}
          </section>
        )
      })}
    </>
  )
}

function Line({ line, event, isNext }: { line: ReadinessLine; event: Event; isNext: boolean }) {
  const { code, weight, right } = line
  const now = useServerNow(60_000)
  const remedy = useRemedy(event)(line)
  const dates = readDates(event)
  const late = isLate(line, dates, now)
  const due = findDue(code, dates)
  const hours = Math.round((dates.event_end_time - dates.event_start_time) / hour_ms)
  const mark = weight === 'done' ? 'check' : late ? 'warning' : isNext ? 'right' : weight === 'later' ? 'clock' : 'minus'
  const word = now >= dates.event_start_time ? 'stops_running' : 'stops_start'
  return (
    <li className={`check-line is-${weight}${isNext ? ' is-next' : ''}${late ? ' is-late' : ''}`}>
      <span className="check-mark">
        <Icon name={mark} />
      </span>
      <div className="check-text">
        <p className="check-what">
          {isNext && <span className="vh">{t('home.nextStep')} </span>}
          {describeLine(line)} {weight === 'stops_start' && <Badge kind="bad">{t(`home.weight.${word}`)}</Badge>}
        </p>
        <p className="check-why">
          <bdi>{explainLine(line, hours, event.game_version)}</bdi> {code === 'shown' && describeShowing(event, now)}
        </p>
      </div>
      {weight === 'done' ? (
        <span className="check-due small">{t('home.weight.done')}</span>
      ) : (
        <span className="check-due">
          <time dateTime={new Date(due).toISOString()} className="num">
            {formatFull(due)}
          </time>
          <small>
            {late
              ? t('home.late', { span: formatSpan(now - due) })
              : due > now && t('home.dueIn', { span: formatSpan(due - now) })}
          </small>
        </span>
      )}
      <div className="check-side">
        {remedy ? (
          <Link {...remedy} className="link">
            {nameRemedy(line)}
          </Link>
        ) : (
          <span className="quieter">
            {right.length === 0
              ? t('home.forServer')
              : t('home.forRoles', { roles: right.map((role) => t(`admin.role.${role}`)).join(', ') })}
          </span>
        )}
        <StepActions line={line} event={event} isOver={now > dates.event_end_time} />
      </div>
    </li>
  )
}

/** The organisers who have taken steps that are left, with the number of steps. */
export function Owners({ event }: { event: Event }) {
  const { lines, owners } = useReadiness(event)
  const left = owners.filter(({ code }) => lines.some((line) => line.code === code && line.weight !== 'done'))
  const people = Map.groupBy(left, ({ user }) => user.id)
  const free = lines.filter((line) => isToDo(line) && !owners.some(({ code }) => code === line.code)).length
  return (
    <ul className="check-owners">
      {[...people.values()].map((steps) => (
        <li key={steps[0]?.user.id}>
          <bdi>{steps[0]?.user.display_name}</bdi>
          <span className="quiet">
            {steps
              .flatMap(({ code }) => lines.find((line) => line.code === code) ?? [])
              .map(describeLine)
              .join(', ')}
          </span>
        </li>
      ))}
      <li className="quieter">{t('home.stepsFree', { count: free })}</li>
    </ul>
  )
}
