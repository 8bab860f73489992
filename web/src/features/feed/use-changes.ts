import type { ScoreChange } from '@muster/contract/scores'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../api/calls/queries.ts'
import { readChanges } from '../../api/live/live.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { gainOf } from './fresh-changes.ts'

/** Number of changes to request for one team: the list of all teams may contain none of its changes. */
const maxOfTeam = 50
/** Changes of the feed show at once; a page without a feed for a while is complete again after this time. */
const refreshEvery_ms = 60_000

/** A team's changes from the server's list and from the feed. Newest first. */
export function mergeChanges(
  listed: readonly ScoreChange[],
  pushed: readonly ScoreChange[],
  team_id: number,
): readonly ScoreChange[] {
  const newest = listed[0]?.sequence ?? 0
  return [...pushed.filter((change) => change.team_id === team_id && change.sequence > newest), ...listed]
}

/** The newest changes of points, of one team or of all, live. */
export function useChanges(team_id: number | undefined): readonly ScoreChange[] {
  const event = useEventKey()
  const pushed = useSuspenseQuery(readChanges(event)).data
  // Changes of all teams are loaded already.
  const query = { limit: maxOfTeam, only: 'points' as const, team_id }
  const listed = useSuspenseQuery({
    ...(team_id === undefined ? readChanges(event) : read('getScoreChanges', { ...eventInput(event), query })),
    refetchInterval: team_id === undefined ? false : refreshEvery_ms,
  }).data
  const changes = team_id === undefined ? pushed : mergeChanges(listed, pushed, team_id)
  return changes.filter((change) => gainOf(change) !== 0)
}
