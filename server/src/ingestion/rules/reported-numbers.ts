import type { EventId } from '@muster/contract/ids'
import type { LastReported } from '@muster/domain/objectives/last-reported'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { isFromSource, isSeen, type Observation } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { createCache } from '../../cache.ts'
import { gatherReported } from '../stash/observe-snapshots.ts'
import type { RuleBook } from './fact-rules.ts'

/** Evaluation position of an event, and the rules in use. */
export interface EvaluationPoint {
  /** The id of a snapshot or of a tracked reading. */
  readonly position: number
  readonly book: RuleBook
}

/**
 * Cache of the last number that each source of an event reported, to avoid reading the ledger each time. It is valid as long as
 * no other process has evaluated (the position is unchanged) and no facts were replaced or renamed (both make a new rule book);
 * otherwise it is cleared.
 */
export interface ReportedMemory {
  /** The cached numbers of a source, as a copy that the caller may change; undefined if they have to be read. */
  recall(at: EvaluationPoint, source: string): LastReported | undefined
  /** Stores the result of an evaluation between two points; to be called after the commit. */
  keep(from: EvaluationPoint, to: EvaluationPoint, reported: ReadonlyMap<string, LastReported>): void
}

const copy = (reported: LastReported): LastReported => new Map([...reported].map(([team_id, own]) => [team_id, new Map(own)]))

const countNumbers = (reported: LastReported) => [...reported.values()].reduce((sum, { size }) => sum + size, 1)

const isSame = (a: EvaluationPoint, b: EvaluationPoint) => a.position === b.position && a.book === b.book

export function createReportedMemory(): ReportedMemory {
  const known = createCache<string, LastReported>('reported', countNumbers)
  let valid_at: EvaluationPoint | null = null
  return {
    recall(at, source) {
      const found = valid_at !== null && isSame(valid_at, at) ? known.get(source) : undefined
      return found && copy(found)
    },
    keep(from, to, reported) {
      if (valid_at === null || !isSame(valid_at, from)) known.clear()
      for (const [source, one] of reported) known.set(source, one)
      valid_at = to
    },
  }
}

/**
 * The last numbers that sources reported, according to their facts. Goes from one objective and team of a source to the next in
 * index steps: a tab is observed thousands of times, and its history is not read again.
 */
async function loadReported(tx: Tx, event_id: EventId, sources: readonly string[]): Promise<Map<string, LastReported>> {
  if (sources.length === 0) return new Map()
  type Latest = Pick<Row<'facts'>, 'source' | 'objective_id' | 'team_id' | 'number'>
  const query = sql<Latest>`
    with recursive reported as (
      select latest.* from unnest(${sources}::text[]) as wanted (source) cross join lateral (
        select source, objective_id, team_id, number from facts
        where event_id = ${event_id} and ${isFromSource(sql`wanted.source`)} and kind = 'fact' and ${isSeen}
        order by objective_id, team_id, sequence desc limit 1
      ) latest
      union all
      select latest.* from reported cross join lateral (
        select source, objective_id, team_id, number from facts
        where event_id = ${event_id} and ${isFromSource(sql`reported.source`)} and kind = 'fact' and ${isSeen}
          and (objective_id, team_id) > (reported.objective_id, reported.team_id)
        order by objective_id, team_id, sequence desc limit 1
      ) latest
    )
    select * from reported where number <> 0`
  return gatherReported((await query.execute(tx)).rows)
}

/**
 * The last numbers that these sources reported, as a copy that the caller may change; the caller holds the lock against other
 * writers.
 * @param memory without it everything is read from the ledger.
 */
export async function readReported(
  tx: Tx,
  event_id: EventId,
  sources: Iterable<string>,
  at: EvaluationPoint,
  memory?: ReportedMemory,
): Promise<Map<string, LastReported>> {
  const known = [...new Set(sources)].map((source) => [source, memory?.recall(at, source)] as const)
  const missing = known.flatMap(([source, one]) => (one ? [] : [source]))
  const read = await loadReported(tx, event_id, missing)
  return new Map(known.map(([source, one]) => [source, one ?? read.get(source) ?? new Map()]))
}

/** Whether a source shows another number than it last reported; updates `reported`. */
export function hasChanged(reported: Map<string, LastReported>, { source, team_id, objective_id, number }: Observation): boolean {
  const teams: LastReported = reported.get(source) ?? new Map()
  const own = teams.get(team_id) ?? new Map<number, number>()
  if ((own.get(objective_id) ?? 0) === number) return false
  own.set(objective_id, number)
  reported.set(source, teams.set(team_id, own))
  return true
}
