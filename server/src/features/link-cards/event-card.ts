import { readEventState, type EventState } from '@muster/domain/events/state'
import { readEventTitle } from '@muster/domain/events/title'
import { readState } from '@muster/contract/received-scores'
import { summariseEvent, summariseObjective } from '@muster/domain/scoring/event-summary'
import { hasBegun } from '@muster/domain/scoring/team-ranks'
import type { Context } from '../../context.ts'
import { shownOf } from '../../db/event-columns.ts'
import type { Row } from '../../db/schema.ts'
import { listShownItems } from '../records/store.ts'
import { loadLatest } from '../scores/store.ts'
import { listTeamsOf } from '../teams/store.ts'
import type { CardSubject, CardTeam, EventCard } from './card.ts'

const hour_ms = 3_600_000

type Sentence = (event: Row<'events'>, when: (at: Date) => string, now: Date) => string
const states: Readonly<Record<EventState, Sentence>> = {
  draft: (event, when) => `Signups open on ${when(event.application_start_time)}`,
  signups_open: (event, when) => `Signups are open until ${when(event.application_end_time)}`,
  signups_closed: (event, when) => `Starts on ${when(event.event_start_time)}`,
  running: ({ event_start_time, event_end_time }, when, now) => {
    const [played, all] = [now, event_end_time].map((at) => Math.floor((at.getTime() - event_start_time.getTime()) / hour_ms))
    return `Standings after ${played} of ${all} hours, ${when(now)}`
  },
  ended: () => 'Final standings',
}

/** Reads the card of a public event. An unknown or unopened objective and an unknown team give the card of the whole event. */
export async function loadEventCard({ db, clock }: Context, event: Row<'events'>, subject: CardSubject): Promise<EventCard> {
  const now = clock.now()
  const [{ diffs }, items, teams] = await Promise.all([
    loadLatest(db, event.id, null),
    listShownItems(db, event.id),
    listTeamsOf(db, [event.id]),
  ])
  const team_ids = teams.map(({ id }) => id)
  const scores = readState(diffs)
  const { objective_id } = subject
  const objective = objective_id && summariseObjective(objective_id, items, shownOf(event), scores, team_ids, now)
  const { ranked } = objective || summariseEvent(items, shownOf(event), scores, team_ids, now)
  const named = new Map(teams.map((team) => [team.id as number, team]))
  const listed = (hasBegun(ranked) ? ranked : []).flatMap(({ team_id, rank, points }): CardTeam[] => {
    const team = named.get(team_id)
    return team ? [{ id: team_id, name: team.name, color: team.color, rank, points }] : []
  })
  const title = readEventTitle(event.name)
  const state = readCardState(event, now)
  return {
    title: objective ? objective.name : title,
    state: objective ? `${title}. ${state}` : state,
    teams: listed,
    team_id: listed.some(({ id }) => id === subject.team_id) ? subject.team_id : null,
    at: now,
  }
}

function readCardState(event: Row<'events'>, now: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: event.time_zone,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const zone = event.time_zone === 'UTC' ? 'UTC' : `in ${event.time_zone}`
  const dates = {
    application_start_time: event.application_start_time.getTime(),
    application_end_time: event.application_end_time.getTime(),
    event_start_time: event.event_start_time.getTime(),
    event_end_time: event.event_end_time.getTime(),
  }
  const state = states[readEventState(event.is_public, dates, now)]
  return state(event, (at) => `${format.format(at)} ${zone}`, new Date(now))
}

export const formatPoints = (points: number): string => points.toLocaleString('en')

/** "Final standings: 1. Lanterns 1,234, 2. Falcons 1,100", led by the team of the link. */
export function describeCard({ state, teams, team_id }: EventCard): string {
  if (teams.length === 0) return `${state}.`
  const standings = teams.map(({ rank, name, points }) => `${rank}. ${name} ${formatPoints(points)}`).join(', ')
  const team = teams.find(({ id }) => id === team_id)
  const lead = team ? `${team.name}: rank ${team.rank} of ${teams.length} with ${formatPoints(team.points)} points. ` : ''
  return `${lead}${state}: ${standings}.`
}
