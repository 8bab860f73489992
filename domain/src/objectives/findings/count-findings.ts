import { readMostNumber } from '../../characters/numbers.ts'
import { findCounts } from '../../scoring/aggregations/counts.ts'
import type { EventDefinition, ObjectiveDefinition } from '../definition.ts'
import { objectiveKinds } from '../kinds.ts'
import { type Finding, say } from './finding.ts'
import type { KnownNames } from './known-names.ts'

/** Required numbers that no player can reach. A team's number is the sum over its players. */
export function* reviewNumbers(
  objective: ObjectiveDefinition,
  names: KnownNames,
  { personal_objectives }: Pick<EventDefinition, 'personal_objectives'>,
): Generator<Pick<Finding, 'code' | 'severity' | 'sentence'>> {
  const { objective_type, number_field, required_number, aggregation } = objective
  const { number_of } = objectiveKinds[objective_type]
  if (number_of === null) return
  // A gain within a window is finished when the window closes, whatever the number.
  if (findCounts(aggregation) === 'gain') return
  const ofPlayer = readMostNumber(number_field, {
    game_version: names.game_version,
    personal_objectives: personal_objectives ?? null,
  })
  if (ofPlayer === 0) {
    yield { code: 'never_matches', severity: 'error', sentence: say`${objective} counts a number that this game does not have.` }
    return
  }
  const isCounting = (objective.players_from ?? null) !== null
  if (ofPlayer === null && !isCounting) return
  const players_from = objective.players_from ?? 0
  if (ofPlayer !== null && players_from > ofPlayer) {
    const sentence = say`No team can complete ${objective}: players count from ${players_from} on, and a player can reach ${ofPlayer} at most.`
    yield { code: 'impossible_value', severity: 'error', sentence }
    return
  }
  const players = number_of === 'player' ? 1 : names.largest_team
  if (players === null || players === 0) return
  const most = isCounting ? players : (ofPlayer ?? Number.POSITIVE_INFINITY) * players
  if (required_number <= most) return
  const who = number_of === 'player' ? 'a player' : `a team of ${players}`
  yield {
    code: 'impossible_value',
    severity: 'error',
    sentence: say`Nobody can complete ${objective}: it requires ${required_number}, and ${who} can reach ${most} at most.`,
  }
}
