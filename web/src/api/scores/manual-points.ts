import type { ManualPoints } from '@muster/contract/corrections'
import { useQuery } from '@tanstack/react-query'
import { isSame } from '../../lib/same.ts'
import { call } from '../calls/client.ts'
import { eventInput } from '../calls/queries.ts'
import { useEventKey, useScores } from './event.ts'
import { scoresOf } from './score-tree.ts'

const none: readonly ManualPoints[] = []

/** Points given or taken by organisers, newest first; read again whenever the board's points of the root change. */
export function useManualPoints(): readonly ManualPoints[] {
  const input = eventInput(useEventKey())
  const board = useScores((scores, { tree: { root } }) =>
    root === null
      ? ''
      : [...scoresOf(scores, root.item.id)]
          .map(([team_id, { points, timestamp }]) => `${team_id}/${points}/${timestamp}`)
          .join(' '),
  )
  const found = useQuery({
    queryKey: ['getManualPoints', input, board],
    queryFn: ({ signal }) => call('getManualPoints', input, signal),
    enabled: board !== '',
    // The placeholder must be of the same event.
    placeholderData: (before, query) => (isSame(query?.queryKey[1], input) ? before : undefined),
  })
  return (board === '' ? undefined : found.data) ?? none
}
