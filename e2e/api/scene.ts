import { aGuild, aGuildTab, aMember, anEvent, anObjective, aPreset, aTeam, aUser } from '@muster/server/testing/builders'
import type { Db, Tx } from '@muster/server/db/connect'
import type { NewRow, Row } from '@muster/server/db/schema'
import { awaitAll } from '@muster/server/db/transaction'
import { packText } from '@muster/server/ingestion/stash/stored-items'

type User = Row<'users'>

/** A running event with an object for every call, and every kind of caller. */
export interface Scene {
  readonly event_id: number
  readonly event_name: string
  /** Creation time by the wall clock, in the middle of the event; ms. */
  readonly now: number
  readonly people: {
    /** In no team. */
    readonly user: User
    readonly player: User
    /** Made the submission and plays the character. */
    readonly owner: User
    readonly lead: User
    readonly rival: User
    readonly rival_lead: User
    readonly admin: User
    readonly manager: User
    readonly objective_designer: User
    readonly submission_judge: User
  }
  /** Another event, which is over and has an archive. */
  readonly past_event_id: number
  readonly team_id: number
  readonly rival_team_id: number
  /** Hash of the team's logo. */
  readonly logo_hash: string
  readonly root_id: number
  /** An item objective with a condition and a preset. */
  readonly objective_id: number
  readonly condition_id: number
  readonly preset_id: number
  /** A submission objective that is in the plans of both teams. */
  readonly bounty_id: number
  readonly submission_id: number
  readonly correction_id: number
  readonly announcement_id: number
  readonly outage_id: number
  readonly guild_id: number
  readonly stash_id: string
  readonly character_id: string
  readonly bot_secret: string
  /** A user whose signup an organiser has deleted. */
  readonly removed_id: number
  readonly sort_id: number
}

const day = 86_400_000

/** The event has started, and signups are still open. */
const running = (now: number) => ({
  application_start_time: new Date(now - 3 * day),
  application_end_time: new Date(now + day),
  event_start_time: new Date(now - day),
  event_end_time: new Date(now + 2 * day),
})

const over = (now: number) => ({
  application_start_time: new Date(now - 9 * day),
  application_end_time: new Date(now - 5 * day),
  event_start_time: new Date(now - 4 * day),
  event_end_time: new Date(now - 2 * day),
})

/** The body of a client's request for an event that runs now. */
export function eventBody({ now }: { now: number }) {
  const times = Object.entries(running(now)).map(([name, time]) => [name, time.toISOString()])
  return {
    name: `Sommerliga ☀ (PL${Math.floor(now / 1000)})`,
    game_version: 'poe1',
    max_size: 40,
    waitlist_size: 10,
    is_current: false,
    is_public: true,
    is_locked: false,
    patch: null,
    ...(Object.fromEntries(times) as Record<keyof ReturnType<typeof running>, string>),
  }
}

/** Contained only in the team's tab. */
export const stashItemName = 'canary-item-in-a-tab'

/** An item in the format of the game. */
const anItem = (typeLine: string, stackSize: number) => ({
  typeLine,
  baseType: typeLine,
  stackSize,
  x: 1,
  y: 2,
  w: 1,
  h: 1,
  name: '',
  icon: '',
  identified: true,
  ilvl: 0,
  frameType: 5,
})

/** A tab in the format of the game. */
const anAnswer = (id: string, items: readonly object[]) => ({
  id,
  name: 'Beute',
  type: 'QuadStash',
  index: 3,
  metadata: { colour: 'cc00', public: false },
  items,
})

/** Stores a Twitch answer according to which this player is live now. */
const showLive = (tx: Tx, { id }: User, now: number) => {
  const looked = { last_success_at: new Date(now) }
  return [
    tx
      .insertInto('scheduled_tasks')
      .values({ name: 'FollowStreams', ...looked })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(looked))
      .execute(),
    tx
      .insertInto('twitch_streams')
      .values({
        twitch_id: `twitch-${id}`,
        stream_id: `${id}`,
        user_login: `player${id}`,
        user_name: `Player${id}`,
        game_id: '29307',
        game_name: 'Path of Exile',
        title: 'Wochenende ☀',
        viewer_count: 12,
        started_at: new Date(now - 3_600_000),
        language: 'de',
        thumbnail_url: 'https://pictures.invalid/{width}x{height}.jpg',
        is_mature: false,
      })
      .execute(),
  ]
}

