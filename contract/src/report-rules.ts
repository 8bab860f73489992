import { z } from 'zod'

export const reportRules = ['reviewed', 'honour', 'refused'] as const
/**
 * How reports of players on item and number objectives count: once a judge approves them, at once on the player's word, or not at
 * all.
 */
export const ReportRule = z.enum(reportRules).meta({ id: 'ReportRule' })
export type ReportRule = z.output<typeof ReportRule>

export const proofRules = ['optional', 'required'] as const
export const ProofRule = z.enum(proofRules).meta({ id: 'ProofRule' })
export type ProofRule = z.output<typeof ProofRule>
