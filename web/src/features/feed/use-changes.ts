import type { ScoreChange } from '@muster/contract/scores'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../api/calls/queries.ts'
import { readChanges } from '../../api/live/live.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { gainOf } from './fresh-changes.ts'

/** So many of one team are asked for: among those of all teams there may be none of it. */
const mostOfTeam = 50
/** What the feed pushes meanwhile is shown at once; a page that was without it for a while has all again by then. */
const refreshEvery_ms = 60_000

/** Those of a team that the server listed, with what was pushed since. Newest first. */
export function mergeChanges(
  listed: readonly ScoreChange[],
  pushed: readonly ScoreChange[],
  team_id: number,
): readonly ScoreChange[] {
  const newest = listed[0]?.sequence ?? 0
  return [...pushed.filter((change) => change.team_id === team_id && change.sequence > newest), ...listed]
}

/** The newest changes of points, of one team or of all, as they come. */
export function useChanges(team_id: number | undefined): readonly ScoreChange[] {
  const event = useEventKey()
  const pushed = useSuspenseQuery(readChanges(event)).data
  // Of all teams they are there already.
  const query = { limit: mostOfTeam, only: 'points' as const, team_id }
  const listed = useSuspenseQuery({
    ...(team_id === undefined ? readChanges(event) : read('getScoreChanges', { ...eventInput(event), query })),
    refetchInterval: team_id === undefined ? false : refreshEvery_ms,
  }).data
  const changes = team_id === undefined ? pushed : mergeChanges(listed, pushed, team_id)
  return changes.filter((change) => gainOf(change) !== 0)
}
