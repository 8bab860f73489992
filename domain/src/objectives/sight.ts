import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import { readMostNumber } from '../characters/numbers.ts'
import { type Clause, readClauses } from '../conditions/clauses.ts'
import { holdWhenEmpty } from '../conditions/possible.ts'
import type { ConditionDefinition } from './definition.ts'
import { findKind } from './kinds.ts'

/**
 * The ways in which the results of an objective arrive, best first: read from the game; as the copied text of an item, as a
 * number, or as a submission, all reported by players; added by a judge; counted from its parts; not at all.
 */
export const sightWays = ['tracked', 'item_text', 'number', 'submission', 'by_hand', 'parts', 'none'] as const
export type SightWay = (typeof sightWays)[number]

/** The choices of an event that decide how its objectives are seen. */
export interface SightChoices {
  readonly game_version: GameVersion
  readonly reports: 'reviewed' | 'honour' | 'refused'
  readonly report_proof: 'optional' | 'required'
}

/** An objective, as stored or as pages receive it. */
export interface SightedObjective {
  readonly objective_type: string
  readonly number_field: NumberField | ''
  readonly conditions: readonly ConditionDefinition[]
}

/** Fields that a copied text never shows: the reader leaves them empty. */
const fieldsNotCopied: ReadonlySet<ItemField> = new Set(['ICON_NAME', 'INCUBATOR_KILLS', 'WORN_BY'])

/** Whether the copied text of some item can satisfy all of these. */
const canBeCopied = (clauses: readonly Clause[]): boolean =>
  clauses.every((clause) => clause.some((condition) => !fieldsNotCopied.has(condition.field) || holdWhenEmpty([condition])))

/** The clauses of an objective that counts items; null: nothing completes it. */
function readItemClauses({ conditions }: SightedObjective): readonly Clause[] | null {
  return conditions.length === 0 ? null : readClauses(conditions)
}

/**
 * How an objective is seen in an event, best way first; on a server that reads the game, players may also report. Empty for a
 * masked objective.
 */
export function listSightWays(objective: SightedObjective, event: SightChoices, reads_game: boolean): readonly SightWay[] {
  const kind = findKind(objective)
  if (kind === null || objective.number_field === '') return []
  if (kind.counts === 'parts') return ['parts']
  const clauses = kind.counts === 'items' ? readItemClauses(objective) : []
  if (clauses === null || readMostNumber(objective.number_field, event.game_version) === 0) return ['none']
  const ways: SightWay[] = reads_game && kind.counts !== 'submissions' ? ['tracked'] : []
  const isRefused = kind.counts !== 'submissions' && event.reports === 'refused'
  if (kind.reported_as !== null && !isRefused && canBeCopied(clauses)) ways.push(kind.reported_as)
  return ways.length > 0 ? ways : ['by_hand']
}

/** Whether players' proof belongs to a way; null: the way has no proof. */
export function readProofRule(way: SightWay, event: SightChoices): SightChoices['report_proof'] | null {
  if (way === 'item_text' || way === 'number') return event.report_proof
  return way === 'submission' ? 'optional' : null
}

/** Whether a way is a sighting: a judge's word and the parts of a category are none. */
export const isSighting = (way: SightWay | undefined): boolean =>
  way !== undefined && way !== 'by_hand' && way !== 'parts' && way !== 'none'
