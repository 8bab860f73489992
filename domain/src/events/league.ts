import { bareName } from '@muster/contract/names'
import type { GameVersion } from '@muster/contract/events'

/** An event that reads a league of the game from its start to its end; milliseconds. */
export interface LeagueReader {
  readonly id: number
  /** The name of the league. */
  readonly name: string
  readonly game_version: GameVersion
  readonly start_at: number
  readonly end_at: number
  /** Imported from an archive: it reads nothing. */
  readonly is_archived: boolean
}

const nameLeague = ({ game_version, name }: LeagueReader) => `${game_version} ${bareName(name).toLowerCase()}`

/** The other events that read the same league while this one runs. */
export const findLeagueSharers = <E extends LeagueReader>(event: LeagueReader, all: readonly E[]): E[] =>
  all.filter(
    (other) =>
      other.id !== event.id &&
      !other.is_archived &&
      nameLeague(other) === nameLeague(event) &&
      other.start_at < event.end_at &&
      event.start_at < other.end_at,
  )
