import type { Event } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import { takesSubmissions } from '../objectives/kinds.ts'

/** How reports count, and the proof they need. */
export type TrustRules = Pick<Event, 'reports' | 'report_proof'>

/** An objective with its own choices; null: as in its category. */
export type TrustedObjective = Pick<Objective, 'objective_type' | 'reports' | 'report_proof'> & {
  readonly id: number
  readonly parent_id: number | null
}

/** A submission always waits for a judge, and the choices of the event are not about it. */
export const submissionRules: TrustRules = { reports: 'reviewed', report_proof: 'optional' }

/**
 * Reads the rules of an objective by its id: of itself, its categories and the event, the nearest that says so decides.
 * @param objectives of one event, in any order
 * @param event its rules, for objectives and categories without a choice
 */
export function traceTrust(objectives: readonly TrustedObjective[], event: TrustRules): (id: number) => TrustRules {
  const byId = new Map(objectives.map((one) => [one.id, one]))
  return (id) => {
    const isSubmission = takesSubmissions(byId.get(id))
    let reports = isSubmission ? submissionRules.reports : null
    let report_proof: TrustRules['report_proof'] | null = null
    let at = byId.get(id)
    // More steps than objectives: the parents form a circle.
    for (let steps = 0; at && steps < byId.size; steps++) {
      reports ??= at.reports
      report_proof ??= at.report_proof
      at = at.parent_id === null ? undefined : byId.get(at.parent_id)
    }
    const usual = isSubmission ? submissionRules : event
    return { reports: reports ?? usual.reports, report_proof: report_proof ?? usual.report_proof }
  }
}

type Nested<T> = T & { readonly children: readonly Nested<T>[] }

/** All objectives of a nested tree; null: there is none. */
export function listTree<T>(root: Nested<T> | null): Nested<T>[] {
  const listed = root === null ? [] : [root]
  for (const one of listed) listed.push(...one.children)
  return listed
}