/** Adds a scene to the database of a server, beside existing data. */
export const setScene = (place: { db: Db; bot_secret: string }, event: Partial<NewRow<'events'>> = {}): Promise<Scene> =>
  place.db.transact((tx) => fillScene(tx, place.bot_secret, event))

/** A run creates hundreds of scenes, so inserts that do not need an id are batched. */
async function fillScene(tx: Tx, bot_secret: string, event: Partial<NewRow<'events'>>): Promise<Scene> {
  const now = Date.now()
  const [
    made,
    past,
    user,
    player,
    owner,
    lead,
    rival,
    rival_lead,
    admin,
    manager,
    objective_designer,
    submission_judge,
    removed,
  ] = await awaitAll([
    anEvent(tx, { ...running(now), ...event }),
    anEvent(tx, over(now)),
    aUser(tx),
    aUser(tx),
    aUser(tx),
    aUser(tx),
    aUser(tx),
    aUser(tx),
    aUser(tx, { permissions: ['admin'] }),
    aUser(tx, { permissions: ['manager'] }),
    aUser(tx, { permissions: ['objective_designer'] }),
    aUser(tx, { permissions: ['submission_judge'] }),
    aUser(tx),
  ])
  const event_id = made.id
  const people = { user, player, owner, lead, rival, rival_lead, admin, manager, objective_designer, submission_judge }
  const [team, rivals, root, preset_id] = await awaitAll([
    aTeam(tx, event_id),
    aTeam(tx, event_id),
    anObjective(tx, event_id, {
      name: 'default',
      objective_type: 'CATEGORY',
      aggregation: 'NONE',
      number_field: 'FINISHED_OBJECTIVES',
    }),
    aPreset(tx, event_id),
  ])

  const logo_hash = `${event_id}`.padStart(64, 'e')
  const logo = { team_id: team.id, hash: logo_hash, picture: Buffer.from('a picture'), uploaded_at: new Date(now) }
  const below = { parent_id: root.id, scoring_preset_id: preset_id }
  const everybody = Object.values(people)
  const character_id = `${event_id}`.padStart(64, 'c')
  const guild_id = 100_000 + event_id
  const stash_id = `${event_id}`.padStart(10, 'a')
  const seats = [
    { team, user: player, is_team_lead: false },
    { team, user: owner, is_team_lead: false },
    { team, user: lead, is_team_lead: true },
    { team: rivals, user: rival, is_team_lead: false },
    { team: rivals, user: rival_lead, is_team_lead: true },
  ]
  const [objective, bounty] = await awaitAll([
    anObjective(tx, event_id, below),
    anObjective(tx, event_id, { ...below, objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' }),
    ...seats.map((seat) => aMember(tx, seat.team, seat.user.id, seat.is_team_lead)),
    tx.insertInto('team_logos').values(logo).execute(),
    tx
      .insertInto('accounts')
      .values(
        everybody.flatMap(({ id: user_id }) => [
          { user_id, provider: 'poe' as const, account_id: `poe-${user_id}`, name: `Player${user_id}#0001` },
          { user_id, provider: 'twitch' as const, account_id: `twitch-${user_id}`, name: `player${user_id}` },
        ]),
      )
      .execute(),
    tx
      .insertInto('signups')
      .values(
        everybody.map(({ id: user_id }, place) => ({
          event_id,
          user_id,
          timestamp: new Date(now - day + place * 1000),
          expected_playtime: 6,
        })),
      )
      .execute(),
    tx
      .insertInto('characters')
      .values({
        event_id,
        id: character_id,
        user_id: owner.id,
        name: `Figur${event_id}`,
        ascendancy: 'Necromancer',
        level: 90,
        experience: 2_000_000_000,
      })
      .execute(),
    tx
      .insertInto('atlas_trees')
      .values(
        [
          [1, 2],
          [1, 2, 3],
        ].map((nodes, place) => ({
          event_id,
          user_id: owner.id,
          index: 0,
          nodes,
          timestamp: new Date(now - 7_200_000 + place * 3_600_000),
        })),
      )
      .execute(),
    aGuild(tx, team, guild_id),
    tx
      .insertInto('stream_positions')
      .values({ event_id, change_id: '11-12-13-14-15', read_at: new Date(now - 3_600_000) })
      .execute(),
  ])

  const places = seats.map((seat) => ({ user_id: seat.user.id, team_id: seat.team.id, is_team_lead: seat.is_team_lead }))
  const rows = Object.fromEntries(places.map(({ user_id }) => [`${user_id}`.padStart(12, 'd'), user_id]))
  const signup = {
    timestamp: new Date(now - day).toISOString(),
    expected_playtime: 7,
    actual_playtime: 0,
    needs_help: false,
    wants_to_help: false,
    partner_id: null,
    extra: null,
    utc_offset_hours: -3,
    queue_place: null,
  }
  const removal = { event_id, user_id: removed.id, kind: 'removed' as const, changed_at: new Date(now) }
  const [condition, submission, correction, announcement, outage, sort] = await awaitAll([
    tx
      .insertInto('conditions')
      .values({ objective_id: objective.id, field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' })
      .returning('id')
      .executeTakeFirstOrThrow(),
    tx
      .insertInto('submissions')
      .values({
        event_id,
        objective_id: bounty.id,
        team_id: team.id,
        user_id: owner.id,
        timestamp: new Date(now - 3_600_000),
        submitted_at: new Date(now - 3_500_000),
        number: 1,
        proof: 'https://video.invalid/1',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    tx
      .insertInto('facts')
      .values({
        event_id,
        objective_id: objective.id,
        team_id: team.id,
        user_id: owner.id,
        source: `correction:${objective.id}`,
        number: 1,
        timestamp: new Date(now - 3_600_000),
        author_id: submission_judge.id,
        reason: 'seen in a video',
      })
      .returning('sequence')
      .executeTakeFirstOrThrow(),
    tx
      .insertInto('announcements')
      .values({
        event_id,
        title: 'Heute Abend ☀',
        text: 'Die Teams stehen um acht.',
        audience: 'everybody',
        starts_at: new Date(now - 3_600_000),
        author_id: manager.id,
        written_at: new Date(now - 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    tx
      .insertInto('outages')
      .values({
        part: 'game_data',
        event_id,
        cause: 'behind',
        affected: ['FetchStashChanges'],
        began_at: new Date(now - 7_200_000),
        ended_at: new Date(now - 7_000_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    tx
      .insertInto('team_sorts')
      .values({
        event_id,
        created_at: new Date(now),
        note: 'Gezogen ☀',
        people: JSON.stringify(rows),
        before: JSON.stringify(places),
        after: JSON.stringify(places),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    aGuildTab(tx, team, {
      id: stash_id,
      seen_by: [player.id, owner.id, lead.id],
      content: packText(JSON.stringify(anAnswer(stash_id, [anItem('Chaos Orb', 5), anItem(stashItemName, 1)]))),
      item_count: 2,
      fetched_at: new Date(now),
    }),
    ...[team, rivals].flatMap(({ id: team_id }) => [
      tx.insertInto('team_plans').values({ team_id, version: 1 }).execute(),
      tx.insertInto('team_suggestions').values({ team_id, objective_id: bounty.id, position: 1, version: 1 }).execute(),
    ]),
    tx
      .insertInto('signup_changes')
      .values({ ...removal, signup: JSON.stringify(signup) })
      .execute(),
    ...showLive(tx, player, now),
  ])

  return {
    event_id,
    event_name: made.name,
    past_event_id: past.id,
    now,
    people,
    team_id: team.id,
    rival_team_id: rivals.id,
    logo_hash,
    root_id: root.id,
    objective_id: objective.id,
    condition_id: condition.id,
    preset_id,
    bounty_id: bounty.id,
    submission_id: submission.id,
    correction_id: correction.sequence,
    announcement_id: announcement.id,
    outage_id: outage.id,
    guild_id,
    stash_id,
    character_id,
    bot_secret,
    removed_id: removed.id,
    sort_id: sort.id,
  }
}
