import type { ProofRule } from '@muster/contract/report-rules'
import type { Objective } from '@muster/contract/objectives'
import {
  isSighting,
  listSightWays,
  readProofRule,
  type SightChoices,
  type SightWay,
  sightWays,
} from '@muster/domain/objectives/sight'
import { listTree } from '@muster/domain/objectives/list-tree'
import { createRuleReader, type ReportRules } from '@muster/domain/submissions/report-rules'

/** An objective, with the ways that it has besides that of its group. */
export interface SightRow {
  readonly id: number
  readonly name: string
  /** The categories above it, without the root. */
  readonly path: readonly string[]
  readonly others: readonly { readonly way: SightWay; readonly proof: ProofRule | null }[]
  /** The proof that its reports need; null: this way takes no proof. */
  readonly proof: ProofRule | null
}

export interface Sights {
  readonly groups: readonly { readonly way: SightWay; readonly rows: readonly SightRow[] }[]
  /** Objectives that are not categories, and how many of them need no game and no judge's correction. */
  readonly total: number
  readonly seen_without_game: number
}

const listWithPath = (objective: Objective, path: readonly string[]): { objective: Objective; path: readonly string[] }[] =>
  objective.children.flatMap((child) => [{ objective: child, path }, ...listWithPath(child, [...path, child.name])])

/** The objectives below the root by their best way, in the order of the ways and of the tree; masked ones are left out. */
export function groupSights(root: Objective, choices: SightChoices & ReportRules): Sights {
  const readRules = createRuleReader(listTree(root), choices)
  const rowsOf = new Map<SightWay, SightRow[]>(sightWays.map((way) => [way, []]))
  let [total, seen_without_game] = [0, 0]
  for (const { objective, path } of listWithPath(root, [])) {
    const own = { ...choices, ...readRules(objective.id) }
    const [first, ...others] = listSightWays(objective, own).map((way) => ({ way, proof: readProofRule(way, own) }))
    if (first === undefined) continue
    const { way, proof } = first
    rowsOf.get(way)?.push({ id: objective.id, name: objective.name, path, others, proof })
    if (way === 'parts') continue
    total++
    if (isSighting(listSightWays(objective, { ...own, reads_game: false })[0])) seen_without_game++
  }
  const groups = [...rowsOf].map(([way, rows]) => ({ way, rows })).filter(({ rows }) => rows.length > 0)
  return { groups, total, seen_without_game }
}
