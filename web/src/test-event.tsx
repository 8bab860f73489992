import type { WhatIf } from '@muster/contract/definition'
import type { Event, EventStatus } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import type { Score, ScoreChange, ScoreDiff, ScoreHistory } from '@muster/contract/scores'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import type { TeamPlan, TeamSuggestion } from '@muster/contract/suggestions'
import { unchangedSettings } from '@muster/contract/testing/new-event'
import type { UsersByTeam } from '@muster/contract/users'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { vi } from 'vitest'
import { type Board, readBoard } from './api/scores/board.ts'
import { clockQuery } from './api/live/clock.ts'
import { readTree } from './api/scores/event.ts'
import { readChanges } from './api/live/live.ts'
import { eventInput, queryClient, read } from './api/calls/queries.ts'

/** The event's time in tests, and its start one day before. */
export const now_ms = Date.parse('2026-11-21T12:00:00Z')
const hours = (count: number) => new Date(now_ms + count * 3_600_000).toISOString()

/** The answer to a preview of edits that change nothing. */
export const noEffect = {
  definition_version: 1,
  ledger_sequence: 1,
  teams: [],
  objectives: [],
  history: [],
  facts: { read: 0, added: 0, removed: 0 },
  removed: { objectives: 0, conditions: 0, facts: 0, submissions: 0, points: 0 },
  broken_examples: [],
  computed_ms: 1,
} satisfies WhatIf

/** Ids are branded in answers; only these builders make them from plain numbers. */
const made = <T,>(plain: unknown): T => plain as T

export const aScore = (score: Partial<Score> = {}): Score =>
  made({ points: 0, rank: 0, number: 0, finished: false, timestamp: now_ms / 1000, ...score })

export const aDiff = (objective_id: number, team_id: number, sequence: number, score: Partial<Score>): ScoreDiff =>
  made({ objective_id, team_id, diff_type: 'Changed', score: aScore(score), sequence })

/** A score first reached at the start of 1970. */
export const aChange = (objective_id: number, team_id: number, sequence: number, score: Partial<Score>): ScoreChange =>
  made({ objective_id, team_id, diff_type: 'Added', score: aScore(score), sequence, changed_at: 0, points_before: 0 })

export const anObjective = (objective: Partial<Record<keyof Objective, unknown>> & { id: number }): Objective =>
  made({
    parent_id: 1,
    name: `Objective ${objective.id}`,
    extra: '',
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 10,
    hide_progress: false,
    reports: null,
    report_proof: null,
    valid_from: null,
    valid_to: null,
    conditions: [],
    scoring_preset_id: 1,
    scoring_preset: null,
    children: [],
    ...objective,
  })

/** A plan of 8 people; entries have no time window, and were written at 19:40 of the day before. */
export function aPlan({
  entries = [],
  message,
  ...more
}: Partial<Omit<Record<keyof TeamPlan, unknown>, 'entries' | 'message'>> & {
  entries?: readonly Partial<Record<keyof TeamSuggestion, unknown>>[]
  message?: string
}): TeamPlan {
  const written = { written_by: { id: 7, display_name: 'Brannoc' }, written_at: hours(-16), version: 1 }
  const anEntry = { extra: '', window: null, seen: 1, taken_by: [], ...written }
  return made({
    version: 1,
    windows: [],
    message: message === undefined ? null : { ...anEntry, objective_id: 1, position: 0, extra: message },
    entries: entries.map((entry, index) => ({ ...anEntry, position: index + 1, ...entry })),
    members: 8,
    ...more,
  })
}

/** A branch of the tree without points of its own. */
export const aCategory = (category: Parameters<typeof anObjective>[0]): Objective =>
  anObjective({ objective_type: 'CATEGORY', aggregation: 'NONE', scoring_preset_id: null, required_number: 0, ...category })

/** The server's placeholder for an objective that opens in the given number of hours. */
export const aLockedObjective = (parent_id: number, opens_in: number): Objective =>
  anObjective({
    id: 0,
    parent_id,
    name: 'f'.repeat(64),
    objective_type: '',
    aggregation: '',
    number_field: '',
    required_number: 0,
    scoring_preset_id: null,
    valid_from: hours(opens_in),
  })

