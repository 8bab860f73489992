import type { ItemField } from '@muster/contract/conditions'
import type { DefinitionProblems } from '@muster/contract/definition-problems'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { DraftObjective } from '@muster/contract/workbench'
import { readCounts } from '@muster/domain/conditions/accept'
import type { FieldValue } from '@muster/domain/items/fields'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import type { DefinitionReview } from '@muster/domain/objectives/findings/find-definition-problems'
import { noLayout } from '@muster/domain/objectives/layout'
import { presentValue } from '../../trials.ts'

const toTime = (text: string | null) => (text === null ? null : Date.parse(text))

/** A draft in the form of the rules. A new one has the id 0, which no stored one has. */
export function defineDraft(draft: DraftObjective): ObjectiveDefinition {
  return {
    ...draft,
    id: draft.id ?? 0,
    parent_id: null,
    ...noLayout,
    hide_progress: false,
    valid_from: toTime(draft.valid_from),
    valid_to: toTime(draft.valid_to),
    conditions: draft.conditions.map(({ field, operator, value, ...counts }) => ({
      field,
      operator,
      value,
      ...readCounts(counts),
    })),
    scoring_preset_id: null,
  }
}

export const presentFields = (fields: readonly { readonly field: ItemField; readonly value: FieldValue }[]) =>
  fields.map(({ field, value }) => ({ field, value: presentValue(value) }))

/** Upper bound for the problems of one answer. */
const maxProblems = 1_000

export function presentProblems({ findings, compared_all }: DefinitionReview, definition_version: number): DefinitionProblems {
  const counts = { error: 0, warning: 0, notice: 0 }
  const by_code: DefinitionProblems['by_code'] = {}
  for (const { severity, code } of findings) {
    counts[severity] += 1
    by_code[code] = (by_code[code] ?? 0) + 1
  }
  return {
    definition_version,
    counts,
    by_code,
    compared_all,
    left_off: Math.max(0, findings.length - maxProblems),
    problems: findings.slice(0, maxProblems).map(({ code, severity, objective_id, preset_id, sentence }) => ({
      code,
      severity,
      objective_id: objective_id as ObjectiveId | null,
      preset_id: preset_id as ScoringPresetId | null,
      sentence: sentence.map((part) => ({ text: part.text, objective_id: part.objective_id as ObjectiveId | null })),
    })),
  }
}
