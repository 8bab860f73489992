import { type ReadinessCode, readinessCodes } from '@muster/contract/readiness'
import type { Role } from '@muster/contract/users'
import type { EventDates } from './dates.ts'
import { rolesFor } from './readiness.ts'
import type { JudgedLine } from './readiness-figures.ts'

/** The phases of an event, in order. */
export const phases = ['prepare', 'signups', 'start', 'run', 'end'] as const
export type Phase = (typeof phases)[number]

type Dates = EventDates<number>
const hour_ms = 3_600_000

const signupsOpen = (dates: Dates) => dates.application_start_time
const signupsClose = (dates: Dates) => dates.application_end_time
const start = (dates: Dates) => dates.event_start_time
const end = (dates: Dates) => dates.event_end_time
const beforeStart = (hours: number) => (dates: Dates) => dates.event_start_time - hours * hour_ms
const afterEnd = (hours: number) => (dates: Dates) => dates.event_end_time + hours * hour_ms

/** The phase of each step, and when it is due. */
const steps: Readonly<Record<ReadinessCode, readonly [Phase, due: (dates: Dates) => number]>> = {
  dates: ['prepare', signupsOpen],
  objectives: ['prepare', start],
  presets: ['prepare', start],
  never_matching: ['prepare', start],
  unknown_names: ['prepare', start],
  item_checks: ['prepare', start],
  item_sources: ['prepare', start],
  by_hand: ['prepare', start],
  passive_tree: ['prepare', start],
  item_classes: ['prepare', start],
  rules: ['signups', signupsOpen],
  shown: ['signups', signupsOpen],
  signups: ['signups', signupsClose],
  teams: ['signups', signupsClose],
  empty_teams: ['signups', start],
  unplaced: ['signups', start],
  leads: ['signups', start],
  guilds: ['signups', start],
  connections: ['signups', start],
  league: ['start', start],
  stream_job: ['start', beforeStart(1)],
  evaluation_job: ['start', beforeStart(1)],
  character_job: ['start', beforeStart(1)],
  guild_jobs: ['start', beforeStart(1)],
  stream_position: ['start', start],
  lock: ['start', start],
  start_news: ['start', start],
  problems: ['run', end],
  scores: ['run', end],
  submissions: ['run', afterEnd(24)],
  waiting_points: ['run', afterEnd(24)],
  jobs_end: ['end', afterEnd(1)],
  final_lock: ['end', afterEnd(24)],
  archive: ['end', afterEnd(48)],
  thanks: ['end', afterEnd(48)],
  raw_data: ['end', afterEnd(7 * 24)],
  export: ['end', afterEnd(7 * 24)],
}

/** When a step is due, in milliseconds on the event clock. */
export const findDue = (code: ReadinessCode, dates: Dates): number => steps[code][1](dates)

type Placed = Pick<JudgedLine, 'code' | 'weight'>

/** The lines of each phase that has any, in the order they come in. */
export const groupByPhase = <L extends Placed>(lines: readonly L[]): { phase: Phase; lines: L[] }[] =>
  phases
    .map((phase) => ({ phase, lines: lines.filter(({ code }) => steps[code][0] === phase) }))
    .filter(({ lines: found }) => found.length > 0)

/** Whether the step is due and needs an organiser. */
export const isToDo = ({ weight }: Pick<Placed, 'weight'>) => weight === 'stops_start' || weight === 'open'

export const isLate = (line: Placed, dates: Dates, now: number) => isToDo(line) && findDue(line.code, dates) < now

/**
 * The next step: a late step that stops the event, otherwise the first in the order of the work. After the end, preparations come
 * last.
 */
export function findNext<L extends Placed>(lines: readonly L[], dates: Dates, now: number): L | undefined {
  const ordered = lines.toSorted((one, other) => readinessCodes.indexOf(one.code) - readinessCodes.indexOf(other.code))
  const isPresent = ({ code }: L) => now <= dates.event_end_time || steps[code][0] === 'run' || steps[code][0] === 'end'
  return (
    ordered.find((line) => line.weight === 'stops_start' && isLate(line, dates, now)) ??
    ordered.find((line) => isToDo(line) && isPresent(line)) ??
    ordered.find(isToDo)
  )
}

/** Whether a person can own a step: they can do it. Steps on the server's command line are open to every organiser. */
export function mayTake(code: ReadinessCode, held: readonly Role[]): boolean {
  const able = rolesFor(code)
  return able.length === 0 ? held.length > 0 : able.some((role) => held.includes(role))
}
