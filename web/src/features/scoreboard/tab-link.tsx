import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { hasBegun } from '@muster/domain/scoring/team-ranks'
import { useTeams } from '../../api/scores/event.ts'
import { useStandings } from '../../api/scores/use-standings.ts'
import type { ScoreTab } from './score-tabs.ts'

/** Properties of the link to a tab. */
export const linkTo = (tab: ScoreTab) => ({ to: tab.to, params: { tab: tab.slug } })

/** The viewer's rank on a page. */
export function OwnRank({ tab }: { tab: ScoreTab }) {
  const hasTeam = useTeams().some((team) => team.is_own)
  if (!hasTeam || tab.branch_ids.length === 0) return null
  return <RankOf branch_ids={tab.branch_ids} />
}

function RankOf({ branch_ids }: { branch_ids: readonly number[] }) {
  const standings = useStandings(branch_ids)
  const own = standings.find(({ team }) => team.is_own)
  return own && hasBegun(standings) ? <small>{nameOrdinal(own.rank)}</small> : null
}
