import { z } from 'zod'
import { nullableTime, requiredText, textLength } from './body.ts'
import { DateTime } from './events.ts'
import { ObjectiveId, TeamId, UserId } from './ids.ts'
import { MinimalUser } from './users.ts'

/** A correction is named by its number in the ledger, which is longer than other ids. */
export const CorrectionId = z.int().positive().brand<'CorrectionId'>()
export type CorrectionId = z.output<typeof CorrectionId>

/** A fact that a judge adds by hand, for what no tab, character or submission shows. */
export const Correction = z
  .object({
    id: CorrectionId,
    objective_id: ObjectiveId,
    team_id: TeamId,
    /** Whom it names as the player; null = the team as a whole. */
    user_id: UserId.nullable(),
    number: z.int(),
    timestamp: DateTime,
    reason: z.string(),
    author: MinimalUser.nullable(),
    /** Set once it was taken back. */
    withdrawal: z.object({ author: MinimalUser.nullable(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'Correction' })
export type Correction = z.output<typeof Correction>

export const CorrectionCreate = z
  .object({
    objective_id: ObjectiveId,
    team_id: TeamId,
    user_id: UserId.nullish().transform((user_id) => user_id ?? null),
    /** As a source of its own: added where the objective adds, compared where it compares; may be negative. */
    number: z.int(),
    /** Default: now, or the last moment that counts. */
    timestamp: nullableTime,
    reason: requiredText(textLength),
  })
  .meta({ id: 'CorrectionCreate' })
export type CorrectionCreate = z.output<typeof CorrectionCreate>

export const CorrectionWithdrawal = z.object({ reason: requiredText(textLength) }).meta({ id: 'CorrectionWithdrawal' })
