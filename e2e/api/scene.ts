import { randomUUID } from 'node:crypto'
import type {
  AnnouncementId,
  NoticeRouteId,
  EventId,
  GuildId,
  InvitationId,
  ObjectiveId,
  OutageId,
  KeyId,
  PasskeyId,
  PushDeviceId,
  ProofPictureId,
  ScoringPresetId,
  SubmissionId,
  TeamId,
  TeamSortId,
  UserId,
  WishId,
} from '@muster/contract/ids'
import type { Role } from '@muster/contract/users'
import type { Db, Tx } from '@muster/server/db/connect'
import type { NewRow, Row } from '@muster/server/db/schema'
import { awaitAll } from '@muster/server/db/transaction'
import { hashSecret } from '@muster/server/secret-hash'
import { packText } from '@muster/server/ingestion/stash/stored-items'
import { aGuild, aGuildTab, anEvent, anObjective, aPreset, aTeam, aUser } from '@muster/server/testing/builders'
import { insertDevice, insertPosts, insertRecipient } from './notice-scene.ts'
import { insertRow, deferInserts, type RowsByTable } from '@muster/server/testing/rows'
import {
  anItem,
  aKey,
  aPasskey,
  aPicture,
  aWish,
  insertItemRules,
  insertSubmissions,
  keyRows,
  type ItemRules,
  over,
  running,
  showLive,
} from './scene-rows.ts'

/** The people of a scene, one for every kind of caller, and their roles. */
const roles = {
  /** In no team. */
  user: [],
  player: [],
  /** Made the submission and plays the character. */
  owner: [],
  lead: [],
  rival: [],
  rival_lead: [],
  admin: ['admin'],
  manager: ['manager'],
  objective_designer: ['objective_designer'],
  submission_judge: ['submission_judge'],
} satisfies Record<string, Role[]>
type People = Readonly<Record<keyof typeof roles, Row<'users'>>>

/** Objects of a scene to which rows of other tables refer. */
interface SceneObjects {
  readonly event_id: EventId
  /** Creation time by the wall clock, in the middle of the event; ms. */
  readonly now: number
  readonly people: People
  readonly team_id: TeamId
  readonly rival_team_id: TeamId
  /** Hash of the team's logo. */
  readonly logo_hash: string
  readonly calendar_key: string
  readonly overlay_key: string
  readonly root_id: ObjectiveId
  /** An item objective with a condition and a preset. */
  readonly objective_id: ObjectiveId
  readonly preset_id: ScoringPresetId
  /** A submission objective that is in the plans of both teams. */
  readonly bounty_id: ObjectiveId
  readonly guild_id: GuildId
  readonly stash_id: string
  readonly character_id: string
  /** A user whose signup an organiser has deleted. */
  readonly removed_id: UserId
  /** A member of the team who has stated a game account. */
  readonly stater_id: UserId
}

/** A running event with an object for every call, and every kind of caller. */
export interface Scene extends SceneObjects, ItemRules {
  readonly event_name: string
  /** Another event, which is over and has an archive. */
  readonly past_event_id: EventId
  /** Submissions of the owner: undecided, approved, rejected. */
  readonly submission_id: SubmissionId
  readonly approved_id: SubmissionId
  readonly rejected_id: SubmissionId
  /** A screenshot of the owner. */
  readonly picture_id: ProofPictureId
  readonly correction_id: number
  /** Points of the manager that a second person has to approve. */
  readonly waiting_points_id: number
  readonly announcement_id: AnnouncementId
  readonly route_id: NoticeRouteId
  /** A failed message of the route. */
  readonly number: number
  /** A browser of the owner. */
  readonly device_id: PushDeviceId
  readonly outage_id: OutageId
  readonly sort_id: TeamSortId
  /** One of two passkeys of the owner. */
  readonly passkey_id: PasskeyId
  /** A key of the owner. */
  readonly key_id: KeyId
  readonly invitation_id: InvitationId
  /** A wish of the owner. */
  readonly wish_id: WishId
  readonly invitation_secret: string
  readonly bot_secret: string
}

const day = 86_400_000
/** Short, because a server allows 1,000 open invitations, and the tests create more scenes than that. */
const openInvitation_ms = 30_000

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

/** A tab in the format of the game. */
const anAnswer = (id: string, items: readonly object[]) => ({
  id,
  name: 'Beute',
  type: 'QuadStash',
  index: 3,
  metadata: { colour: 'cc00', public: false },
  items,
})

/** Adds a scene to the database of a server, beside existing data. */
export const setScene = (place: { db: Db; bot_secret: string }, event: Partial<NewRow<'events'>> = {}): Promise<Scene> =>
  place.db.transact((tx) => fillScene(tx, place.bot_secret, event))

