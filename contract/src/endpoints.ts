import { z } from 'zod'
import { CallbackBody, CallbackResponse } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Clock, Event, EventStatus } from './events.ts'
import { Health } from './health.ts'
import { EventId } from './ids.ts'
import { LadderEntry } from './ladder.ts'
import { Objective } from './objectives.ts'
import { ScoreChange, ScoreDiff, ScoreHistory, SimpleScores } from './scores.ts'
import { ScoringPreset } from './scoring-presets.ts'
import { Team } from './teams.ts'
import { User, UsersByTeam } from './users.ts'

/** A number, or `current` for the event that is flagged as current. */
export const EventParam = z.union([z.literal('current'), z.coerce.number().int().positive().pipe(EventId)])
const byEvent = z.object({ event_id: EventParam })
/** Any text: an unknown provider is answered by the handler, with a sentence. */
const byProvider = z.object({ provider: z.string() })

const unixSeconds = z.coerce.number().int().nonnegative()

/** Every call of the API. Routes, handler types, client, documentation and the access tests come from this table. */
export const endpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    reply: Health,
    refusals: ['unavailable'],
    summary: 'Whether this server can answer',
  }),
  getClock: endpoint({
    method: 'GET',
    path: '/clock',
    tag: 'events',
    access: 'public',
    event: 'none',
    status: 200,
    reply: Clock,
    summary: 'The event clock of this server',
  }),
  getEvents: endpoint({
    method: 'GET',
    path: '/events',
    tag: 'events',
    access: 'public',
    event: 'none',
    status: 200,
    reply: z.array(Event),
    summary: 'All events the caller may see: admins all, others the public ones',
  }),
  getEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}',
    tag: 'events',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: Event,
    summary: 'One event with its teams',
  }),
  getEventStatus: endpoint({
    method: 'GET',
    path: '/events/{event_id}/status',
    tag: 'events',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: EventStatus,
    summary: "The caller's place in the event: team, lead, application",
  }),
  getTeams: endpoint({
    method: 'GET',
    path: '/events/{event_id}/teams',
    tag: 'teams',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(Team),
    summary: 'The teams of an event',
  }),
  getUsersForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/users',
    tag: 'teams',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: UsersByTeam,
    summary: 'The participants of an event by team',
  }),
  getObjectiveTreeForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/objectives',
    tag: 'objectives',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: Objective,
    refusals: ['objective_not_found'],
    summary: 'The objective tree; objectives that open in the future are masked',
  }),
  getScoringPresetsForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scoring-presets',
    tag: 'objectives',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(ScoringPreset),
    summary: 'The scoring presets of an event',
  }),
  getLatestScoresForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/latest',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(ScoreDiff),
    summary: 'All current scores the caller may see; the header x-score-sequence numbers the state',
  }),
  getScoreChanges: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/changes',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.array(ScoreChange),
    summary: 'Numbered score changes, newest first; page on with before = the last sequence received',
  }),
  getScoreHistory: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/history',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({ from: unixSeconds.optional(), to: unixSeconds.optional() }),
    reply: ScoreHistory,
    summary: 'Team totals over time; default: the whole event',
  }),
  scoreWebSocket: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/ws',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 101,
    params: byEvent,
    query: z.object({ token: z.string().max(4000).optional(), since: z.coerce.number().int().nonnegative().optional() }),
    reply: z.array(ScoreDiff),
    summary: 'Live score changes; with since, also those after that number',
  }),
  simpleScoreWebSocket: endpoint({
    method: 'GET',
    path: '/events/{event_id}/scores/simple/ws',
    tag: 'scores',
    access: 'public',
    event: 'visible',
    status: 101,
    params: byEvent,
    reply: SimpleScores,
    summary: 'Live team totals: at once, then after each change',
  }),
  getLadder: endpoint({
    method: 'GET',
    path: '/events/{event_id}/ladder',
    tag: 'ladder',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(LadderEntry),
    summary: "The event's ladder in the game, with the participants' characters",
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/users/self',
    tag: 'users',
    access: 'user',
    event: 'none',
    status: 200,
    reply: User,
    summary: 'The caller',
  }),
  oauthRedirect: endpoint({
    method: 'GET',
    path: '/oauth2/{provider}/redirect',
    tag: 'login',
    access: 'public',
    event: 'none',
    status: 200,
    params: byProvider,
    query: z.object({ redirect_url: z.string().max(2000).optional(), last_url: z.string().max(2000).optional() }),
    reply: z.string(),
    refusals: ['provider_not_found', 'origin_not_allowed'],
    summary: 'The address of the consent page to send the browser to, as a bare JSON string',
  }),
  oauthCallback: endpoint({
    method: 'POST',
    path: '/oauth2/{provider}/callback',
    tag: 'login',
    access: 'public',
    event: 'none',
    status: 200,
    params: byProvider,
    body: CallbackBody,
    reply: CallbackResponse,
    refusals: ['provider_not_found', 'login_state_unknown', 'login_refused', 'provider_unavailable', 'account_taken'],
    summary: 'Exchanges the code for a login',
  }),
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
