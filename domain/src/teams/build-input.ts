import type { SortPerson, SortWishes } from '@muster/contract/team-sort'
import type { TeamId, UserId } from '@muster/contract/ids'
import type { SortInput } from '@muster/contract/team-sort-input'

type Person = Pick<SortPerson, 'entry' | 'partner_id' | 'application_status'> & { readonly user: { readonly id: UserId } }

/** Partners who named each other, each pair once. */
export function listPartners(people: readonly Person[]): [UserId, UserId][] {
  const partnerOf = new Map(people.map((one) => [one.user.id, one.partner_id]))
  return people.flatMap(({ user, partner_id }): [UserId, UserId][] =>
    partner_id !== null && user.id < partner_id && partnerOf.get(partner_id) === user.id ? [[user.id, partner_id]] : [],
  )
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const compareRows = (a: { readonly row: string }, b: { readonly row: string }) => compareTexts(a.row, b.row)
const compareFirst = (a: readonly [string, string], b: readonly [string, string]) =>
  compareTexts(a[0], b[0]) || compareTexts(a[1], b[1])

/**
 * The input of a sort, ordered by row: it is published, and the order of players or signups would reveal identities. Players on
 * the waitlist take part only if they are locked in a team.
 */
export function buildSortInput(team_ids: readonly TeamId[], people: readonly Person[], wishes: SortWishes): SortInput {
  const locked = new Set(wishes.locks.map((lock) => lock.user_id))
  const sorted = people.filter((one) => one.application_status !== 'waitlisted' || locked.has(one.user.id))
  const rowOf = new Map(sorted.map((one) => [one.user.id, one.entry.row]))
  const asRows = (pairs: readonly (readonly [UserId, UserId])[]) =>
    pairs
      .flatMap(([a, b]): [string, string][] => {
        const [one, other] = [rowOf.get(a), rowOf.get(b)]
        if (one === undefined || other === undefined || one === other) return []
        return [one < other ? [one, other] : [other, one]]
      })
      .sort(compareFirst)
  return {
    team_ids: [...team_ids],
    entries: sorted.map((one) => one.entry).sort(compareRows),
    rules: {
      locks: wishes.locks
        .flatMap(({ user_id, team_id }) => {
          const row = rowOf.get(user_id)
          return row === undefined ? [] : [{ row, team_id }]
        })
        .sort(compareRows),
      together: asRows([...listPartners(sorted), ...wishes.together]),
      apart: asRows(wishes.apart),
      sizes: wishes.sizes.filter((limit) => team_ids.includes(limit.team_id)),
    },
    aims: wishes.aims,
  }
}
