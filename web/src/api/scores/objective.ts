import type { Objective } from '@muster/contract/objectives'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readTree, useEventKey } from './event.ts'

function findObjective(branch: Objective, id: number): Objective | undefined {
  if (branch.id === id) return branch
  for (const child of branch.children) {
    const found = findObjective(child, id)
    if (found) return found
  }
  return undefined
}

/** An objective with its conditions, which the score tree leaves out; undefined for a deleted or hidden one. */
export function useObjective(id: number): Objective | undefined {
  const root = useSuspenseQuery(readTree(useEventKey())).data.objective
  return root === null ? undefined : findObjective(root, id)
}
