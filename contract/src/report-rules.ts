import { z } from 'zod'

export const reportRules = ['reviewed', 'honour', 'refused'] as const
/**
 * How reports of players on item and number objectives count: once a judge approves them, at once on the player's word, or not at
 * all.
 */
export const ReportRule = z.enum(reportRules).meta({ id: 'ReportRule' })
export type ReportRule = z.output<typeof ReportRule>

/** The proof that a report needs: none, any, an uploaded screenshot, or a link to a clip. */
export const proofRules = ['optional', 'required', 'screenshot', 'clip'] as const
export const ProofRule = z.enum(proofRules).meta({ id: 'ProofRule' })
export type ProofRule = z.output<typeof ProofRule>
