import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { largestId } from './ids.ts'
import { listFields } from './testing/list-fields.ts'

/** Numbers in columns of 64 bits, in documents, or used only in comparisons. */
const wider = [
  'addGuildstashHistory.entries.time',
  'addGuildstashHistory.entries.x',
  'addGuildstashHistory.entries.y',
  'arrangeTeamPlan.entries.window',
  'countMatches.draft.conditions.any_of',
  'countMatches.draft.pieces_from',
  'countMatches.draft.players_from',
  'countMatches.draft.required_number',
  'createCorrection.number',
  'createExclusion.fact',
  'createObjective.players_from',
  'createObjective.required_number',
  'createScoringPreset.parameters.thresholds',
  'editDefinition.definition_version',
  'editDefinition.edits.objective.players_from',
  'editDefinition.edits.objective.required_number',
  'editDefinition.edits.preset.parameters.thresholds',
  'previewCorrection.addition.number',
  'previewCorrection.exclusion.fact',
  'previewCorrection.id',
  'previewDefinition.definition_version',
  'previewDefinition.edits.objective.players_from',
  'previewDefinition.edits.objective.required_number',
  'previewDefinition.edits.preset.parameters.thresholds',
  'readOwnNotices.up_to',
  'reportLog.events.uptime_ms',
  'saveTeamSortDraft.draft.made.seed',
  'saveTeamSortDraft.draft.made.sort_version',
  'saveTeamSortDraft.draft.seed',
  'submitBounty.number',
  'submitTeamSort.proposal.seed',
  'tryItem.draft.conditions.any_of',
  'tryItem.draft.pieces_from',
  'tryItem.draft.players_from',
  'tryItem.draft.required_number',
]

test('every whole number of a request body fits its column of 32 bits', () => {
  const numbers = Object.entries<Endpoint>(endpoints).flatMap(([call, { body }]) =>
    body ? listFields(body, call, 'number') : [],
  )
  expect(numbers.length).toBeGreaterThan(50)
  const tooWide = numbers.filter(({ schema }) => schema.safeParse(largestId + 1).success)
  expect([...new Set(tooWide.map(({ path }) => path))].toSorted()).toEqual(wider)
})
