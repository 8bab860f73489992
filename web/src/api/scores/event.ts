import type { Event, EventStatus, GameVersion } from '@muster/contract/events'
import { defaultGame } from '@muster/contract/game-versions'
import type { MinimalUser, UsersByTeam } from '@muster/contract/users'
import type { PlayerRules } from '@muster/domain/characters/personal-points'
import { type PersonalMask, readPersonalMask } from '@muster/domain/scoring/personal'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSession } from '../../lib/browser/session.ts'
import { abbreviate } from '../../lib/teams/abbreviate.ts'
import { assignTeamLooks, type TeamLook } from '../../lib/teams/team-looks.ts'
import { type Board, readBoard } from './board.ts'
import { call } from '../calls/client.ts'
import { useServerTimeReached } from '../live/clock.ts'
import { Failure } from '../calls/failure.ts'
import { type EventKey, eventInput, read } from '../calls/queries.ts'
import { linkTree, maskScores, type PublishedTree, type ScoreMap, type ScoreTree } from './score-tree.ts'

// Other changes of the address do not rerender the users of the event.
const readEvent = ({ event }: { event?: number | undefined }) => event

/** The event of the address, or the current one. */
export function useEventKey(): EventKey {
  return useSearch({ strict: false, select: readEvent }) ?? 'current'
}

/** All events the viewer may see, by id. */
export function useEvents(): readonly Event[] {
  return useSuspenseQuery({ ...read('getEvents', {}), select: sortEvents }).data
}
const sortEvents = (events: readonly Event[]) => events.toSorted((a, b) => a.id - b.id)

/** The selected event; null if none is current or if the address names a missing one. */
export function useEvent(): Event | null {
  const key = useEventKey()
  return useEvents().find((event) => (key === 'current' ? event.is_current : event.id === key)) ?? null
}

const unknownRules: PlayerRules = { game_version: defaultGame, personal_objectives: null }
/** The settings of the event that decide the numbers of its players. */
export const usePlayerRules = (): PlayerRules => useEvent() ?? unknownRules

/** The game of the selected event. */
export const useGameVersion = (): GameVersion => useEvent()?.game_version ?? defaultGame

/** The viewer's membership in the event, and the number of signups. */
export const readStatus = (event: EventKey) => read('getEventStatus', eventInput(event))

export function useStatus(): EventStatus {
  return useSuspenseQuery(readStatus(useEventKey())).data
}

/** The viewer's account; undefined while logged out or loading. */
export function useSelf() {
  const session = useSession()
  return useQuery({ ...read('getUser', {}), enabled: session !== null })
}

/** The selected event without suspending: undefined while unknown, null if there is none. */
export function useKnownEvent(): Event | null | undefined {
  const key = useEventKey()
  const events = useQuery(read('getEvents', {})).data
  return events && (events.find((event) => (key === 'current' ? event.is_current : event.id === key)) ?? null)
}

export interface TeamView {
  readonly id: number
  readonly name: string
  /** Never empty. */
  readonly abbreviation: string
  readonly look: TeamLook
  /** Address of its picture, shown beside the crest if there is space. */
  readonly logo: string | null
  readonly is_own: boolean
}

type Teams = readonly Event['teams'][number][]
const noTeams: Teams = []
const viewsOfTeams = new WeakMap<Teams, Map<number | null, readonly TeamView[]>>()

/** Most widgets need the teams and colours are expensive, so each list is built once and shared. */
function viewTeams(teams: Teams, own_id: number | null): readonly TeamView[] {
  const known = viewsOfTeams.get(teams) ?? new Map<number | null, readonly TeamView[]>()
  viewsOfTeams.set(teams, known)
  const held = known.get(own_id)
  if (held) return held
  const looks = assignTeamLooks(teams)
  const views = teams.flatMap(({ id, name, abbreviation, logo }) => {
    const look = looks.get(id)
    return look ? [{ id, name, abbreviation: abbreviation || abbreviate(name), look, logo, is_own: id === own_id }] : []
  })
  views.sort((a, b) => Number(b.is_own) - Number(a.is_own) || a.id - b.id)
  known.set(own_id, views)
  return views
}

