import type { WhatIf } from '@muster/contract/definition'
import type { GameVersion } from '@muster/contract/events'
import type { BrokenExample } from '@muster/contract/item-checks'
import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import type { EventDefinition, ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { isCategory } from '@muster/domain/objectives/kinds'
import { type FactRule, mustRematch, readFactRule } from '@muster/domain/objectives/fact-rule'
import { diffBoards } from '@muster/domain/scoring/diff'
import type { Fact } from '@muster/domain/scoring/ledger'
import type { Scoreboard } from '@muster/domain/scoring/score'
import { rankTeams } from '@muster/domain/scoring/team-ranks'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { readAllDeposits } from '../../ingestion/guild/record-deposits.ts'
import { loadRules } from '../../ingestion/rules/fact-rules.ts'
import { findFacts } from '../../ingestion/rules/find-facts.ts'
import { draftLedger } from './draft-ledger.ts'
import { foldBoth } from './fold-both.ts'
import { chooseMoments, type Folded } from './fold-over-time.ts'
import { listStoredFacts, type StoredFact } from './stored-facts.ts'

/** A hypothetical change: the definition before and after, and its other effects. */
export interface Change {
  readonly event_id: EventId
  readonly game_version: GameVersion
  /** There is no stored data left to re-evaluate. */
  readonly is_final: boolean
  readonly definition_version: number
  readonly current: EventDefinition
  readonly wanted: EventDefinition
  /** Ledger entries appended by the change itself. */
  readonly appended: readonly StoredFact[]
  /** Keys of new objectives. */
  readonly keys: ReadonlyMap<number, string>
  readonly removed_conditions: number
  readonly broken_examples: readonly BrokenExample[]
  /** Milliseconds on the event clock. */
  readonly now: number
  readonly options: MatcherOptions
}

/** Upper bound for the listed objectives; an edit high up in the tree moves thousands. */
const maxObjectives = 500

/** The ledger before the change, and after the change with its re-evaluation. */
export async function readDraftLedger(db: Db, { event_id, wanted, options, appended, is_final }: Change) {
  const stored = await listStoredFacts(db, event_id)
  const { rules, rematched } = is_final ? nothingRematched : listRematched(await loadRules(db, event_id), wanted)
  const { facts: observed, read } = await findFacts(db, event_id, rules, options)
  const ledger = draftLedger(stored, {
    objective_ids: new Set(wanted.objectives.map(({ id }) => id)),
    team_ids: new Set(wanted.team_ids),
    rematched,
    observed,
    deposits: is_final ? null : await readAllDeposits(db, event_id, wanted),
    appended,
  })
  return { ...ledger, read, sequence: stored.at(-1)?.sequence ?? 0 }
}

/** The effect of a change on the standings, as of one moment of the database; reads only. */
export function computeEffect(db: Db, change: Change): Promise<Omit<WhatIf, 'computed_ms'>> {
  return db.transact(async (tx) => {
    tx.defer(sql`set transaction isolation level repeatable read, read only`)
    const { current, wanted, now } = change
    const ledger = await readDraftLedger(tx, change)
    const moments = chooseMoments([...ledger.now, ...ledger.after], wanted, now)
    const old = { definition: current, facts: ledger.now }
    const { before, after } = foldBoth(old, { definition: wanted, facts: ledger.after }, moments, now)
    const gone = listGone(current, wanted)
    return {
      definition_version: change.definition_version,
      ledger_sequence: Math.max(change.definition_version, ledger.sequence),
      teams: compareTeams(wanted, before, after),
      objectives: compareObjectives(change, before.board, after.board),
      history: compareOverTime(wanted, moments, before, after),
      facts: { read: ledger.read, added: ledger.added, removed: ledger.removed },
      removed: {
        objectives: gone.filter((objective) => !isCategory(objective)).length,
        conditions: change.removed_conditions,
        facts: countFacts(gone, ledger.now),
        submissions: await countSubmissions(tx, gone),
        points: sumPoints(gone, before.board),
      },
      broken_examples: [...change.broken_examples],
    }
  })
}

function countFacts(gone: readonly ObjectiveDefinition[], facts: readonly Fact[]): number {
  const ids = new Set(gone.map(({ id }) => id))
  return facts.filter(({ objective_id }) => ids.has(objective_id)).length
}

const nothingRematched: ReturnType<typeof listRematched> = { rules: new Map(), rematched: new Set() }

/** Objectives whose rule changes; see `planRematches`. */
function listRematched(made: ReadonlyMap<number, FactRule>, wanted: EventDefinition) {
  const rules = new Map<number, FactRule>()
  const rematched = new Set<number>()
  for (const objective of wanted.objectives) {
    const rule = readFactRule(objective, wanted)
    if (!mustRematch(made.get(objective.id) ?? null, rule)) continue
    rematched.add(objective.id)
    if (rule !== null) rules.set(objective.id, rule)
  }
  return { rules, rematched }
}

function listGone(current: EventDefinition, wanted: EventDefinition): ObjectiveDefinition[] {
  const kept = new Set(wanted.objectives.map(({ id }) => id))
  return current.objectives.filter(({ id }) => !kept.has(id))
}

async function countSubmissions(db: Db, gone: readonly ObjectiveDefinition[]): Promise<number> {
  if (gone.length === 0) return 0
  const row = await db
    .selectFrom('submissions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('objective_id', '=', sql<ObjectiveId>`any(${gone.map(({ id }) => id)})`)
    .executeTakeFirstOrThrow()
  return row.count
}

function sumPoints(gone: readonly ObjectiveDefinition[], board: Scoreboard): number {
  const points = gone.flatMap(({ id }) => [...(board.get(id)?.values() ?? [])].map((score) => score.points))
  return points.reduce((sum, one) => sum + one, 0)
}

function compareTeams({ team_ids }: EventDefinition, before: Folded, after: Folded): WhatIf['teams'] {
  const none: ReadonlyMap<number, number> = new Map()
  const ranked = new Map(rankTeams(after.totals.at(-1) ?? none, team_ids).map((team) => [team.team_id, team]))
  return rankTeams(before.totals.at(-1) ?? none, team_ids).map(({ team_id, points, rank }) => ({
    team_id: team_id as TeamId,
    points_now: points,
    points_then: ranked.get(team_id)?.points ?? 0,
    rank_now: rank,
    rank_then: ranked.get(team_id)?.rank ?? 0,
  }))
}

function compareObjectives({ current, wanted, keys }: Change, before: Scoreboard, after: Scoreboard): WhatIf['objectives'] {
  const known = new Set(current.objectives.map(({ id }) => id))
  const definitions = new Map([...current.objectives, ...wanted.objectives].map((one) => [one.id, one]))
  const moved = new Map<number, WhatIf['objectives'][number]['teams']>()
  for (const { objective_id, team_id, before: old, after: next } of diffBoards(before, after)) {
    const [points_now, points_then] = [old?.points ?? 0, next?.points ?? 0]
    if (points_now === points_then) continue
    moved.set(objective_id, [...(moved.get(objective_id) ?? []), { team_id: team_id as TeamId, points_now, points_then }])
  }
  const sizeOf = (teams: WhatIf['objectives'][number]['teams']) =>
    teams.reduce((sum, { points_now, points_then }) => sum + Math.abs(points_then - points_now), 0)
  return [...moved]
    .sort(([a, one], [b, other]) => sizeOf(other) - sizeOf(one) || a - b)
    .slice(0, maxObjectives)
    .map(([id, teams]) => ({
      objective_id: known.has(id) ? id : 0,
      key: keys.get(id) ?? null,
      name: definitions.get(id)?.name ?? '',
      path: listNamesAbove(id, definitions),
      teams,
    }))
}

function listNamesAbove(id: number, definitions: ReadonlyMap<number, ObjectiveDefinition>): string[] {
  const names: string[] = []
  const start = definitions.get(id)?.parent_id ?? null
  // Ends at the root, whose name is not shown; the number of steps is limited in case of a cycle.
  for (let at = start, steps = 0; at !== null && steps < definitions.size; steps++) {
    const one = definitions.get(at)
    if (!one || one.parent_id === null) break
    names.unshift(one.name)
    at = one.parent_id
  }
  return names
}

/** Omits teams outside the top two whose points are the same throughout: their lines would show nothing. */
function listTold({ team_ids }: EventDefinition, before: Folded, after: Folded): number[] {
  const top = rankTeams(before.totals.at(-1) ?? new Map(), team_ids).slice(0, 2)
  return team_ids.filter(
    (id) =>
      top.some(({ team_id }) => team_id === id) ||
      before.totals.some((totals, at) => (totals.get(id) ?? 0) !== (after.totals[at]?.get(id) ?? 0)),
  )
}

function compareOverTime(
  definition: EventDefinition,
  moments: readonly number[],
  before: Folded,
  after: Folded,
): WhatIf['history'] {
  const told = listTold(definition, before, after)
  return moments.map((moment, at) => ({
    timestamp: new Date(moment).toISOString(),
    teams: told.map((team_id) => ({
      team_id: team_id as TeamId,
      points_now: before.totals[at]?.get(team_id) ?? 0,
      points_then: after.totals[at]?.get(team_id) ?? 0,
    })),
  }))
}
