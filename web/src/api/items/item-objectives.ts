import type { Objective } from '@muster/contract/objectives'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { countsItems, findKind } from '@muster/domain/objectives/kinds'
import { readExtra } from '@muster/domain/objectives/layout'

/** An objective in the form of the rules, with the names of the branches above it. */
export interface PlacedObjective {
  readonly definition: ObjectiveDefinition
  readonly path: readonly string[]
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

function listPlaced(root: Objective | null, holds: (objective: Objective) => boolean): PlacedObjective[] {
  const list = (objective: Objective, path: readonly string[]): PlacedObjective[] => [
    ...(holds(objective) ? [{ definition: define(objective), path }] : []),
    ...objective.children.flatMap((child) => list(child, objective === root ? path : [...path, objective.name])),
  ]
  return root === null ? [] : list(root, [])
}

/** The item objectives that the viewer sees, in the order of the tree. */
export const listItemObjectives = (root: Objective | null): PlacedObjective[] => listPlaced(root, countsItems)

/** The objectives that count a number of one player, as above. */
export const listNumberObjectives = (root: Objective | null): PlacedObjective[] =>
  listPlaced(root, (objective) => findKind(objective)?.number_of === 'player')
