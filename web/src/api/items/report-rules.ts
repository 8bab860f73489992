import type { Event } from '@muster/contract/events'
import type { ReportRule } from '@muster/contract/report-rules'
import type { Objective } from '@muster/contract/objectives'
import { countsItems } from '@muster/domain/objectives/kinds'
import { takesNumberReports } from '@muster/domain/submissions/claim'
import { listTree } from '@muster/domain/objectives/list-tree'
import { createRuleReader, type ReportRules } from '@muster/domain/submissions/report-rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readTree, useEventKey } from '../scores/event.ts'

export interface EventReportRules {
  /** The rules of an objective by its id. */
  readonly of: (id: number) => ReportRules
  /** How the reports of all objectives count; null: objectives differ. */
  readonly shared: ReportRule | null
}

/** The value that all have; null: they differ, or there is none. */
export function findShared<T>(values: readonly T[]): T | null {
  const [first = null, ...others] = new Set(values)
  return others.length === 0 ? first : null
}

function readReportRules(root: Objective | null, event: ReportRules): EventReportRules {
  const all = listTree(root)
  const of = createRuleReader(all, event)
  const rules = all.filter((one) => countsItems(one) || takesNumberReports(one)).map(({ id }) => of(id).reports)
  return { of, shared: rules.length === 0 ? event.reports : findShared(rules) }
}

/** The rules for reports on the objectives of an event that the viewer sees; null: there is no event. */
export function useReportRules(event: Event): EventReportRules
export function useReportRules(event: Event | null): EventReportRules | null
export function useReportRules(event: Event | null): EventReportRules | null {
  const { objective: root } = useSuspenseQuery(readTree(useEventKey())).data
  return useMemo(() => event && readReportRules(root, event), [root, event])
}
