import '../../../messages/admin-what-if.ts'
import type { WhatIf } from '@muster/contract/definition'
import { formatCount } from '../../../lib/text/numbers.ts'
import { t } from '../../../lib/text/messages.ts'

type Team = WhatIf['teams'][number]

/** Summary of a change's effect on the teams. */
export interface Effect {
  /** Teams whose points change. */
  readonly touched: number
  readonly gaining: number
  readonly losing: number
  /** The leader after saving, and how; null if no team has points then. */
  readonly lead: { readonly team_id: number; readonly kind: 'takes' | 'shares' | 'keeps'; readonly ahead: number } | null
}

const changeOf = ({ points_now, points_then }: Pick<Team, 'points_now' | 'points_then'>) => points_then - points_now

export function readEffect({ teams }: Pick<WhatIf, 'teams'>): Effect {
  const changes = teams.map(changeOf)
  return {
    touched: changes.filter((change) => change !== 0).length,
    gaining: changes.filter((change) => change > 0).length,
    losing: changes.filter((change) => change < 0).length,
    lead: readLead(teams),
  }
}

function readLead(teams: readonly Team[]): Effect['lead'] {
  const sorted = teams.toSorted((a, b) => b.points_then - a.points_then || a.rank_now - b.rank_now || a.team_id - b.team_id)
  const [first, second] = sorted
  if (!first || first.points_then === 0) return null
  const ahead = first.points_then - (second?.points_then ?? 0)
  const newcomer = sorted.find((team) => team.rank_then === 1 && team.rank_now !== 1)
  if (newcomer) return { team_id: newcomer.team_id, kind: ahead === 0 ? 'shares' : 'takes', ahead }
  return { team_id: first.team_id, kind: ahead === 0 ? 'shares' : 'keeps', ahead }
}

/** The two teams for the gap chart: the most affected team, and its rival; null if no team is affected. */
export function pickRivals({ teams }: Pick<WhatIf, 'teams'>): readonly [number, number] | null {
  const lead = readLead(teams)
  const byChange = teams.toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)) || a.rank_now - b.rank_now)
  const [most] = byChange
  if (!most || changeOf(most) === 0) return null
  const subject = lead?.kind === 'takes' || lead?.kind === 'shares' ? lead.team_id : most.team_id
  const others = teams.filter(({ team_id }) => team_id !== subject)
  const rival = others.toSorted((a, b) => a.rank_now - b.rank_now || b.points_now - a.points_now || a.team_id - b.team_id)[0]
  return rival ? [subject, rival.team_id] : null
}

/** The label of the save button: the deletions, or the affected scores. null if not computed, so the label promises nothing. */
export function describeConfirm(result: WhatIf | null): string {
  if (!result) return t('whatIf.confirmUnknown')
  const { removed } = result
  if (removed.objectives > 0) {
    const what = t('whatIf.confirmObjectives', { count: removed.objectives, number: formatCount(removed.objectives) })
    return removed.points === 0
      ? what
      : t('whatIf.confirmPoints', { what, count: removed.points, number: formatCount(removed.points) })
  }
  const { touched } = readEffect(result)
  return touched === 0 ? t('whatIf.confirmNothing') : t('whatIf.confirmScores', { count: touched })
}

/** The deletions that saving causes, in rows of words and numbers; empty if there are none. */
export function listRemoved({ removed }: WhatIf): readonly { label: string; count: string }[] {
  const rows = [
    { label: t('whatIf.objectives'), count: removed.objectives },
    { label: t('whatIf.conditions'), count: removed.conditions },
    { label: t('whatIf.facts'), count: removed.facts },
    { label: t('whatIf.submissions'), count: removed.submissions },
    { label: t('whatIf.points'), count: removed.points },
  ]
  return rows.filter(({ count }) => count !== 0).map(({ label, count }) => ({ label, count: formatCount(count) }))
}