/** A run creates hundreds of scenes, so inserts that do not need an id are batched. */
async function fillScene(tx: Tx, bot_secret: string, event: Partial<NewRow<'events'>>): Promise<Scene> {
  const now = Date.now()
  const [{ id: event_id, name: event_name }, { id: past_event_id }, people, { id: removed_id }, { id: stater_id }] =
    await awaitAll([
      anEvent(tx, { ...running(now), game_log: 'followed', ...event }),
      anEvent(tx, over(now)),
      makePeople(tx),
      aUser(tx),
      aUser(tx),
    ])
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  const [team, rivals, root, preset_id] = await awaitAll([
    aTeam(tx, event_id),
    aTeam(tx, event_id),
    anObjective(tx, event_id, { name: 'default', ...category }),
    aPreset(tx, event_id),
  ])
  const below = { parent_id: root.id, scoring_preset_id: preset_id }
  const [objective, bounty] = await awaitAll([
    anObjective(tx, event_id, below),
    anObjective(tx, event_id, { ...below, objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' }),
  ])
  const objects = {
    event_id,
    now,
    people,
    team_id: team.id,
    rival_team_id: rivals.id,
    logo_hash: `${event_id}`.padStart(64, 'e'),
    calendar_key: `calendar ${event_id}`,
    overlay_key: `overlay ${event_id}`,
    root_id: root.id,
    objective_id: objective.id,
    preset_id,
    bounty_id: bounty.id,
    guild_id: (100_000 + event_id) as GuildId,
    stash_id: `${event_id}`.padStart(10, 'a'),
    character_id: `${event_id}`.padStart(64, 'c'),
    removed_id,
    stater_id,
  }
  deferInserts(tx, listPeopleRows(objects))
  deferInserts(tx, listTeamRows(objects))
  const [ids] = await awaitAll([
    insertNumbered(tx, objects),
    fillGuild(tx, objects),
    showLive(tx, objects.people.player.id, objects.now),
  ])
  return { ...objects, ...ids, event_name, past_event_id, bot_secret }
}

async function makePeople(tx: Tx): Promise<People> {
  const made = Object.entries(roles).map(async ([name, permissions]) => [name, await aUser(tx, { permissions })])
  return Object.fromEntries(await awaitAll(made)) as People
}

const listPeopleRows = ({ event_id, now, people, character_id }: SceneObjects): RowsByTable => {
  const ids = Object.values(people).map(({ id }) => id)
  const owned = { event_id, user_id: people.owner.id }
  return {
    accounts: ids.flatMap((user_id) => [
      { user_id, provider: 'poe', account_id: `poe-${user_id}`, name: `Player${user_id}#0001` },
      { user_id, provider: 'twitch', account_id: `twitch-${user_id}`, name: `player${user_id}` },
    ]),
    signups: ids.map((user_id, place) => ({
      event_id,
      user_id,
      timestamp: new Date(now - day + place * 1000),
      expected_playtime: 6,
    })),
    characters: {
      ...owned,
      id: character_id,
      name: `Figur${event_id}`,
      ascendancy: 'Necromancer',
      level: 90,
      experience: 2_000_000_000,
    },
    atlas_trees: [
      { ...owned, index: 0, nodes: [1, 2], timestamp: new Date(now - 7_200_000) },
      { ...owned, index: 0, nodes: [1, 2, 3], timestamp: new Date(now - 3_600_000) },
    ],
  }
}

const listSeats = ({ people, team_id, rival_team_id }: SceneObjects) => [
  { user_id: people.player.id, team_id, is_team_lead: false },
  { user_id: people.owner.id, team_id, is_team_lead: false },
  { user_id: people.lead.id, team_id, is_team_lead: true },
  { user_id: people.rival.id, team_id: rival_team_id, is_team_lead: false },
  { user_id: people.rival_lead.id, team_id: rival_team_id, is_team_lead: true },
]

const listTeamRows = (objects: SceneObjects): RowsByTable => {
  const { event_id, now, team_id, rival_team_id, bounty_id, removed_id, stater_id } = objects
  const signup = {
    timestamp: new Date(now - day).toISOString(),
    expected_playtime: 7,
    actual_playtime: 0,
    needs_help: false,
    wants_to_help: false,
    partner_id: null,
    extra: null,
    utc_offset_hours: -3,
    answers: [],
    queue_place: null,
  }
  return {
    team_users: [...listSeats(objects), { user_id: stater_id, team_id, is_team_lead: false }].map((seat) => ({
      event_id,
      ...seat,
    })),
    stated_accounts: { user_id: stater_id, name: 'BenBuilds#7310', stated_at: new Date(now) },
    team_logos: { team_id, hash: objects.logo_hash, picture: Buffer.from('a picture'), uploaded_at: new Date(now) },
    ...keyRows(objects, new Date(now)),
    team_plans: [team_id, rival_team_id].map((id) => ({ team_id: id, version: 1 })),
    team_suggestions: [team_id, rival_team_id].map((id) => ({ team_id: id, objective_id: bounty_id, position: 1, version: 1 })),
    signup_changes: {
      event_id,
      user_id: removed_id,
      kind: 'removed',
      changed_at: new Date(now),
      signup: JSON.stringify(signup),
    },
    stream_positions: { event_id, change_id: '11-12-13-14-15', read_at: new Date(now - 3_600_000) },
  }
}

/** Inserts the objects whose ids only calls need. */
async function insertNumbered(tx: Tx, objects: SceneObjects) {
  const { event_id, now, people, team_id, objective_id, bounty_id } = objects
  const [an_hour_ago, two_hours_ago] = [new Date(now - 3_600_000), new Date(now - 7_200_000)]
  const found = { event_id, team_id, user_id: people.owner.id, number: 1, timestamp: an_hour_ago }
  const seats = listSeats(objects)
  const invitation_secret = randomUUID()
  const [rules, submissions, correction, points, posts, outage, sort, passkey, invitation, picture, key] = await awaitAll([
    insertItemRules(tx, objective_id, anItem('Chaos Orb', 5)),
    insertSubmissions(tx, { ...found, objective_id: bounty_id, submitted_at: new Date(now - 3_500_000) }),
    insertRow(tx, 'facts', {
      ...found,
      objective_id,
      source: `correction:${objective_id}`,
      author_id: people.submission_judge.id,
      reason: 'seen in a video',
    }),
    insertRow(tx, 'manual_points', {
      event_id,
      team_id,
      points: 250,
      reason: 'Half dem Schiedsrichter ☀',
      author_id: people.manager.id,
      created_at: an_hour_ago,
      approval: 'waiting',
    }),
    insertPosts(tx, event_id, people.manager.id, an_hour_ago),
    insertRow(tx, 'outages', {
      part: 'game_data',
      event_id,
      cause: 'behind',
      affected: ['FetchStashChanges'],
      began_at: two_hours_ago,
      ended_at: new Date(now - 7_000_000),
    }),
    insertRow(tx, 'team_sorts', {
      event_id,
      created_at: new Date(now),
      note: 'Gezogen ☀',
      people: JSON.stringify(Object.fromEntries(seats.map(({ user_id }) => [`${user_id}`.padStart(12, 'd'), user_id]))),
      before: JSON.stringify(seats),
      after: JSON.stringify(seats),
    }),
    insertRow(tx, 'passkeys', aPasskey(people.owner.id)),
    insertRow(tx, 'invitations', {
      secret_hash: hashSecret(invitation_secret),
      author_id: people.manager.id,
      expires_at: new Date(now + openInvitation_ms),
    }),
    insertRow(tx, 'proof_pictures', aPicture({ event_id, team_id, user_id: people.owner.id }, an_hour_ago)),
    insertRow(tx, 'own_keys', aKey(people.owner.id, an_hour_ago)),
    insertRow(tx, 'passkeys', aPasskey(people.owner.id)),
  ])
  await insertRecipient(tx, people.owner.id, an_hour_ago)
  return {
    ...rules,
    ...submissions,
    picture_id: picture.id,
    correction_id: correction.sequence,
    waiting_points_id: points.id,
    ...posts,
    outage_id: outage.id,
    sort_id: sort.id,
    passkey_id: passkey.id,
    key_id: key.id,
    invitation_id: invitation.id,
    device_id: await insertDevice(tx, people.owner.id, an_hour_ago),
    wish_id: (await insertRow(tx, 'team_wishes', aWish({ event_id, team_id, user_id: people.owner.id }, an_hour_ago))).id,
    invitation_secret,
  }
}

async function fillGuild(tx: Tx, { event_id, now, people, team_id, guild_id, stash_id }: SceneObjects): Promise<void> {
  const team = { id: team_id, event_id }
  await awaitAll([
    aGuild(tx, team, guild_id),
    aGuildTab(tx, team, {
      id: stash_id,
      seen_by: [people.player.id, people.owner.id, people.lead.id],
      content: packText(JSON.stringify(anAnswer(stash_id, [anItem('Chaos Orb', 5), anItem(stashItemName, 1)]))),
      item_count: 2,
      fetched_at: new Date(now),
    }),
  ])
}
