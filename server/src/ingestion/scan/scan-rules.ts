import { createHash } from 'node:crypto'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { type FactRule, type ItemRule, readFactRule, readsItems, writeItemRule } from '@muster/domain/objectives/fact-rule'

/** The item rules of a definition by objective, open at all times. */
export function listItemRules(definition: EventDefinition): Map<number, FactRule & ItemRule> {
  const rules = new Map<number, FactRule & ItemRule>()
  for (const objective of definition.objectives) {
    const rule = readFactRule(objective, definition)
    if (rule !== null && readsItems(rule)) rules.set(objective.id, { ...rule, from: null, to: null })
  }
  return rules
}

/** Differs between rules that match different items. */
export const hashItemRule = (rule: ItemRule): string =>
  createHash('sha256').update(writeItemRule(rule)).digest('hex').slice(0, 32)
