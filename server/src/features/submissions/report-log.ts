import type { LogReport } from '@muster/contract/game-log'
import type { Suspicion } from '@muster/contract/submissions'
import { isOfGame, writeLogLine } from '@muster/domain/game-log/log-line'
import { listLogResults } from '@muster/domain/game-log/log-numbers'
import { hasClockJump, isLevelOutOfOrder } from '@muster/domain/game-log/log-signs'
import { findCounts } from '@muster/domain/scoring/aggregations/counts'
import { readClaimWindow } from '@muster/domain/submissions/claim'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { spanOf } from '../../db/event-columns.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import {
  countLogEvents,
  insertLogEvents,
  listLogEvents,
  listRejectedNumbers,
  listSharedCharacters,
  type StoredLogEvent,
} from './log-events.ts'
import { type Goal, listGoals } from './log-goals.ts'
import { listHighestNumbers, listReport, type StoredSubmission, toClaimed } from './store.ts'
import { type Author, demandRunning, demandTime, storeResults, type TimedResult } from './store-report.ts'

/** Upper bound for one player in one event. A league of a month with 300 areas a day stays below a fifth. */
const maxStoredEvents = 50_000

// The proof of such a submission is the line; its comment names the clock of its time.
const readLive = 'From the game’s log, read as the game wrote it.'
const readLater = 'From the game’s log, read later: the time is that of the player’s computer.'

function toGoal(event: Row<'events'>, objective: Goal) {
  const { number_field, asks, required_number, aggregation } = objective
  const window = readClaimWindow(toClaimed(objective), spanOf(event))
  return { number_field, asks, required_number, only_first: findCounts(aggregation) === 'first', ...window }
}

interface ReportedLog {
  readonly event: Row<'events'>
  readonly author: Author
  readonly goals: readonly Goal[]
  readonly report: LogReport
}

/** The time that a line shows, read without a zone. */
const readClock = (logged: string) => Date.parse(`${logged.replaceAll('/', '-').replace(' ', 'T')}Z`)

type TimedEvent = StoredLogEvent & { readonly happened_at: number }

/** The signs that results of these events may be wrong. */
async function readSigns(tx: Tx, { event, author: { user_id }, report }: ReportedLog, all: readonly TimedEvent[]) {
  const characters = [...new Set(all.map(({ character }) => character))].filter((character) => character !== '')
  const shared = await listSharedCharacters(tx, event.id, user_id, characters)
  const lines = report.events.map((one) => ({ ...one, clock_ms: readClock(one.logged) }))
  const jumps = hasClockJump(lines, all)
  return (shown: TimedEvent): Suspicion[] => [
    ...(jumps ? (['log_clock_jumps'] as const) : []),
    ...(isLevelOutOfOrder(shown, all) ? (['log_level_out_of_order'] as const) : []),
    ...(shared.has(shown.character) ? (['log_of_two_players'] as const) : []),
  ]
}

/** The results of the player's stored events that are not reported yet. */
async function listResults(tx: Tx, log: ReportedLog): Promise<TimedResult[]> {
  const kinds = new Set(log.goals.map(({ kind }) => kind))
  if (kinds.size === 0) return []
  const { event, goals, report } = log
  const { user_id } = log.author
  const all = (await listLogEvents(tx, event.id, user_id, kinds)).map((one) => ({ ...one, happened_at: one.timestamp.getTime() }))
  const ids = goals.map(({ id }) => id)
  const highest = await listHighestNumbers(tx, user_id, ids)
  const rejected = await listRejectedNumbers(tx, user_id, ids)
  const listSigns = await readSigns(tx, log, all)
  return goals.flatMap((objective) => {
    const known = { highest: highest.get(objective.id) ?? 0, rejected: rejected.get(objective.id) ?? 0 }
    const found = listLogResults(toGoal(event, objective), known, all)
    return found.map(({ number, event: one }) => ({
      objective_id: objective.id,
      objective_type: 'PLAYER' as const,
      number,
      rules: objective.rules,
      report_key: report.key,
      happened_at: one.happened_at,
      proof: `${one.logged} ${writeLogLine(one)}`,
      comment: one.is_live ? readLive : readLater,
      suspicions: listSigns(one),
    }))
  })
}

/**
 * Stores events from the log of a player's game that an objective asks for, and the submissions that follow. An event is stored
 * once, however often its line is read and sent; sent again, it also counts for objectives that are new since then.
 * @throws Refusal event_over, reports_refused, log_refused, log_full, invalid_request
 */
export function reportLog(
  ctx: Context,
  event: Row<'events'>,
  author: Author,
  report: LogReport,
): Promise<{ readonly added: number; readonly submissions: StoredSubmission[] }> {
  const { key, events } = report
  const { user_id } = author
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const stored = await listReport(tx, event.id, user_id, key)
    if (stored.length > 0) return { added: 0, submissions: stored }
    const now = ctx.clock.now()
    demandRunning(event, now)
    const goals = await listGoals(tx, event, now)
    if (event.reports === 'refused' && goals.length === 0) throw new Refusal('reports_refused')
    if (event.game_log === 'off') throw new Refusal('log_refused')
    if (!events.every((one) => isOfGame(one, event.game_version)))
      throw new Refusal('invalid_request', 'The game writes no such line')
    if ((await countLogEvents(tx, event.id, user_id)) >= maxStoredEvents) throw new Refusal('log_full')
    const asked = events.filter((one) => goals.some(({ asks }) => asks(one)))
    const arrived = asked.map(({ timestamp, ...one }) => ({
      ...one,
      event_id: event.id,
      user_id,
      is_live: timestamp === null,
      timestamp: new Date(demandTime(event, timestamp ?? new Date(now).toISOString(), now)),
    }))
    const added = arrived.length > 0 ? await insertLogEvents(tx, arrived) : 0
    const results = await listResults(tx, { event, author, goals, report })
    return { added, submissions: await storeResults({ ctx, tx, event, author, now }, results) }
  })
}
