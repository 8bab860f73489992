import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { PlayerRecord, RecordEvent, RecordFind, RecordSharing } from '@muster/contract/records'
import { noTimestamp, type Score } from '@muster/contract/scores'
import type { Team } from '@muster/contract/teams'
import type { RecordSight } from '@muster/domain/access'
import { sessionBreak_ms } from '@muster/domain/events/activity'
import { readState } from '@muster/contract/received-scores'
import { countPodiums, type EventSummary, rankInTeam, summariseEvent } from '@muster/domain/scoring/event-summary'
import { type Given, sumGiven } from '@muster/domain/scoring/contributions'
import { hasBegun } from '@muster/domain/scoring/team-ranks'
import { shownOf } from '../../db/event-columns.ts'
import type { Context } from '../../context.ts'
import { isFinal } from '../../final-event.ts'
import { Refusal } from '../../refusal.ts'
import { measureActivityAcross } from '../activity/store.ts'
import { loadLatest } from '../scores/store.ts'
import { listTeamsOf } from '../teams/store.ts'
import { findMinimalUser } from '../users/store.ts'
import {
  describeObjectives,
  listPlayedEvents,
  listRecordCharacters,
  listShownItems,
  type PlayedEvent,
  type RecordCharacter,
} from './store.ts'

/** A viewer's rights to a record; viewers with the same rights get the same bytes. */
export interface Sight extends Omit<RecordSight, 'is_found'> {
  readonly sharing: RecordSharing
  readonly sees_hidden_events: boolean
  /** Hidden events that the viewer may see as a member of one of their teams. */
  readonly opened: readonly EventId[]
  /** The viewer's teams in events of the player: the viewer sees their hidden progress. */
  readonly teams: readonly TeamId[]
}

const maxFinds = 12
/** Upper bound for one event; a player who restarts every hour has dozens. */
const maxCharacters = 5

/** The event as its own pages show it to the viewer, cached until it is scored or edited. */
async function summarise(
  ctx: Context,
  played: PlayedEvent,
  audience: TeamId | null,
  teams: readonly Team[],
): Promise<EventSummary> {
  const { db, clock, caches } = ctx
  const { id } = played.event
  const key = `${id} ${audience ?? ''}`
  const version = `${played.change_sequence} ${played.definition_sequence} ${played.event.version} ${teams.map((team) => team.id).join()}`
  const known = caches.summaries.get(key)
  const now = clock.now()
  if (known?.version === version && now < (known.summary.changes_at ?? Number.POSITIVE_INFINITY)) return known.summary
  const [{ diffs }, items] = await Promise.all([loadLatest(db, id, audience), listShownItems(db, id)])
  const summary = summariseEvent(
    items,
    shownOf(played.event),
    readState(diffs),
    teams.map((team) => team.id),
    now,
  )
  caches.summaries.set(key, { summary, version })
  return summary
}

/** Hours of a player by event; only events with new activity are computed again. */
async function loadHours(
  { db, caches }: Context,
  user_id: UserId,
  events: readonly PlayedEvent[],
): Promise<Map<EventId, number>> {
  const hours = new Map<EventId, number>()
  const stale: PlayedEvent[] = []
  for (const played of events) {
    const known = caches.hours.get(`${played.event.id} ${user_id}`)
    // Unknown after times of play were removed.
    if (isFinal(played.event)) continue
    if (played.last_seen_at === null) hours.set(played.event.id, 0)
    else if (known?.seen_at === played.last_seen_at.getTime()) hours.set(played.event.id, known.played_ms)
    else stale.push(played)
  }
  const ids = stale.map(({ event }) => event.id)
  const measured = await measureActivityAcross(db, ids, sessionBreak_ms / 1000, user_id)
  for (const { event, last_seen_at } of stale) {
    const played_ms = measured.get(event.id) ?? 0
    hours.set(event.id, played_ms)
    caches.hours.set(`${event.id} ${user_id}`, { seen_at: last_seen_at?.getTime() ?? 0, played_ms })
  }
  return hours
}

const presentEvent = ({ event }: PlayedEvent): RecordEvent['event'] => ({
  id: event.id,
  name: event.name,
  game_version: event.game_version,
  is_current: event.is_current,
  event_start_time: event.event_start_time.toISOString(),
  event_end_time: event.event_end_time.toISOString(),
})

function presentTeam(
  { team_id, members }: PlayedEvent,
  user_id: UserId,
  teams: readonly Team[],
  summary: EventSummary,
): RecordEvent['team'] {
  const team = teams.find(({ id }) => id === team_id)
  if (!team) return null
  const { id, name, abbreviation, color, logo } = team
  const standing = hasBegun(summary.ranked) ? summary.ranked.find((one) => one.team_id === id) : undefined
  const rank_inside = rankInTeam(summary, id, user_id)
  return { id, name, abbreviation, color, logo, rank: standing?.rank ?? null, teams: teams.length, members, rank_inside }
}

