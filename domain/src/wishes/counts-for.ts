import type { ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import type { WantedItem } from '@muster/contract/wishes'
import { groupAlternatives, isMet } from '../conditions/alternatives.ts'
import { type ConditionFinding, explainObjective } from '../conditions/explain.ts'
import type { FieldContext } from '../items/fields.ts'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { countsItems } from '../objectives/kinds.ts'

/** The properties of an item that follow from its name. */
interface NamedItem {
  readonly item: GameItem
  readonly known: ReadonlySet<string>
}

const namingFields: ReadonlySet<string> = new Set<ItemField>(['NAME', 'BASE_TYPE', 'TYPE_LINE'])

function imagine({ kind, name }: WantedItem, base: string | undefined, context: FieldContext): NamedItem {
  const item: GameItem =
    kind === 'unique'
      ? { name, baseType: base ?? '', typeLine: base ?? '', rarity: 'Unique', frameType: 3 }
      : { name: '', baseType: name, typeLine: name, ...(kind === 'gem' && { frameType: 4 }) }
  const known: ItemField[] =
    kind === 'unique'
      ? ['NAME', 'RARITY', 'FRAME_TYPE', ...(base === undefined ? [] : (['BASE_TYPE', 'TYPE_LINE'] as const))]
      : kind === 'gem'
        ? ['NAME', 'BASE_TYPE', 'TYPE_LINE', 'FRAME_TYPE']
        : ['BASE_TYPE']
  const isClassed = (kind !== 'unique' || base !== undefined) && context.classOf(item) !== ''
  return { item, known: new Set<string>([...known, ...(isClassed ? ['ITEM_CLASS'] : [])]) }
}

/** An objective that an item with the name counts for. */
interface NamedObjective {
  readonly objective_id: number
  readonly is_certain: boolean
}

/**
 * The objectives that an item of this name counts for: certainly if the name decides every condition, possibly if the conditions
 * name the item and others depend on its properties. The caller checks the times.
 * @param base the base type of a unique, where there is only one
 */
export function listCounting(
  wanted: WantedItem,
  base: string | undefined,
  objectives: Iterable<ObjectiveDefinition>,
  context: FieldContext,
): readonly NamedObjective[] {
  const { item, known } = imagine(wanted, base, context)
  const found: NamedObjective[] = []
  for (const objective of objectives) {
    if (!countsItems(objective)) continue
    const { conditions, obstacles } = explainObjective(item, objective, { context, at: null, number: 1 })
    if (obstacles.length > 0) continue
    const isKnown = ({ field }: ConditionFinding) => known.has(field)
    const demands = groupAlternatives(conditions)
    const isPossible = demands.every((demand) => isMet(demand, (one) => !isKnown(one) || one.holds))
    if (!isPossible) continue
    const isCertain = (demand: (typeof demands)[number]) => isMet(demand, (one) => isKnown(one) && one.holds)
    const certain = demands.filter(isCertain)
    const is_certain = certain.length === demands.length
    const isNamed = certain.some(({ members }) => members.some((one) => namingFields.has(one.field) && one.holds))
    if (is_certain || isNamed) found.push({ objective_id: objective.id, is_certain })
  }
  return found
}
