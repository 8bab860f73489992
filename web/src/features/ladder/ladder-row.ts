import type { CharacterStat, LadderEntry } from '@muster/contract/ladder'
import { readLevelProgress } from '@muster/domain/characters/levels'
import type { PlayerRules } from '@muster/domain/characters/personal-points'
import type { Participant, TeamView } from '../../api/scores/event.ts'

export interface LadderRow {
  readonly entry: LadderEntry
  /** null for characters of players without a team. */
  readonly team: TeamView | null
  readonly is_own: boolean
  /** Share of the way to the next level. */
  readonly level_progress: number
  /** null for characters that are not tracked, and until the points are requested. */
  readonly personal_points: number | null
  /** The calculated figures; null before the calculation. */
  readonly build: CharacterStat | null
  /** All searched texts, in lower case. */
  readonly words: string
}

/** The API sends zeros before the calculation; a living character has life. */
const readBuild = ({ stats }: LadderEntry) => (stats && stats.hp > 0 ? stats : null)

/** A tracked character with its place in the ladder. */
export interface CharacterState {
  readonly entry: LadderEntry
  readonly character: NonNullable<LadderEntry['character']>
}
export type PersonalReader = (state: CharacterState, rules: PlayerRules) => number

/** Joins the game's ladder with the event's teams; unknown users and teams become null. */
export function joinRows(
  entries: readonly LadderEntry[],
  participants: ReadonlyMap<number, Participant>,
  teams: readonly TeamView[],
  own_user_id: number | null,
  rules: PlayerRules,
  readPersonalPoints: PersonalReader | null,
): LadderRow[] {
  const byId = new Map(teams.map((team) => [team.id, team]))
  return entries.map((entry) => {
    const { user_id, account_name, character_name, character_class, character } = entry
    const team_id = user_id === null ? undefined : participants.get(user_id)?.team_id
    const words = [account_name, character_name, character_class, character?.ascendancy ?? '', character?.main_skill ?? '']
    return {
      entry,
      team: team_id === undefined ? null : (byId.get(team_id) ?? null),
      is_own: user_id !== null && user_id === own_user_id,
      level_progress: readLevelProgress(rules.game_version, entry.level, entry.experience),
      build: readBuild(entry),
      personal_points: character && readPersonalPoints && readPersonalPoints({ character, entry }, rules),
      words: words.join('\n').toLowerCase(),
    }
  })
}

export interface LadderFilter {
  readonly text: string
  /** Empty: all, including players without a team. */
  readonly team_ids: readonly number[]
}

/** Every word of the search has to occur in the row; teams are compared by id, never by name. */
export function filterRows(rows: readonly LadderRow[], { text, team_ids }: LadderFilter): readonly LadderRow[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0 && team_ids.length === 0) return rows
  return rows.filter(
    ({ words, team }) =>
      wanted.every((word) => words.includes(word)) && (team_ids.length === 0 || (team !== null && team_ids.includes(team.id))),
  )
}
