import { rankTeams } from '@muster/domain/scoring/team-ranks'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { type TeamView, useScores, useTeams } from './event.ts'
import { readTotals } from './score-tree.ts'

/** The team whose point of view a page shows: the one in the address, otherwise the viewer's own, otherwise none. */
export function useWatchedTeam(): TeamView | null {
  const teams = useTeams()
  const chosen = useSearch({ strict: false, select: ({ team }) => team })
  return teams.find(({ id }) => id === chosen) ?? teams.find(({ is_own }) => is_own) ?? null
}

/** The teams to show within a limit: always the viewer's own and the watched one, then the best of the event. 0 for all. */
export function chooseTeams(
  teams: readonly Pick<TeamView, 'id' | 'is_own'>[],
  watched_id: number | null,
  totals: ReadonlyMap<number, number> | undefined,
  limit: number,
): ReadonlySet<number> {
  const wanted = teams.filter(({ id, is_own }) => is_own || id === watched_id)
  const best = rankTeams(
    totals ?? new Map(),
    teams.map(({ id }) => id),
  )
  const shown = new Set(wanted.map(({ id }) => id))
  for (const { team_id } of best) if (limit === 0 || shown.size < limit) shown.add(team_id)
  return shown
}

/** The teams in cards and tables, the viewer's own first: all, or the number chosen in the settings. */
export function useShownTeams(): readonly TeamView[] {
  const teams = useTeams()
  const watched_id = useWatchedTeam()?.id ?? null
  const { limitTeams } = usePreferences()
  // A list of ids, because unlike a set it keeps its identity while its contents are the same.
  const shown = useScores((scores, score_tree) => {
    const { root } = score_tree.tree
    const totals = root === null ? undefined : readTotals(score_tree, scores).get(root.item.id)
    return [...chooseTeams(teams, watched_id, totals, limitTeams)].sort((a, b) => a - b)
  })
  return useMemo(() => teams.filter(({ id }) => shown.includes(id)), [teams, shown])
}