export const aTree = (...collections: readonly Objective[]): Objective => ({
  ...aCategory({
    id: 1,
    name: 'Winter Muster',
    children: [
      aCategory({ id: 2, name: 'Shelves', children: collections, extra: '{"layout":{"view":"collections"}}' }),
      aCategory({ id: 3, name: 'Races', children: [anObjective({ id: 30, parent_id: 3, required_number: 1 })] }),
    ],
  }),
  parent_id: null,
})

const preset: ScoringPreset = made({
  id: 1,
  name: 'Places',
  description: '',
  points: [30, 20, 10],
  point_cap: 0,
  scoring_method: 'RANKED_TIME',
  type: 'OBJECTIVE',
})
const teamNames = ['Lanterns', 'Tidebreakers', 'Nightglass']
/** The event used as the current one. */
export const anEvent: Event = made({
  id: 4,
  name: 'Winter Muster',
  game_version: 'poe1',
  is_current: true,
  is_public: true,
  is_locked: true,
  archived_at: null,
  raw_kept_until: null,
  final_since: null,
  max_size: 100,
  waitlist_size: 10,
  patch: null,
  points_need_approval_above: null,
  application_start_time: hours(-240),
  application_end_time: hours(-48),
  event_start_time: hours(-24),
  event_end_time: hours(48),
  ...unchangedSettings,
  teams: teamNames.map((name, index) => ({
    id: index + 1,
    event_id: 4,
    name,
    abbreviation: name.slice(0, 3).toUpperCase(),
    color: ['#f2c230', '#2f6fed', '#8b3fd1'][index],
    allowed_classes: [],
  })),
})

interface Setting {
  tree?: Objective
  scores?: Board['scores']
  events?: readonly Event[]
  own_team_id?: number | null
  changes?: readonly ScoreChange[]
  history?: ScoreHistory
}

/** Puts an event into the query cache as if the server had answered; nothing is fetched. */
export function seedEvent({
  tree = aTree(),
  scores = new Map(),
  events = [anEvent],
  own_team_id = null,
  changes = [],
  history,
}: Setting): void {
  queryClient.clear()
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })
  const input = eventInput('current')
  const status: EventStatus = made({
    team_id: own_team_id,
    is_team_lead: false,
    application_status: 'none',
    number_of_signups: 0,
    number_of_signups_before: 0,
    partner: null,
  })
  const users: UsersByTeam = made(
    Object.fromEntries(anEvent.teams.map((team) => [team.id, [{ id: team.id * 10, display_name: `Player ${team.id}` }]])),
  )
  queryClient.setQueryData(read('getEvents', {}).queryKey, [...events])
  queryClient.setQueryData(read('getEventStatus', input).queryKey, status)
  queryClient.setQueryData(readTree('current').queryKey, { objective: tree })
  queryClient.setQueryData(read('getScoringPresetsForEvent', input).queryKey, [preset])
  queryClient.setQueryData(read('getUsersForEvent', input).queryKey, users)
  queryClient.setQueryData(read('getSignupQuestions', input).queryKey, { version: 0, questions: [] })
  queryClient.setQueryData(read('getSignupAnswers', input).queryKey, [])
  queryClient.setQueryData(readBoard('current').queryKey, { scores, sequence: 100, known_at: 0 })
  queryClient.setQueryData(readChanges('current').queryKey, [...changes])
  queryClient.setQueryData(read('getScoreHistory', input).queryKey, history ?? { from: 0, to: now_ms / 1000, teams: [] })
  queryClient.setQueryData(clockQuery.queryKey, { server_ms: now_ms, local_ms: performance.now(), speed: 1 })
}

/** A login of this user; roles do not matter to a token. */
export const aToken = (user_id: number): string => `a.${btoa(JSON.stringify({ user_id, exp: 4_000_000_000 }))}.c`

/** Advances by this many frames, under fake timers: queued parts are drawn in portions per frame. */
export async function showFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await act(() => vi.advanceTimersByTimeAsync(20))
}

/** Renders a part of a page with cache and router around it, on a route that may declare its page. */
export async function renderInEvent(ui: ReactNode, address = '/', staticData: StaticDataRouteOption = {}) {
  const root = createRootRoute({ component: () => <Outlet /> })
  const page = createRoute({
    getParentRoute: () => root,
    path: '$',
    staticData,
    component: () => <Suspense fallback="waiting">{ui}</Suspense>,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await act(async () => {
    await router.load()
  })
  return view
}
