import type { ItemField } from '@muster/contract/conditions'
import type { Clause } from './clauses.ts'
import type { CompiledCondition } from './compile.ts'
import { findNeedles } from './needles.ts'

/** How many items show one text of a field, in arbitrary units. */
const shareOfText: Readonly<Partial<Record<ItemField, number>>> = {
  NAME: 1,
  BASE_TYPE: 2,
  ITEM_CLASS: 100,
  SOCKETS: 200,
  RARITY: 500,
}
const shareOfOtherText = 3
/** Divided by the number of characters that have to occur. */
const shareOfCharacter = 150

function estimateCondition({ field, probe }: CompiledCondition): number {
  if (probe === null || probe.negated) return Number.POSITIVE_INFINITY
  if (probe.kind === 'equals') return (shareOfText[field] ?? shareOfOtherText) * probe.texts.length
  const needles = probe.kind === 'contains' ? probe.texts : (findNeedles(probe.source) ?? [''])
  return shareOfCharacter / Math.max(1, ...needles.map((needle) => needle.length))
}

const estimateClause = (clause: Clause): number => clause.reduce((sum, condition) => sum + estimateCondition(condition), 0)

/** Picks the clause that the fewest items satisfy; null when all clauses may hold whatever texts an item shows. */
export function pickClause(clauses: readonly Clause[]): Clause | null {
  let best: Clause | null = null
  let least = Number.POSITIVE_INFINITY
  for (const clause of clauses) {
    const estimate = estimateClause(clause)
    if (estimate >= least) continue
    best = clause
    least = estimate
  }
  return best
}

function rankCondition({ field, type, probe }: CompiledCondition): number {
  // The game does not send the class: finding it takes longest.
  if (field === 'ITEM_CLASS') return 3
  if (probe !== null && probe.kind !== 'equals') return 1
  return type === 'string[]' ? 2 : 0
}

/** Order in which the clauses of an objective are checked: the cheapest first. */
export const rankCost = (clause: Clause): number => Math.max(...clause.map(rankCondition))
