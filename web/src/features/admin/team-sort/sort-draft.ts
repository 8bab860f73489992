import type { TeamId, UserId } from '@muster/contract/ids'
import type { SortDraft, SortPerson, SortWishes, TeamSort } from '@muster/contract/team-sort'
import type { Placement, SortInput } from '@muster/contract/team-sort-input'
import { usualAims } from '@muster/domain/teams/aims'
import { buildSortInput } from '@muster/domain/teams/build-input'
import { sortVersion } from '@muster/domain/teams/sort'

const lockPresent = (people: readonly SortPerson[]): SortDraft['locks'] =>
  people.flatMap(({ user, entry }) =>
    entry.present_team_id === null ? [] : [{ user_id: user.id, team_id: entry.present_team_id }],
  )

/** An empty draft: everyone who has a team is locked in it. */
export const beginDraft = (people: readonly SortPerson[], seed: number): SortDraft => ({
  seed,
  aims: usualAims,
  locks: lockPresent(people),
  together: [],
  apart: [],
  sizes: [],
  moves: [],
  made: null,
})

/** The stored draft without deleted people and teams, and without moves already done; or a new one. */
export function openDraft({ people, stored }: TeamSort, team_ids: readonly number[], seed: number): SortDraft {
  const { draft } = stored
  if (!draft) return beginDraft(people, seed)
  const presentOf = new Map(people.map((one) => [one.user.id, one.entry.present_team_id]))
  const isTeam = (id: number | null) => id === null || team_ids.includes(id)
  const isPair = ([one, other]: readonly [UserId, UserId]) => presentOf.has(one) && presentOf.has(other)
  return {
    ...draft,
    locks: draft.locks.filter((lock) => presentOf.has(lock.user_id) && isTeam(lock.team_id)),
    together: draft.together.filter(isPair),
    apart: draft.apart.filter(isPair),
    sizes: draft.sizes.filter((limit) => isTeam(limit.team_id)),
    moves: draft.moves.filter(
      ({ user_id, team_id }) => presentOf.has(user_id) && isTeam(team_id) && presentOf.get(user_id) !== team_id,
    ),
  }
}

export const readWishes = ({ aims, locks, together, apart, sizes }: SortDraft): SortWishes => ({
  aims,
  locks,
  together,
  apart,
  sizes,
})

/** Everyone's team in the draft; null for none. */
export function readTeams(people: readonly SortPerson[], { moves }: SortDraft): Map<UserId, TeamId | null> {
  const teams = new Map(people.map((one) => [one.user.id, one.entry.present_team_id]))
  for (const { user_id, team_id } of moves) teams.set(user_id, team_id)
  return teams
}

const moveTo = (people: readonly SortPerson[], teams: ReadonlyMap<UserId, TeamId | null>): SortDraft['moves'] =>
  people.flatMap(({ user, entry }) => {
    const team_id = teams.get(user.id) ?? null
    return team_id === entry.present_team_id ? [] : [{ user_id: user.id, team_id }]
  })

/** Puts people into a team by hand and locks them there, so that no proposal moves them; null removes them from their team. */
export function assign(
  people: readonly SortPerson[],
  draft: SortDraft,
  user_ids: readonly UserId[],
  team_id: TeamId | null,
): SortDraft {
  const teams = readTeams(people, draft)
  const moved = new Set(user_ids)
  for (const user_id of user_ids) teams.set(user_id, team_id)
  const others = draft.locks.filter((lock) => !moved.has(lock.user_id))
  const locks = team_id === null ? others : [...others, ...user_ids.map((user_id) => ({ user_id, team_id }))]
  return { ...draft, moves: moveTo(people, teams), locks }
}

/** Locks people in their team, or lets proposals move them; people without a team cannot be locked. */
export function setLocked(
  people: readonly SortPerson[],
  draft: SortDraft,
  user_ids: readonly UserId[],
  isLocked: boolean,
): SortDraft {
  const teams = readTeams(people, draft)
  const meant = new Set(user_ids)
  const others = draft.locks.filter((lock) => !meant.has(lock.user_id))
  const added = user_ids.flatMap((user_id) => {
    const team_id = teams.get(user_id)
    return team_id === null || team_id === undefined ? [] : [{ user_id, team_id }]
  })
  return { ...draft, locks: isLocked ? [...others, ...added] : others }
}

