import { z } from 'zod'
import { requiredText } from './body.ts'
import { DateTime, GameVersion } from './events.ts'

export const leagueStates = ['exists', 'missing', 'cannot_tell'] as const

/** Whether the game has a league of the name that an event is given. */
export const LeagueCheck = z
  .object({
    /** `cannot_tell`: the game did not answer in time, or refused to. */
    state: z.enum(leagueStates),
    /** As the game says; null where it does not. */
    start_at: DateTime.nullable(),
    end_at: DateTime.nullable(),
    /** Characters on its ladder; null where the game does not say. */
    characters: z.int().nullable(),
  })
  .meta({ id: 'LeagueCheck' })
export type LeagueCheck = z.output<typeof LeagueCheck>

/** The exact name, and in which game: each has leagues of its own. */
export const LeagueQuery = z.object({ name: requiredText(), game_version: GameVersion.default('poe1') })
