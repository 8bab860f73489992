import { sql } from 'kysely'

/** The source of a reading that only adds the figures of a calculated build; all others are answers of the game. */
export const buildSource = 'build' as const

/** The reading is an answer from the game. */
export const isOfGame = sql<boolean>`source <> ${sql.lit(buildSource)}`
