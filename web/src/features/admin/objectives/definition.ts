import type { ConditionMappings } from '@muster/contract/condition-mappings'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient, whenAnswered } from '../../../api/calls/queries.ts'
import { mappingsOf, presetsOf, treeOf } from './definition-queries.ts'
import { type Move, moveInTree } from './move.ts'

/** An objective with its position; designers see unmasked objectives. */
export interface Node {
  readonly item: Objective
  readonly parent: Node | null
  readonly children: readonly Node[]
  /** 0 for the root. */
  readonly depth: number
  /** Objectives below it, without categories. */
  readonly leaves: number
}

export interface Definition {
  readonly root: Node
  readonly by_id: ReadonlyMap<number, Node>
  readonly presets: readonly ScoringPreset[]
}

interface OpenNode extends Node {
  readonly children: OpenNode[]
  leaves: number
}

const linked = new WeakMap<Objective, Pick<Definition, 'root' | 'by_id'>>()

/** Links the tree of an answer; once per answer. */
export function linkDefinition(tree: Objective): Pick<Definition, 'root' | 'by_id'> {
  const known = linked.get(tree)
  if (known) return known
  const by_id = new Map<number, OpenNode>()
  const link = (item: Objective, parent: OpenNode | null): OpenNode => {
    const node: OpenNode = { item, parent, children: [], depth: parent === null ? 0 : parent.depth + 1, leaves: 0 }
    by_id.set(item.id, node)
    for (const child of item.children) {
      const below = link(child, node)
      node.children.push(below)
      node.leaves += isCategory(below.item) ? below.leaves : 1
    }
    return node
  }
  const found = { root: link(tree, null), by_id }
  linked.set(tree, found)
  return found
}

/** @param title of the event: shown as the root's name. */
export function useDefinition(event_id: number, title: string): Definition {
  const stored = useSuspenseQuery(treeOf(event_id)).data
  const tree = useMemo(() => (title === '' ? stored : { ...stored, name: title }), [stored, title])
  const presets = useSuspenseQuery(presetsOf(event_id)).data
  return useMemo(() => ({ ...linkDefinition(tree), presets }), [tree, presets])
}

export const useMappings = (event_id: number): ConditionMappings => useSuspenseQuery(mappingsOf(event_id)).data

/** The tree as shown now; null before it has loaded. */
export function readDefinition(event_id: number): Pick<Definition, 'root' | 'by_id'> | null {
  const tree = queryClient.getQueryData(treeOf(event_id).queryKey)
  return tree ? linkDefinition(tree) : null
}

/** Shows a move before the server has made it. */
export function showMove(event_id: number, move: Move): void {
  void keepShownTree(event_id)
  queryClient.setQueryData(treeOf(event_id).queryKey, (tree) => tree && moveInTree(tree, move))
}

/** Waits, after an edit, for the server's tree. */
export const whenTreeIsNew = () => whenAnswered('getObjectiveTreeForEvent')

/** Keeps the tree as shown, including moves that the server has not applied yet. */
export const keepShownTree = (event_id: number) => queryClient.cancelQueries({ queryKey: treeOf(event_id).queryKey })

/** Names of the categories above, from the root's child down. */
export function listPath(node: Node): readonly Node[] {
  const path: Node[] = []
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent) path.unshift(at)
  return path
}

/** The node and everything below it, parents first. */
export function listBranch(node: Node): Node[] {
  return [node, ...node.children.flatMap(listBranch)]
}
