import type { Objective } from '@muster/contract/objectives'
import { countsItems } from '@muster/domain/objectives/kinds'

type Conditions = Objective['conditions']

/** The value that a condition requires for a field, or the first of several. */
function readValue(conditions: Conditions, field: Conditions[number]['field']): string | null {
  const condition = conditions.find((each) => each.field === field)
  if (condition?.operator === 'EQ') return condition.value.trim() || null
  if (condition?.operator === 'IN') return condition.value.split(',')[0]?.trim() || null
  return null
}

const isSingle = (conditions: Conditions, field: Conditions[number]['field']) =>
  conditions.some((each) => each.field === field && each.operator === 'EQ' && (each.any_of ?? null) === null)

/** The item of an objective by its conditions, in the game's words. A name says more than an item type. */
export function nameItem({ name, objective_type, conditions }: Pick<Objective, 'name' | 'objective_type' | 'conditions'>): {
  base_type: string
  wiki_page: string | null
} {
  if (!countsItems({ objective_type })) return { base_type: '', wiki_page: null }
  const base = isSingle(conditions, 'BASE_TYPE') ? (readValue(conditions, 'BASE_TYPE') ?? '') : ''
  const wiki_page = readValue(conditions, 'NAME') ?? (base || null)
  return { base_type: name.includes(base) ? '' : base, wiki_page }
}
