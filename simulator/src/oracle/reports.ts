/** Items that players have reported and that count: what they show for each objective, read from the items themselves. */
import type { Objective } from '@muster/contract/objectives'
import type { ItemReport } from './contest.ts'
import type { Change } from './holdings.ts'
import { compileWanted } from './wanted.ts'

/** The running totals of a player's reports. */
export interface ReportTotals {
  readonly account: number
  readonly changes: readonly Change[]
}

export type CountReports = (reports: readonly ItemReport[], objective_id: number, team: number) => readonly ReportTotals[]

/** A report counts for an objective like an item in a tab, as many as its stack. The numbers of a player add up. */
export function createReportCounter(objectives: readonly Objective[]): CountReports {
  const wanted = new Map(
    objectives
      .filter(({ objective_type, conditions }) => objective_type === 'ITEM' && conditions.length > 0)
      .map(({ id, conditions }) => [id, compileWanted(conditions)]),
  )
  return (reports, objective_id, team) => {
    const amountOf = wanted.get(objective_id)
    if (!amountOf) return []
    const counted = reports.filter((report) => report.team === team && amountOf(report.item) > 0)
    return [...Map.groupBy(counted, ({ account }) => account)].map(([account, ofOne]) => {
      let number = 0
      const changes = ofOne
        .toSorted((a, b) => a.at_ms - b.at_ms)
        .map(({ at_ms: at, item }) => ({ at, number: (number += amountOf(item)), wait_ms: 0 }))
      return { account, changes }
    })
  }
}
