import type { Event } from '@muster/contract/events'
import { needsTree } from '@muster/domain/submissions/build-report'
import { listAscendancyNodes } from '@muster/domain/trees/ascendancy-nodes'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../../api/calls/queries.ts'
import { listItemObjectives, listNumberObjectives } from '../../../api/items/item-objectives.ts'
import { readTree, useEventKey } from '../../../api/scores/event.ts'
import type { ComparedObjectives } from './read-build-code.ts'

/** The objectives that a paste is compared with. The passive tree is loaded only if one of them counts ascendancy points. */
export function useComparedObjectives(event: Event): ComparedObjectives {
  const { game_version } = event
  const { objective: root } = useSuspenseQuery(readTree(useEventKey())).data
  const listed = useMemo(
    () => ({ items: listItemObjectives(root, event), numbers: listNumberObjectives(root, event) }),
    [root, event],
  )
  const enabled = needsTree(listed.numbers.map(({ definition }) => definition))
  const { data: tree } = useQuery({ ...read('getTree', { game_version, kind: 'passive', query: {} }), enabled })
  return useMemo(() => ({ ...listed, ascendancy_nodes: tree ? listAscendancyNodes(tree) : null }), [listed, tree])
}
