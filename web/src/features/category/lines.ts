import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import type { BranchParts } from './arrangement.ts'

/** Rows of the item table under one heading; without a set, items outside of sets. */
export interface ItemGroup {
  readonly set: ObjectiveNode | null
  readonly rows: readonly ObjectiveNode[]
}

/** One row of the rendered table. */
export type Line =
  | { readonly kind: 'group'; readonly key: string; readonly node: ObjectiveNode }
  | { readonly kind: 'item'; readonly key: string; readonly node: ObjectiveNode; readonly isOpen: boolean }
  | { readonly kind: 'part'; readonly key: string; readonly node: ObjectiveNode }
  | { readonly kind: 'detail'; readonly key: string; readonly node: ObjectiveNode }

const normalise = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

const readWords = (search: string): readonly string[] => normalise(search).split(/\s+/).filter(Boolean)

/** Whether every word of a search occurs in some of the texts, ignoring case and accents. */
export function matchesSearch(search: string, ...texts: readonly string[]): boolean {
  const wanted = readWords(search)
  if (wanted.length === 0) return true
  const all = normalise(texts.join('\n'))
  return wanted.every((word) => all.includes(word))
}

/** The searched texts of an item. */
function readItemText(set: ObjectiveNode | null, node: ObjectiveNode): string {
  const { item, children } = node
  const texts = [set?.item.name ?? '', item.name, item.base_type, item.note, ...children.map((part) => part.item.note)]
  return normalise(texts.join('\n'))
}

/** The rows of a page, set by set, or of the selected set. */
export function listGroups(branches: readonly BranchParts[], selected_id: number | null, search: string): ItemGroup[] {
  const groups: ItemGroup[] = branches.flatMap(({ rows, sets }) => [
    ...(selected_id === null ? [{ set: null, rows }] : []),
    ...sets.filter(({ item }) => selected_id === null || item.id === selected_id).map((set) => ({ set, rows: set.children })),
  ])
  const wanted = readWords(search)
  const matches = (set: ObjectiveNode | null, row: ObjectiveNode) => {
    const text = wanted.length === 0 ? '' : readItemText(set, row)
    return wanted.every((word) => text.includes(word))
  }
  return groups
    .map(({ set, rows }) => ({ set, rows: rows.filter((row) => matches(set, row)) }))
    .filter(({ rows }) => rows.length > 0)
}

/** The lines of the table: headings if there is more than one group, parts and details of open items. */
export function listLines(groups: readonly ItemGroup[], open_ids: ReadonlySet<number>): Line[] {
  const hasHeads = groups.length > 1
  return groups.flatMap(({ set, rows }): Line[] => [
    ...(hasHeads && set ? [{ kind: 'group' as const, key: `g${set.item.id}`, node: set }] : []),
    ...rows.flatMap((node): Line[] => {
      const isOpen = open_ids.has(node.item.id)
      const line = { kind: 'item' as const, key: `i${node.item.id}`, node, isOpen }
      if (!isOpen) return [line]
      const parts = node.children.map((part) => ({ kind: 'part' as const, key: `p${part.item.id}`, node: part }))
      return [line, ...parts, { kind: 'detail', key: `d${node.item.id}`, node }]
    }),
  ])
}
