import type { Event } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import { takesSubmissions } from '../objectives/kinds.ts'

/** How reports count, and the proof that they need. */
export type ReportRules = Pick<Event, 'reports' | 'report_proof'>

/** An objective with its own choices; null: as in its category. */
export type RuledObjective = Pick<Objective, 'objective_type' | 'reports' | 'report_proof'> & {
  readonly id: number
  readonly parent_id: number | null
}

/** For objectives that take submissions, whatever the event chooses: a judge always decides. */
export const submissionRules: ReportRules = { reports: 'reviewed', report_proof: 'optional' }

/**
 * Creates the function that reads the rules of an objective by its id. The nearest choice decides: of the objective, of
 * its categories from the lowest up, of the event.
 * @param objectives of one event, in any order
 * @param event its rules, for objectives and categories without a choice
 */
export function createRuleReader(objectives: readonly RuledObjective[], event: ReportRules): (id: number) => ReportRules {
  const byId = new Map(objectives.map((one) => [one.id, one]))
  return (id) => {
    const isSubmission = takesSubmissions(byId.get(id))
    let reports = isSubmission ? submissionRules.reports : null
    let report_proof: ReportRules['report_proof'] | null = null
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
