import { z } from 'zod'
import { requiredText } from './body.ts'
import { DateTime } from './date-time.ts'
import { GameVersion } from './events.ts'
import { defaultGame } from './game-versions.ts'

export const leagueStates = ['exists', 'missing', 'cannot_tell'] as const

/** Whether the game has a league with the event's name. */
export const LeagueCheck = z
  .object({
    /** `cannot_tell`: the game did not answer in time or refused to, or this server has no client of the game's API. */
    state: z.enum(leagueStates),
    /** From the game; null if it does not say. */
    start_at: DateTime.nullable(),
    end_at: DateTime.nullable(),
    /** Number of characters on its ladder; null if the game does not say. */
    characters: z.int().nullable(),
  })
  .meta({ id: 'LeagueCheck' })
export type LeagueCheck = z.output<typeof LeagueCheck>

/** The exact name, and the game, because each has leagues of its own. */
export const LeagueQuery = z.object({ name: requiredText(), game_version: GameVersion.default(defaultGame) })
