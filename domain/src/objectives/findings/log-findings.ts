import type { GameVersion } from '@muster/contract/events'
import { compileCondition } from '../../conditions/compile.ts'
import { isBoss } from '../../game-log/boss-lines.ts'
import { isLogField } from '../../game-log/log-fields.ts'
import { listConditionFields } from '../condition-fields.ts'
import type { ConditionDefinition, ObjectiveDefinition } from '../definition.ts'
import { type Finding, say, shorten } from './finding.ts'

type Report = Pick<Finding, 'code' | 'severity' | 'sentence'>

function* listUnknownBosses(condition: ConditionDefinition, game_version: GameVersion): Generator<string> {
  const compiled = compileCondition(condition)
  if (condition.field !== 'BOSS' || !compiled.ok || compiled.probe?.kind !== 'equals') return
  for (const text of compiled.probe.texts) if (!isBoss(text, game_version)) yield text
}

/** Conditions on lines of the log that no line satisfies. */
export function* reviewLogConditions(objective: ObjectiveDefinition, game_version: GameVersion): Generator<Report> {
  const fields = listConditionFields(objective)
  for (const condition of objective.conditions) {
    const { field, operator } = condition
    if (!isLogField(field)) continue
    const compiled = compileCondition(condition)
    if (!fields.includes(field)) {
      const sentence = say`No line of the log counts for ${objective}: it has a condition on ${field}, which its number does not have.`
      yield { code: 'never_matches', severity: 'error', sentence }
    } else if (!compiled.ok) {
      const sentence = say`No line of the log counts for ${objective}: ${field} ${operator} is invalid, because ${compiled.reason}.`
      yield { code: 'refused_condition', severity: 'error', sentence }
    }
    for (const boss of listUnknownBosses(condition, game_version)) {
      const sentence = say`${objective} asks for the boss "${shorten(boss)}", whose last words are not known.`
      yield { code: 'unknown_name', severity: 'warning', sentence }
    }
  }
}
