import type { TeamView } from '../../api/scores/event.ts'

/**
 * The teams to show on a card: the viewer's own, the watched one, then the leading ones, in their given order. All of them if
 * they fit.
 */
export function pickTeams<T extends Pick<TeamView, 'id' | 'is_own'>>(
  teams: readonly T[],
  watched_id: number | null,
  readDone: (team_id: number) => number,
  most: number,
): readonly T[] {
  if (teams.length <= most) return teams
  const isWanted = ({ id, is_own }: T) => Number(is_own || id === watched_id)
  const best = teams
    .map((team) => ({ team, wanted: isWanted(team), done: readDone(team.id) }))
    .sort((a, b) => b.wanted - a.wanted || b.done - a.done)
  const picked = new Set(best.slice(0, most).map(({ team }) => team))
  return teams.filter((team) => picked.has(team))
}
