import type { Objective } from '@muster/contract/objectives'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { countsItems } from '@muster/domain/objectives/kinds'
import { readExtra } from '@muster/domain/objectives/layout'
import { takesNumberReports } from '@muster/domain/submissions/claim'
import { listTree } from '@muster/domain/objectives/list-tree'
import { createRuleReader, type ReportRules } from '@muster/domain/submissions/report-rules'

/** An objective in the format of the rules, with the names of the branches above it. */
export interface PlacedObjective {
  readonly definition: ObjectiveDefinition
  readonly path: readonly string[]
  /** How reports on it count, and the proof they need. */
  readonly rules: ReportRules
}

const parseMoment = (text: string | null) => (text === null ? null : Date.parse(text))

function define({ children: _, extra, version: __, scoring_preset: ___, ...objective }: Objective): ObjectiveDefinition {
  const { valid_from, valid_to } = objective
  // Only a masked objective has an empty type, and it counts no items.
  return {
    ...objective,
    ...readExtra(extra),
    valid_from: parseMoment(valid_from),
    valid_to: parseMoment(valid_to),
  } as ObjectiveDefinition
}

/** Objectives that take no reports are left out. */
function listPlaced(
  root: Objective | null,
  event: ReportRules,
  holds: (objective: Objective) => boolean,
): readonly PlacedObjective[] {
  const readRules = createRuleReader(listTree(root), event)
  const list = (objective: Objective, path: readonly string[]): PlacedObjective[] => [
    ...(holds(objective) ? [{ definition: define(objective), path, rules: readRules(objective.id) }] : []),
    ...objective.children.flatMap((child) => list(child, objective === root ? path : [...path, objective.name])),
  ]
  return root === null ? [] : list(root, []).filter(({ rules }) => rules.reports !== 'refused')
}

/** The item objectives that the viewer sees and that take reports, in the order of the tree. */
export const listItemObjectives = (root: Objective | null, event: ReportRules) => listPlaced(root, event, countsItems)

/** The objectives that take a number of one player, as above. */
export const listNumberObjectives = (root: Objective | null, event: ReportRules) => listPlaced(root, event, takesNumberReports)
