import type { ProofRule } from '@muster/contract/report-rules'
import { readProof } from './proof-pictures.ts'
import type { ReportRules } from './report-rules.ts'

type Rules = readonly Pick<ReportRules, 'report_proof'>[]

/** A kind of proof that a report has to have. */
export type ProofDemand = Exclude<ProofRule, 'optional'>

/** The beginning of an address, up to its host. */
const link = /https?:\/\/[\p{L}\p{N}]/iu

const isMet: Readonly<Record<ProofDemand, (proof: ReturnType<typeof readProof>) => boolean>> = {
  required: ({ text, pictures }) => text.trim() !== '' || pictures.length > 0,
  screenshot: ({ pictures }) => pictures.length > 0,
  clip: ({ text }) => link.test(text),
}
const demands = Object.keys(isMet) as ProofDemand[]

/** The kinds of proof that one report needs if it counts for objectives with these rules. */
export function listDemands(rules: Rules): readonly ProofDemand[] {
  const asked = new Set(rules.map(({ report_proof }) => report_proof))
  const kinds = demands.filter((kind) => asked.has(kind))
  // Each other kind also satisfies `required`.
  return kinds.length > 1 ? kinds.filter((kind) => kind !== 'required') : kinds
}

/** The kinds of proof that such a report needs and does not have. */
export function listMissing(rules: Rules, proof: string): readonly ProofDemand[] {
  const read = readProof(proof)
  return listDemands(rules).filter((kind) => !isMet[kind](read))
}