interface Row {
  readonly row: RecordEvent
  readonly has_ended: boolean
  readonly given: readonly Given<Score>[]
  readonly changes_at: readonly number[]
}

/** The public part: the events in which the player has characters. */
const presentWithheld = (played: PlayedEvent, characters: RecordCharacter[]): RecordEvent => ({
  event: presentEvent(played),
  team: null,
  brought: null,
  played_ms: null,
  characters,
})

/** The best finds of all events, in words. */
async function listFinds({ db }: Context, rows: readonly Row[]): Promise<RecordFind[]> {
  const best = rows
    .flatMap(({ row, given }) => given.slice(0, maxFinds).map((one) => ({ event_id: row.event.id, ...one })))
    .toSorted((a, b) => b.score.points - a.score.points || b.score.timestamp - a.score.timestamp)
    .slice(0, maxFinds)
  const described = await describeObjectives(
    db,
    best.map(({ objective_id }) => objective_id as RecordFind['objective_id']),
  )
  return best.flatMap(({ event_id, team_id, objective_id, score }) => {
    const objective = described.get(objective_id as RecordFind['objective_id'])
    if (!objective) return []
    const found_at = score.timestamp === noTimestamp ? null : score.timestamp
    const ids = { event_id, team_id: team_id as TeamId, objective_id: objective_id as RecordFind['objective_id'] }
    return [{ ...ids, ...objective, points: score.points, rank: score.rank, found_at }]
  })
}

/**
 * A player's record as one viewer sees it. An event contributes what its own pages show this viewer: hidden events, hidden
 * progress of rivals and objectives that have not opened contribute nothing.
 * @throws Refusal user_not_found if the player was deleted a moment ago
 */
export async function loadRecord(
  ctx: Context,
  user_id: UserId,
  sight: Sight,
): Promise<{ record: PlayerRecord; changes_at: number | undefined }> {
  const { db, clock } = ctx
  const [user, all, characters] = await Promise.all([
    findMinimalUser(db, user_id),
    listPlayedEvents(db, user_id),
    listRecordCharacters(db, user_id),
  ])
  if (!user) throw new Refusal('user_not_found')
  const { sharing } = sight
  const visible = all.filter(({ event }) => event.is_public || sight.sees_hidden_events || sight.opened.includes(event.id))
  const charactersIn = (id: EventId) => (characters.get(id) ?? []).slice(0, maxCharacters)
  if (!sight.is_whole) {
    const events = visible.filter(({ event }) => characters.has(event.id))
    const rows = events.map((played) => presentWithheld(played, charactersIn(played.event.id)))
    return { record: { user, sharing, is_whole: false, totals: null, events: rows, finds: [] }, changes_at: undefined }
  }

  const now = clock.now()
  const ids = visible.map(({ event }) => event.id)
  const teams = Map.groupBy(await listTeamsOf(db, ids), (team) => team.event_id)
  const hours = sight.has_hours ? await loadHours(ctx, user_id, visible) : null
  const rows: Row[] = []
  // One after the other: an event that is not cached needs thousands of scores.
  for (const played of visible) {
    const { event, team_id } = played
    const own = teams.get(event.id) ?? []
    const audience = team_id !== null && sight.teams.includes(team_id) ? team_id : null
    const summary = await summarise(ctx, played, audience, own)
    const given = summary.given.get(user_id) ?? []
    const ends_at = event.event_end_time.getTime()
    rows.push({
      row: {
        event: presentEvent(played),
        team: presentTeam(played, user_id, own, summary),
        brought: { points: sumGiven(given), firsts: given.filter(({ score }) => score.rank === 1).length },
        played_ms: hours?.get(event.id) ?? null,
        characters: charactersIn(event.id),
      },
      has_ended: now >= ends_at,
      given,
      changes_at: [summary.changes_at, ends_at].filter((at) => at !== null && at > now) as number[],
    })
  }
  const events = rows.map(({ row }) => row)
  const sum = (pick: (row: RecordEvent) => number) => events.reduce((total, row) => total + pick(row), 0)
  const totals = {
    events: events.length,
    ...countPodiums(rows.map(({ row, has_ended }) => ({ team: row.team, has_ended }))),
    points: sum(({ brought }) => brought?.points ?? 0),
    firsts: sum(({ brought }) => brought?.firsts ?? 0),
    played_ms: hours && sum(({ played_ms }) => played_ms ?? 0),
  }
  const turns = rows.flatMap(({ changes_at }) => changes_at)
  return {
    record: { user, sharing, is_whole: true, totals, events, finds: await listFinds(ctx, rows) },
    changes_at: turns.length === 0 ? undefined : Math.min(...turns),
  }
}
