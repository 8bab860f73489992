import type { Event } from '@muster/contract/events'
import type { ReportRule } from '@muster/contract/report-rules'
import type { Objective } from '@muster/contract/objectives'
import { findKind } from '@muster/domain/objectives/kinds'
import { listTree, traceTrust, type TrustRules } from '@muster/domain/submissions/trust-rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readTree, useEventKey } from '../scores/event.ts'

export interface ReportRules {
  /** The rules of an objective by its id. */
  readonly of: (id: number) => TrustRules
  /** How the reports of all objectives count; null: objectives differ. */
  readonly shared: ReportRule | null
}

function readReportRules(root: Objective | null, event: TrustRules): ReportRules {
  const all = listTree(root)
  const of = traceTrust(all, event)
  const reported = all.filter((one) => ['item_text', 'number'].includes(findKind(one)?.reported_as ?? ''))
  const [shared = event.reports, ...others] = new Set(reported.map(({ id }) => of(id).reports))
  return { of, shared: others.length === 0 ? shared : null }
}

/** The rules for reports on the objectives of an event that the viewer sees; null: there is no event. */
export function useReportRules(event: Event): ReportRules
export function useReportRules(event: Event | null): ReportRules | null
export function useReportRules(event: Event | null): ReportRules | null {
  const { objective: root } = useSuspenseQuery(readTree(useEventKey())).data
  return useMemo(() => event && readReportRules(root, event), [root, event])
}
