import type { EventId } from '@muster/contract/ids'
import type { LastReported } from '@muster/domain/objectives/last-reported'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { isFromSource, isSeen, type Observation } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { createWeighed } from '../../recent.ts'
import { gatherReported } from '../stash/observe-snapshots.ts'
import type { RuleBook } from './fact-rules.ts'

/** Numbers of all sources together, some 60 bytes each: of 3,000 full tabs. */
const mostNumbers = 100_000

/** How far an event is evaluated, and the rules that its facts are made by. */
export interface EvaluationPoint {
  /** The id of a snapshot or of a tracked reading. */
  readonly position: number
  readonly book: RuleBook
}

/**
 * What the sources of an event reported last, as this process has written it, so that it is not read from the ledger each time. It
 * holds as long as nobody else has evaluated (the position is where it was left) and no facts were replaced or renamed (each of which
 * makes a new rule book); otherwise everything is forgotten.
 */
export interface ReportedMemory {
  /** What is known of a source, to be changed by the caller; undefined: it has to be read. */
  recall(at: EvaluationPoint, source: string): LastReported | undefined
  /** Takes over what was evaluated from one point on; only once that is committed. */
  keep(from: EvaluationPoint, to: EvaluationPoint, reported: ReadonlyMap<string, LastReported>): void
}

const copy = (reported: LastReported): LastReported => new Map([...reported].map(([team_id, own]) => [team_id, new Map(own)]))

const countNumbers = (reported: LastReported) => [...reported.values()].reduce((sum, { size }) => sum + size, 1)

const isSame = (a: EvaluationPoint, b: EvaluationPoint) => a.position === b.position && a.book === b.book

export function createReportedMemory(): ReportedMemory {
  const open = () => createWeighed<string, LastReported>(mostNumbers, countNumbers)
  let known = open()
  let valid_at: EvaluationPoint | null = null
  return {
    recall(at, source) {
      const found = valid_at !== null && isSame(valid_at, at) ? known.get(source) : undefined
      return found && copy(found)
    },
    keep(from, to, reported) {
      if (valid_at === null || !isSame(valid_at, from)) known = open()
      for (const [source, one] of reported) known.set(source, one)
      valid_at = to
    },
  }
}

/**
 * What sources reported last, according to their facts. From one objective and team of a source to the next in steps down an
 * index: a tab is observed thousands of times, and its history is not read again.
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
 * What these sources reported last, to be changed by the caller, who holds what keeps others from writing of them.
 * @param memory without it all is read from the ledger.
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

/** Whether a source shows another number than it reported last, which is updated. */
export function hasChanged(reported: Map<string, LastReported>, { source, team_id, objective_id, number }: Observation): boolean {
  const teams: LastReported = reported.get(source) ?? new Map()
  const own = teams.get(team_id) ?? new Map<number, number>()
  if ((own.get(objective_id) ?? 0) === number) return false
  own.set(objective_id, number)
  reported.set(source, teams.set(team_id, own))
  return true
}
