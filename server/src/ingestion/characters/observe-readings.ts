import type { GameVersion } from '@muster/contract/events'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { readPlayerNumber, readsFigures, readTeamNumber } from '@muster/domain/characters/numbers'
import type { PlayerRules } from '@muster/domain/characters/personal-points'
import type { PlayerState } from '@muster/domain/characters/player-state'
import { type FactRule, type NumberRule, readsItems } from '@muster/domain/objectives/fact-rule'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Observation } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { isWithin } from '../rules/fact-rules.ts'
import { loadValues, noValues } from './values.ts'

/** The readings that count from a time on: for one player, or (without a user) for a whole team. */
export type TrackedReading = Pick<Row<'tracked_readings'>, 'timestamp' | 'team_id' | 'user_id' | 'reading_ids' | 'figures_only'>

/** The states in these readings, by reading id. */
export async function loadStates(db: Db, ids: readonly number[]): Promise<Map<number, PlayerState>> {
  const rows = await db
    .selectFrom('character_readings')
    .select(['id', ...stateColumns, 'values_id'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]})`)
    .execute()
  return withValues(db, rows)
}

export const stateColumns = [
  'level',
  'experience',
  'ascendancy_points',
  'pantheon_major',
  'pantheon_minor',
  'delve_depth',
  'atlas_node_count',
] as const
export type StateRow = Pick<Row<'character_readings'>, 'id' | (typeof stateColumns)[number] | 'values_id'>

/** The states of these readings, with the values that they refer to, by reading id. */
export async function withValues(db: Db, rows: readonly StateRow[]): Promise<Map<number, PlayerState>> {
  const values = await loadValues(
    db,
    rows.map(({ values_id }) => values_id),
  )
  return new Map(
    rows.map(({ id, values_id, ...state }) => [id, { ...state, ...(values.get(values_id ?? 0) ?? noValues) }] as const),
  )
}

/** The number of every rule for each player and team, in order, changed or not. */
export function observeReadings(
  tracked: readonly TrackedReading[],
  states: ReadonlyMap<number, PlayerState>,
  rules: ReadonlyMap<number, FactRule>,
  game_version: GameVersion,
): Observation[] {
  const observations: Observation[] = []
  for (const { timestamp, team_id, user_id, reading_ids, figures_only } of tracked) {
    const players = reading_ids.flatMap((id) => states.get(id) ?? [])
    for (const [id, rule] of rules) {
      if (readsItems(rule) || !isWithin(rule, timestamp.getTime())) continue
      if (figures_only && !readsFigures(rule)) continue
      const number = readNumber(rule, user_id !== null, players, {
        game_version,
        personal_objectives: rule.personal_objectives ?? null,
      })
      if (number === null) continue
      const source = user_id === null ? `team:${team_id}` : `user:${user_id}`
      observations.push({ objective_id: id as ObjectiveId, team_id, user_id, source, number, timestamp })
    }
  }
  return observations
}

function readNumber(rule: NumberRule, isPlayer: boolean, players: readonly PlayerState[], rules: PlayerRules): number | null {
  if (isPlayer !== (rule.reads === 'player')) return null
  if (!isPlayer) return readTeamNumber(rule, players, rules)
  const [player] = players
  return player ? readPlayerNumber(rule.number_field, player, rules, rule.pieces_from) : null
}

export async function listTrackedReadings(
  db: Db,
  event_id: EventId,
  after: number,
  limit: number,
): Promise<(TrackedReading & { readonly id: number })[]> {
  return db
    .selectFrom('tracked_readings')
    .select(['id', 'timestamp', 'team_id', 'user_id', 'reading_ids', 'figures_only'])
    .where('event_id', '=', event_id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
