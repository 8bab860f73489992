import type { LogEvent, LogEventKind } from '@muster/contract/game-log'
import type { NumberField } from '@muster/contract/objectives'
import { findKind } from '../objectives/kinds.ts'
import { findCounts } from '../scoring/aggregations/counts.ts'
import { countFinishedActs } from './acts.ts'

/** The part of a log event that a number is read from. */
type Counted = Pick<LogEvent, 'kind' | 'value' | 'number'>

/** How a number of a player follows from the log: the kind of its events, and a function that takes them in the order of time. */
interface LogNumber {
  readonly kind: LogEventKind
  readonly start: () => (event: Counted) => number
}

const highest = (read: (event: Counted) => number) => () => {
  let most = 0
  return (event: Counted) => (most = Math.max(most, read(event)))
}

function startCount() {
  let count = 0
  return () => ++count
}

function startDistinct() {
  const seen = new Set<string>()
  return ({ value }: Counted) => seen.add(value).size
}

const logNumbers: Partial<Readonly<Record<NumberField, LogNumber>>> = {
  PLAYER_LEVEL: { kind: 'level', start: highest(({ number }) => number) },
  DEATHS: { kind: 'death', start: startCount },
  AREA_LEVEL: { kind: 'area', start: highest(({ number }) => number) },
  AREAS_ENTERED: { kind: 'area', start: startDistinct },
  ACTS_FINISHED: { kind: 'area', start: highest(({ value }) => countFinishedActs(value)) },
  PASSIVES_ALLOCATED: { kind: 'passive', start: startDistinct },
  BOSS_LINES: { kind: 'boss', start: startDistinct },
}

/** Null: the game's log does not show this number. */
const findLogNumber = (number_field: NumberField | ''): LogNumber | null =>
  number_field === '' ? null : (logNumbers[number_field] ?? null)

export interface LoggedObjective {
  readonly objective_type: string
  readonly number_field: NumberField | ''
  readonly aggregation: string
}

/**
 * The kind of the events that an objective counts; null: the log does not show it. The lowest of a player's numbers would always be
 * the first, and a gain needs the number at the beginning of its window, which no report has.
 */
export function findLogKind(objective: LoggedObjective): LogEventKind | null {
  const counts = findCounts(objective.aggregation)
  const isShown = counts === 'first' || counts === 'highest' || counts === 'sum'
  return isShown && findKind(objective)?.number_of === 'player' ? (findLogNumber(objective.number_field)?.kind ?? null) : null
}

/** A stored event of the log, with the time that counts (ms). */
export interface TimedLogEvent extends Counted {
  readonly happened_at: number
}

/** A number that the log shows from a moment on, and the event that shows it. */
export interface LogResult<E> {
  readonly number: number
  readonly event: E
}

/** The objective that a number is for. Times in milliseconds, both ends included. */
export interface LogGoal {
  readonly number_field: NumberField
  /** Whether it counts an event. */
  readonly asks: (event: Counted) => boolean
  readonly required_number: number
  /** Only the first completion matters: lower and later numbers change nothing. */
  readonly only_first: boolean
  readonly from: number
  readonly to: number
}

function listNumbers<E extends TimedLogEvent>({ number_field, asks, from, to }: LogGoal, events: readonly E[]): LogResult<E>[] {
  const row = findLogNumber(number_field)
  if (!row) return []
  const count = row.start()
  return events
    .filter((event) => event.kind === row.kind && asks(event) && event.happened_at >= from && event.happened_at <= to)
    .map((event) => ({ event, number: count(event) }))
}

/** The numbers of a player for an objective before a report; 0: none. */
export interface KnownNumbers {
  /** Tracked, or reported and not rejected. */
  readonly highest: number
  /** The highest that a judge rejected: its line is not reported again. */
  readonly rejected: number
}

/**
 * The results that events of the log add for an objective, at most two: the first with the required number, and the highest.
 * @param events all that are stored, in the order of time: an objective may be newer than they are
 */
export function listLogResults<E extends TimedLogEvent>(
  goal: LogGoal,
  { highest: before, rejected }: KnownNumbers,
  events: readonly E[],
): LogResult<E>[] {
  const risen = listNumbers(goal, events).filter(({ number }) => number > before && number > rejected)
  const reached = before < goal.required_number ? risen.find(({ number }) => number >= goal.required_number) : undefined
  // `find` from the end would give the last event of the highest number, which may be later than the first.
  const last = risen.find(({ number }) => number === risen.at(-1)?.number)
  const chosen = goal.only_first ? [reached] : [reached, last]
  return chosen.filter((one, place): one is LogResult<E> => one !== undefined && (place > 0 || !supersedes(chosen[1], one)))
}

/** Whether another result at the same moment replaces this one. */
const supersedes = <E extends TimedLogEvent>(other: LogResult<E> | undefined, one: LogResult<E>) =>
  other !== undefined && other.event.happened_at === one.event.happened_at
