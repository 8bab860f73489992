import type { UserId } from '@muster/contract/ids'
import type { SortDraft, SortPerson } from '@muster/contract/team-sort'
import { readAccountName } from '@muster/contract/users'

export const sortFilters = ['changed', 'pairs', 'newcomers', 'helpers', 'owners', 'no_team', 'waitlist'] as const
export type SortFilter = (typeof sortFilters)[number]

export interface Shown {
  readonly text: string
  /** Several pasted names; everyone is shown if empty. */
  readonly names: string
  readonly filters: ReadonlySet<SortFilter>
  /** null for all teams */
  readonly team_id: number | null
}

/** The part of an account's name before its number. */
const bare = (name: string) => name.split('#')[0]?.trim().toLowerCase() ?? ''

/** Names separated by blanks, commas or semicolons. */
export const readNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(bare)
      .filter((name) => name !== ''),
  ),
]

const namesOf = ({ user }: SortPerson) =>
  [readAccountName(user), user.discord_name, user.display_name].flatMap((name) => (name ? [bare(name)] : []))

/** Pasted names without a match. */
export function findUnknownNames(people: readonly SortPerson[], text: string): string[] {
  const known = new Set(people.flatMap(namesOf))
  return readNames(text).filter((name) => !known.has(name))
}

/** People in a pair: partners who named each other. */
export function listPairedIds(people: readonly SortPerson[]): Set<UserId> {
  const partnerOf = new Map(people.map((one) => [one.user.id, one.partner_id]))
  return new Set(
    people.flatMap(({ user, partner_id }) => (partner_id !== null && partnerOf.get(partner_id) === user.id ? [user.id] : [])),
  )
}

interface Facts {
  readonly draft: SortDraft
  readonly teams: ReadonlyMap<UserId, number | null>
  readonly paired: ReadonlySet<UserId>
}

/** Whether a person is on the waitlist and in no team. */
export const isWaiting = ({ application_status }: SortPerson, team_id: number | null | undefined): boolean =>
  application_status === 'waitlisted' && (team_id ?? null) === null

/** The people to show: mutual partners first and side by side, then by name; the waitlist last, in its order. */
export function listShown(people: readonly SortPerson[], shown: Shown, { draft, teams, paired }: Facts): SortPerson[] {
  const names = new Set(readNames(shown.names))
  const text = shown.text.trim().toLowerCase()
  const moved = new Set(draft.moves.map((move) => move.user_id))
  const tests: Record<SortFilter, (person: SortPerson) => boolean> = {
    changed: ({ user }) => moved.has(user.id),
    pairs: ({ user }) => paired.has(user.id),
    newcomers: ({ entry }) => entry.needs_help,
    helpers: ({ entry }) => entry.wants_to_help,
    owners: ({ entry }) => entry.is_guild_owner,
    no_team: ({ user }) => (teams.get(user.id) ?? null) === null,
    waitlist: ({ application_status }) => application_status === 'waitlisted',
  }
  const isShown = (person: SortPerson) => {
    const own = namesOf(person)
    return (
      (text === '' ||
        [person.user.display_name, readAccountName(person.user) ?? ''].some((name) => name.toLowerCase().includes(text))) &&
      (names.size === 0 || own.some((name) => names.has(name))) &&
      (shown.team_id === null || teams.get(person.user.id) === shown.team_id) &&
      [...shown.filters].every((filter) => tests[filter](person))
    )
  }
  /** Pairs are sorted by the first of their names. */
  const byId = new Map(people.map((one) => [one.user.id, one]))
  const headOf = (person: SortPerson) => {
    const partner = paired.has(person.user.id) && person.partner_id !== null ? byId.get(person.partner_id) : undefined
    const [own, other] = [person.user.display_name, partner?.user.display_name ?? '']
    return partner && other.localeCompare(own) < 0 ? other : own
  }
  const queue = new Map(people.map((one, place) => [one.user.id, place]))
  const rank = (person: SortPerson) =>
    isWaiting(person, teams.get(person.user.id)) ? 2 + (queue.get(person.user.id) ?? 0) : paired.has(person.user.id) ? 0 : 1
  return people
    .filter(isShown)
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        headOf(a).localeCompare(headOf(b)) ||
        a.user.display_name.localeCompare(b.user.display_name) ||
        a.user.id - b.user.id,
    )
}