/** Adds each pair of these people to a rule, once. */
export function addPairs(draft: SortDraft, rule: 'together' | 'apart', user_ids: readonly UserId[]): SortDraft {
  const known = new Set(draft[rule].map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`))
  const sorted = user_ids.toSorted((a, b) => a - b)
  // Together is a chain, because it is transitive; apart needs all pairs.
  const pairs = sorted.flatMap((a, place) =>
    (rule === 'together' ? sorted.slice(place + 1, place + 2) : sorted.slice(place + 1)).map((b): [UserId, UserId] => [a, b]),
  )
  return { ...draft, [rule]: [...draft[rule], ...pairs.filter(([a, b]) => !known.has(`${a} ${b}`))] }
}

/** The draft with the teams of a proposal; people locked since keep theirs. */
export function takeProposal(
  people: readonly SortPerson[],
  draft: SortDraft,
  made: { readonly seed: number; readonly wishes: SortWishes; readonly placements: readonly Placement[] },
): SortDraft {
  const teams = readTeams(people, draft)
  const locked = new Set(draft.locks.map((lock) => lock.user_id))
  const userOf = new Map(people.map((one) => [one.entry.row, one.user.id]))
  for (const { row, team_id } of made.placements) {
    const user_id = userOf.get(row)
    if (user_id !== undefined && !locked.has(user_id)) teams.set(user_id, team_id)
  }
  const { seed, wishes } = made
  return { ...draft, moves: moveTo(people, teams), made: { seed, wishes, sort_version: sortVersion } }
}

/** Resets to the current teams; rules, aims and seed stay. */
export function forgetMoves(people: readonly SortPerson[], draft: SortDraft): SortDraft {
  const presentOf = new Map(people.map((one) => [one.user.id, one.entry.present_team_id]))
  const locks = draft.locks.filter((lock) => presentOf.get(lock.user_id) === lock.team_id)
  return { ...draft, moves: [], made: null, locks }
}

/** After a submission or its undo: no moves, and people with a team keep it in later sorts. */
export const settle = (people: readonly SortPerson[], draft: SortDraft): SortDraft => ({
  ...draft,
  moves: [],
  made: null,
  locks: lockPresent(people),
})

/** The input of a sort for this draft. */
export const readInput = (team_ids: readonly TeamId[], people: readonly SortPerson[], wishes: SortWishes): SortInput =>
  buildSortInput(team_ids, people, wishes)

/** The draft's teams by row, for the people in the sort. */
export function readPlacements(
  people: readonly SortPerson[],
  input: SortInput,
  teams: ReadonlyMap<UserId, TeamId | null>,
): Placement[] {
  const rows = new Set(input.entries.map((entry) => entry.row))
  return people.flatMap(({ user, entry }) => {
    const team_id = teams.get(user.id) ?? null
    return team_id === null || !rows.has(entry.row) ? [] : [{ row: entry.row, team_id }]
  })
}

/** People whose team the submission would change, by name; null for no team. */
export const listMoves = (people: readonly SortPerson[], { moves }: SortDraft) =>
  moves
    .flatMap(({ user_id, team_id }) => {
      const person = people.find((one) => one.user.id === user_id)
      return person ? [{ person, from: person.entry.present_team_id, to: team_id }] : []
    })
    .sort((a, b) => a.person.user.display_name.localeCompare(b.person.user.display_name))

/** The changes of a submission, in people. */
export interface SortChange {
  readonly added: number
  readonly moved: number
  readonly removed: number
  /** Leads whose team changes, and who lose the role. */
  readonly leads: number
}

export function countChange(people: readonly SortPerson[], { moves }: SortDraft): SortChange {
  const byId = new Map(people.map((one) => [one.user.id, one]))
  const count = (holds: (had: number | null, gets: number | null, isLead: boolean) => boolean) =>
    moves.filter(({ user_id, team_id }) => {
      const person = byId.get(user_id)
      return person !== undefined && holds(person.entry.present_team_id, team_id, person.team_lead)
    }).length
  return {
    added: count((had, gets) => had === null && gets !== null),
    moved: count((had, gets) => had !== null && gets !== null),
    removed: count((had, gets) => had !== null && gets === null),
    leads: count((_, __, isLead) => isLead),
  }
}
