import { useSuspenseQuery } from '@tanstack/react-query'
import type { ScoreHistory } from '@muster/contract/scores'
import { rankTeams, type RankedTeam } from '@muster/domain/scoring/team-ranks'
import { type TeamView, useEventKey, useScores, useTeams } from './event.ts'
import { eventInput, read } from '../calls/queries.ts'
import { readTotals } from './score-tree.ts'

const wholeEvent: readonly number[] = []

/** The standings of the whole event, or of some branches of the tree. Rerenders only when one of its totals changes. */
export function useStandings(branch_ids: readonly number[] = wholeEvent): readonly (RankedTeam & { readonly team: TeamView })[] {
  const teams = useTeams()
  const standings = useScores((scores, score_tree) => {
    const { root } = score_tree.tree
    const ids = branch_ids.length > 0 || root === null ? branch_ids : [root.item.id]
    const sums = readTotals(score_tree, scores)
    const totals = new Map(teams.map(({ id }) => [id, ids.reduce((sum, branch) => sum + (sums.get(branch)?.get(id) ?? 0), 0)]))
    return rankTeams(
      totals,
      teams.map((team) => team.id),
    )
  })
  const byId = new Map(teams.map((team) => [team.id, team]))
  return standings.flatMap((standing) => {
    const team = byId.get(standing.team_id)
    return team ? [{ ...standing, team }] : []
  })
}

/** Totals of the teams over the event so far. */
export function useHistory(): ScoreHistory {
  return useSuspenseQuery(read('getScoreHistory', eventInput(useEventKey()))).data
}
