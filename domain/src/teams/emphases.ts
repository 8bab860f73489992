import type { Aim, Aims, SortInput } from '@muster/contract/team-sort-input'

/** The aim that a proposal puts first, in addition to the stated aims, so that organisers have a choice. */
export type Emphasis = 'stated' | 'stay' | 'help' | 'hours'

const most = 5
const raised: Readonly<Record<Exclude<Emphasis, 'stated'>, readonly Aim[]>> = {
  stay: ['stay'],
  help: ['help'],
  hours: ['expected_hours', 'likely_hours'],
}

const raise = (aims: Aims, some: readonly Aim[]): Aims => ({ ...aims, ...Object.fromEntries(some.map((aim) => [aim, most])) })

/**
 * The stated aims, and two variants of them. Staying is a variant if a player may move away, help if some players need it and
 * others offer it.
 */
export function listEmphases({ aims, entries, rules }: SortInput): readonly { emphasis: Emphasis; aims: Aims }[] {
  const locked = new Set(rules.locks.map((lock) => lock.row))
  const mayMove = entries.some((entry) => entry.present_team_id !== null && !locked.has(entry.row))
  const mayHelp = entries.some((entry) => entry.needs_help) && entries.some((entry) => entry.wants_to_help)
  const matters = { stay: mayMove, help: mayHelp, hours: true }
  const others = (['stay', 'help', 'hours'] as const).filter((one) => matters[one] && raised[one].some((aim) => aims[aim] < most))
  const variants = others.slice(0, 2).map((emphasis) => ({ emphasis, aims: raise(aims, raised[emphasis]) }))
  return [{ emphasis: 'stated', aims }, ...variants]
}
