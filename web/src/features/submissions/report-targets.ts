import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { takesNumberReports } from '@muster/domain/submissions/claim'
import { useReportRules } from '../../api/items/report-rules.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent, useScoreTree, useTeams } from '../../api/scores/event.ts'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'

/** Objectives that the viewer can report by hand now; empty for viewers without a team, and before and after the event. */
export function useReportable(): readonly ObjectiveNode[] {
  const { leaves } = useScoreTree()
  const hasTeam = useTeams().some((team) => team.is_own)
  const now = useServerNow(10_000)
  const event = useEvent()
  const rules = useReportRules(event)
  if (!rules || !event || !hasTeam) return []
  if (now < Date.parse(event.event_start_time) || now > Date.parse(event.event_end_time)) return []
  return leaves.filter(
    ({ item }) =>
      (takesSubmissions(item) || (takesNumberReports(item) && rules.of(item.id).reports !== 'refused')) &&
      (item.valid_from ?? 0) <= now,
  )
}
