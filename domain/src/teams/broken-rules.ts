import type { Placement, SortInput } from '@muster/contract/team-sort-input'
import type { Units } from './units.ts'

/**
 * Why an assignment breaks a rule: `locked`: locks contradict it; `together`: players who must be together contradict it;
 * `impossible`: too few teams for the players who must be apart, or too few or too many players for the sizes; `not_found`: the
 * search found no way, which is no proof that there is none; `by_hand`: an organiser placed a player there.
 */
export type Why = 'locked' | 'together' | 'impossible' | 'not_found' | 'by_hand'
export type BrokenRule =
  | { readonly kind: 'lock' | 'together' | 'apart'; readonly rows: readonly string[]; readonly why: Why }
  | { readonly kind: 'size'; readonly team_id: number; readonly size: number; readonly why: Why }

type Breach =
  | { readonly kind: 'together'; readonly rows: readonly [string, string] }
  | { readonly kind: 'apart'; readonly rows: readonly [string, string] }
  | { readonly kind: 'size'; readonly team_id: number; readonly size: number; readonly is_over: boolean }
type Explain = (breach: Breach) => Why

/** Every rule that an assignment breaks. */
export function findBrokenRules(
  { rules, team_ids }: SortInput,
  placements: readonly Placement[],
  explain: Explain,
): BrokenRule[] {
  const teamOf = new Map(placements.map((one) => [one.row, one.team_id as number]))
  const broken: BrokenRule[] = []
  for (const { row, team_id } of rules.locks) {
    if (teamOf.get(row) === team_id) continue
    broken.push({ kind: 'lock', rows: [row], why: team_ids.includes(team_id) ? 'by_hand' : 'impossible' })
  }
  for (const rows of rules.together) {
    if (teamOf.get(rows[0]) !== teamOf.get(rows[1]))
      broken.push({ kind: 'together', rows, why: explain({ kind: 'together', rows }) })
  }
  for (const rows of rules.apart) {
    const team = teamOf.get(rows[0])
    const isBroken = team !== undefined && team === teamOf.get(rows[1])
    if (isBroken) broken.push({ kind: 'apart', rows, why: explain({ kind: 'apart', rows }) })
  }
  for (const { team_id, min, max } of rules.sizes) {
    if (!team_ids.includes(team_id)) continue
    const size = placements.filter((one) => one.team_id === team_id).length
    const isOver = max !== null && size > max
    if (!isOver && (min === null || size >= min)) continue
    broken.push({ kind: 'size', team_id, size, why: explain({ kind: 'size', team_id, size, is_over: isOver }) })
  }
  return broken
}

/** Why a proposal breaks a rule. */
export function explainProposal(
  { entries, rules, team_ids }: SortInput,
  places: ReadonlyMap<string, number>,
  { units, unitOf }: Units,
  isProvedImpossible: boolean,
): Explain {
  const unitOfRow = (row: string) => unitOf[places.get(row) ?? -1] ?? -1
  const isLocked = (row: string) => units[unitOfRow(row)]?.locked !== null
  return (breach) => {
    // Only locks tear groups apart.
    if (breach.kind === 'together') return 'locked'
    if (breach.kind === 'apart') {
      const [one, other] = breach.rows
      if (unitOfRow(one) === unitOfRow(other)) return 'together'
      if (isLocked(one) && isLocked(other)) return 'locked'
      return isProvedImpossible ? 'impossible' : 'not_found'
    }
    const limits = team_ids.map((id) => rules.sizes.find((one) => one.team_id === id))
    const room = limits.reduce((sum, limit) => sum + (limit?.max ?? entries.length), 0)
    const needed = limits.reduce((sum, limit) => sum + (limit?.min ?? 0), 0)
    if (breach.is_over ? room < entries.length : needed > entries.length) return 'impossible'
    const locked = units.reduce(
      (sum, unit) => sum + (unit.locked !== null && team_ids[unit.locked] === breach.team_id ? unit.members.length : 0),
      0,
    )
    const limit = rules.sizes.find((one) => one.team_id === breach.team_id)
    if (limit && limit.min !== null && limit.max !== null && limit.min > limit.max) return 'impossible'
    return breach.is_over && locked >= breach.size ? 'locked' : 'not_found'
  }
}
