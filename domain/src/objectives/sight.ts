import type { ItemField } from '@muster/contract/conditions'
import type { Event } from '@muster/contract/events'
import type { ProofRule } from '@muster/contract/report-rules'
import type { NumberField } from '@muster/contract/objectives'
import { isInGame, isOfCharacters } from '../characters/numbers.ts'
import { isMet } from '../conditions/alternatives.ts'
import { type Clause, readClauses } from '../conditions/clauses.ts'
import { holdWhenEmpty } from '../conditions/possible.ts'
import { games } from '../events/games.ts'
import { countsDeposits, type NamedObjective, type PresetMethods } from '../scoring/attribution.ts'
import type { ReportRules } from '../submissions/report-rules.ts'
import { findLogKind } from '../game-log/log-numbers.ts'
import { findKind } from './kinds.ts'

/**
 * The ways in which the results of an objective arrive, best first: read from the game; as the copied text of an item, in the code
 * of a build, from the log of the player's game, as a number, or as a submission, all reported by players; as a deposit in a guild
 * log; added by a judge; counted from its parts; not at all.
 */
export const sightWays = [
  'tracked',
  'item_text',
  'build_code',
  'log',
  'number',
  'submission',
  'guild_log',
  'by_hand',
  'parts',
  'none',
] as const
export type SightWay = (typeof sightWays)[number]

/** The choices of an event and of its server that decide how an objective is seen; `reports` is the rule of the objective. */
export interface SightChoices extends Pick<Event, 'game_version' | 'reports' | 'game_log' | 'guild_log'> {
  readonly reads_game: boolean
  readonly presets: PresetMethods
}

/** An objective, as stored or as pages receive it. */
export interface SightedObjective extends NamedObjective {
  readonly number_field: NumberField | ''
}

/** Fields that a copied text never shows: the reader leaves them empty. */
const fieldsNotCopied: ReadonlySet<ItemField> = new Set(['ICON_NAME', 'INCUBATOR_KILLS', 'WORN_BY'])
/** A code also names the class of the wearer. */
const fieldsNotInCodes: ReadonlySet<ItemField> = new Set(['ICON_NAME', 'INCUBATOR_KILLS'])

/** Whether some item can satisfy all of these without the fields that its text never shows. */
const canSatisfy = (clauses: readonly Clause[], missing: ReadonlySet<ItemField>): boolean =>
  clauses.every((clause) => isMet(clause, (condition) => !missing.has(condition.field) || holdWhenEmpty([condition])))

/** The clauses of an objective that counts items; null: nothing completes it. */
function readItemClauses({ conditions }: SightedObjective): readonly Clause[] | null {
  return conditions.length === 0 ? null : readClauses(conditions)
}

/** How an objective is seen, best way first: where the game is read, players may also report. Empty for a masked objective. */
export function listSightWays(objective: SightedObjective, choices: SightChoices): readonly SightWay[] {
  const { game_version, reports, game_log, guild_log, reads_game, presets } = choices
  const kind = findKind(objective)
  if (kind === null || objective.number_field === '') return []
  if (kind.counts === 'parts') return ['parts']
  const clauses = kind.counts === 'items' ? readItemClauses(objective) : []
  if (clauses === null || !isInGame(objective.number_field, game_version)) return ['none']
  const isTracked = kind.number_of === null ? kind.counts === 'items' : isOfCharacters(objective.number_field)
  const ways: SightWay[] = reads_game && isTracked ? ['tracked'] : []
  const isRefused = kind.counts !== 'submissions' && reports === 'refused'
  if (kind.reported_as !== null && !isRefused) {
    if (game_log === 'followed' && findLogKind(objective) !== null) ways.push('log')
    if (canSatisfy(clauses, fieldsNotCopied)) ways.push(kind.reported_as)
    else if (canSatisfy(clauses, fieldsNotInCodes)) ways.push('build_code')
  }
  if (games[game_version].guild_logs && countsDeposits(objective, presets, guild_log)) ways.push('guild_log')
  return ways.length > 0 ? ways : ['by_hand']
}

const proved: ReadonlySet<SightWay> = new Set(['item_text', 'build_code', 'number', 'submission'])

/** The proof that reports on an objective need; null: the way has no proof. */
export function readProofRule(way: SightWay, { report_proof }: Pick<ReportRules, 'report_proof'>): ProofRule | null {
  return proved.has(way) ? report_proof : null
}

/** Whether a way is a sighting: a judge's word and the parts of a category are not. */
export const isSighting = (way: SightWay | undefined): boolean =>
  way !== undefined && way !== 'by_hand' && way !== 'parts' && way !== 'none'
