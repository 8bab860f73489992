import '../../messages/proof-rules.ts'
import type { Objective } from '@muster/contract/objectives'
import { findKind } from '@muster/domain/objectives/kinds'
import { listTree } from '@muster/domain/objectives/list-tree'
import { createRuleReader, type ReportRules } from '@muster/domain/submissions/report-rules'
import { t } from '../../lib/text/messages.ts'

/**
 * By objective: the proof that a report on it needs, in words. Objectives that take no reports, or ask for no proof, are left
 * out.
 */
export function listProofs(root: Objective, event: ReportRules): ReadonlyMap<number, string> {
  const all = listTree(root)
  const readRules = createRuleReader(all, event)
  const proofs = new Map<number, string>()
  for (const one of all) {
    const { reports, report_proof } = readRules(one.id)
    const isReported = (findKind(one)?.reported_as ?? null) !== null && reports !== 'refused'
    if (isReported && report_proof !== 'optional') proofs.set(one.id, t(`proof.asks.${report_proof}`))
  }
  return proofs
}
