import '../../messages/category.ts'
import type { Condition } from '@muster/contract/conditions'
import type { Objective } from '@muster/contract/objectives'
import { t } from '../../lib/text/messages.ts'

/** The conditions on the character that wears an item, for players; empty without any. */
function sayWearers(conditions: readonly Pick<Condition, 'field' | 'operator' | 'value'>[]): string {
  const asked = conditions.filter(({ field }) => field === 'WORN_BY')
  if (asked.length === 0) return ''
  const classes = asked.filter(({ operator }) => operator === 'EQ' || operator === 'IN').map(({ value }) => value)
  return classes.length > 0 ? t('item.wornBy', { classes: classes.join(', ') }) : t('item.ofCharacters')
}

/** By objective: who has to wear the item. Objectives without such a condition are left out. */
export function listWearers(root: Objective): ReadonlyMap<number, string> {
  const wearers = new Map<number, string>()
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const words = sayWearers(next.conditions)
    if (words !== '') wearers.set(next.id, words)
    waiting.push(...next.children)
  }
  return wearers
}