/** The teams of the selected event, the viewer's own first, then in the organisers' order. */
export function useTeams(): readonly TeamView[] {
  const teams = useEvent()?.teams ?? noTeams
  return viewTeams(teams, useStatus().team_id)
}

export interface Participant extends MinimalUser {
  readonly team_id: number
}

interface Participants {
  readonly by_id: ReadonlyMap<number, Participant>
  readonly by_team: ReadonlyMap<number, readonly Participant[]>
}
const participantsOf = new WeakMap<UsersByTeam, Participants>()

/** Many widgets ask, and there may be thousands of participants: each answer is indexed once. */
function indexParticipants(users: UsersByTeam): Participants {
  const held = participantsOf.get(users)
  if (held) return held
  const by_team = new Map(
    Object.entries(users).map(([id, members]) => [Number(id), members.map((user) => ({ ...user, team_id: Number(id) }))]),
  )
  const by_id = new Map([...by_team.values()].flatMap((members) => members.map((user) => [user.id, user] as const)))
  participantsOf.set(users, { by_id, by_team })
  return { by_id, by_team }
}

const useIndexedParticipants = (): Participants =>
  indexParticipants(useSuspenseQuery(read('getUsersForEvent', eventInput(useEventKey()))).data)

/** All team members, by user id. */
export const useParticipants = (): ReadonlyMap<number, Participant> => useIndexedParticipants().by_id

const nobody: readonly Participant[] = []
/** The members of one team. */
export const useMembers = (team_id: number): readonly Participant[] => useIndexedParticipants().by_team.get(team_id) ?? nobody

/** The objective tree of an event; an event without one has an empty tree, not a failure. */
export function readTree(event: EventKey) {
  const { queryKey } = read('getObjectiveTreeForEvent', eventInput(event))
  return queryOptions({
    queryKey: [...queryKey, 'published'],
    queryFn: async ({ signal }): Promise<PublishedTree> => {
      try {
        return { objective: await call('getObjectiveTreeForEvent', eventInput(event), signal) }
      } catch (failure) {
        if (failure instanceof Failure && failure.code === 'objective_not_found') return { objective: null }
        throw failure
      }
    },
    staleTime: 60_000,
  })
}

/** Objectives and presets of the selected event, linked. */
export function useScoreTree(): ScoreTree {
  const key = useEventKey()
  const root = useSuspenseQuery(readTree(key)).data
  const presets = useSuspenseQuery(read('getScoringPresetsForEvent', eventInput(key))).data
  return linkTree(root, presets)
}

const nothingMasked: PersonalMask = { objective_ids: new Set(), until: null }

/** Scores hidden until the first checkpoint of the personal objectives; rerenders when it is reached. */
function usePersonalMask(score_tree: ScoreTree): PersonalMask {
  const mask = useMemo(() => readPersonalMask(score_tree.tree.root, Number.NEGATIVE_INFINITY), [score_tree])
  return useServerTimeReached(mask.until) ? nothingMasked : mask
}

/**
 * The part of the scores that a widget needs. It rerenders only when the result of `select` changes: plain data is compared by
 * value, maps of unchanged objectives keep their identity.
 */
export function useScores<R>(select: (scores: ScoreMap, score_tree: ScoreTree) => R): R {
  const score_tree = useScoreTree()
  const mask = usePersonalMask(score_tree)
  // The same function gives the same result for the same scores, so a stable `select` is called only when they change.
  const selectOfBoard = useCallback(
    ({ scores }: Board) => select(maskScores(scores, mask), score_tree),
    [select, mask, score_tree],
  )
  return useSuspenseQuery({ ...readBoard(useEventKey()), select: selectOfBoard }).data
}
