import { deflateSync } from 'node:zlib'
import type { GameVersion } from '@muster/contract/events'
import type { ObjectiveId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import { aims } from '@muster/contract/team-sort-input'
import { sql } from 'kysely'
import { recordDefinition } from '../db/definition.ts'
import { appendFacts, type Observation } from '../db/ledger.ts'
import type { NewRow, Row } from '../db/schema.ts'
import { openScorekeeper } from '../scoring/scorekeeper.ts'
import {
  aGuild,
  aGuildTab,
  aMember,
  anEvent,
  anObjective,
  aPreset,
  aTeam,
  aUser,
  eventEnd,
  eventStart,
  insertRows,
} from './builders.ts'
import { aPicture } from './pictures.ts'
import { insertRow } from './rows.ts'
import type { TestServer } from './server.ts'
import { packItems, writeItems } from '../ingestion/stash/stored-items.ts'

/** Marks private data of the users below; public answers must not contain it. */
export const canary = 'canary'
const minute = 60_000
let worlds = 0
const at = (minutes: number) => new Date(eventStart + minutes * minute)

/** Ids of each kind start far apart, so that a number in an answer identifies its kind. */
export const idKinds = ['events', 'teams', 'objectives', 'users', 'scoring_presets', 'submissions', 'conditions'] as const
const moreKinds = ['announcements', 'team_sorts', 'character_builds'] as const
export async function spreadIds(server: TestServer, leading: 7 | 9): Promise<void> {
  for (const [place, table] of [...idKinds, ...moreKinds].entries()) {
    const next = (leading * 100 + place * 5) * 10_000 + 1
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(next)}`.execute(server.db)
  }
}

/** A finished event with everything that pages show, and much that they must not show. */
export async function aPlayedEvent(server: TestServer, game_version: GameVersion) {
  const { db } = server
  const write = {
    db,
    event: await anEvent(db, { game_version, name: `Played in ${game_version}`, is_locked: false, patch: '3.29' }),
  }
  const event_id = write.event.id
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  const root = await anObjective(db, event_id, { name: 'default', ...category })
  const ranked = await aPreset(db, event_id, { name: 'Ranked', points: [10, 5.5, 1], scoring_method: 'RANKED_TIME' })
  const byValue = await aPreset(db, event_id, { name: 'By value', points: [2], scoring_method: 'POINTS_FROM_VALUE' })
  await aPreset(db, event_id, {
    name: 'Most of a set',
    scoring_method: 'RANKED_COMPLETION_TIME',
    parameters: { required_percent: 75 },
  })
  const below = { parent_id: root.id, scoring_preset_id: ranked }
  const uniques = await anObjective(db, event_id, { name: 'Uniques', parent_id: root.id, ...category })
  const first = await anObjective(db, event_id, { ...below, parent_id: uniques.id, name: 'Goldrim ☀', position: 2 })
  const second = await anObjective(db, event_id, { ...below, parent_id: uniques.id, name: 'Tabula', position: 1 })
  const secret = await anObjective(db, event_id, { ...below, name: 'Kept secret', hide_progress: true, required_number: 5 })
  const gone = await anObjective(db, event_id, { ...below, name: 'Deleted since' })
  const bounty = await anObjective(db, event_id, {
    parent_id: root.id,
    scoring_preset_id: byValue,
    name: 'Bounty',
    objective_type: 'SUBMISSION',
    number_field: 'SUBMISSION_VALUE',
  })
  await anObjective(db, event_id, { ...below, name: `${canary} opens later`, valid_from: new Date(eventEnd + 1e10) })
  await insertRows(db, 'objective_presets', { objective_id: first.id, position: 0, preset_id: byValue })
  await insertRows(db, 'conditions', [
    { objective_id: first.id, field: 'NAME', operator: 'EQ', value: 'Goldrim' },
    { objective_id: first.id, field: 'ILVL', operator: 'GT', value: '10', any_of: 1, at_least: 2, counts_as: 40 },
    { objective_id: first.id, field: 'QUALITY', operator: 'GT', value: '5', any_of: 1, at_least: 2 },
  ])

  const [red, blue] = [await aTeam(db, event_id, { name: 'Red', color: '#d4344a' }), await aTeam(db, event_id, { name: 'Blue' })]
  const removed = await aTeam(db, event_id, { name: 'Removed' })
  const [ada, shy, ben] = [await aUser(db, { display_name: 'Ada' }), await aUser(db, { display_name: 'Shy' }), await aUser(db)]
  const leaver = await aUser(db, { display_name: `${canary} Leaver` })
  const judge = await aUser(db, { display_name: 'Judge', permissions: ['submission_judge'] })
  const admin = await aUser(db, { display_name: 'Boss', permissions: ['admin'] })
  await db
    .updateTable('users')
    .set({ play_shown_to: 'nobody', stream_shown_to: 'nobody', record_shown_to: 'nobody' })
    .where('id', '=', shy.id)
    .execute()
  for (const [team, user, lead] of [
    [blue, ben, true],
    [red, ada, true],
    [red, shy, false],
    [red, leaver, false],
  ] as const)
    await aMember(db, team, user.id, lead)
  // A separate league per event, so that no character is in two events.
  const league = ++worlds
  const character_ids = [0, 1, 2].map((place) => `${league}${place}`.padEnd(64, 'c'))
  const world = {
    event_id,
    character_ids,
    root,
    uniques,
    first,
    second,
    secret,
    bounty,
    gone,
    red,
    blue,
    ada,
    shy,
    ben,
    leaver,
    judge,
    admin,
  }
  await addPrivate(server, world, removed.id)
  await addPlay(server, world)
  await score(server, world)
  return { ...world, event: write.event }
}

export type PlayedEvent = Awaited<ReturnType<typeof aPlayedEvent>>
type World = Omit<PlayedEvent, 'event'>

/** Data visible only to its owner or to organisers. */
async function addPrivate({ db }: TestServer, { event_id, red, ada, shy, ben, leaver, admin }: World, removed: TeamId) {
  const secret = Buffer.from(`${canary} token`)
  const account = { access_token: secret, refresh_token: secret, account_id: `${canary} id` }
  for (const { id } of [ada, shy, ben, leaver]) {
    const of = { user_id: id, ...account, account_id: `${canary} ${id}` }
    await insertRows(db, 'accounts', [
      { ...of, provider: 'poe', name: `${canary}${id}#1234` },
      { ...of, provider: 'discord', name: `${canary}chat${id}` },
    ])
    await insertRows(db, 'signups', {
      event_id,
      user_id: id,
      timestamp: at(-900),
      expected_playtime: 4,
      extra: `${canary} extra`,
    })
  }
  await aGuild(db, red, 12)
  await aGuildTab(db, red, { id: 'tab', name: `${canary} tab`, items: [{ name: canary }], seen_by: [ada.id] })
  await insertRows(db, 'guild_log_entries', {
    event_id,
    guild_id: 12 as never,
    entry_id: 1,
    timestamp: at(3),
    account_name: `${canary}#1`,
    action: 'added',
    item_name: `${canary} item`,
    number: 1,
    x: 1,
    y: 1,
    uploaded_by: ada.id,
  })
  await insertRows(db, 'activity_samples', { event_id, user_id: ada.id, timestamp: at(4) })
  await insertRows(db, 'game_log_events', {
    event_id,
    user_id: ada.id,
    kind: 'death',
    character: `${canary}hero`,
    value: '',
    number: 0,
    logged: '2026/01/17 12:40:00',
    uptime_ms: 1,
    is_live: true,
    timestamp: at(4),
  })
  const rules = (version: number) => ({
    event_id,
    version,
    text: `# Rules ${version}`,
    written_at: at(-800 + version),
    author_id: admin.id,
  })
  await insertRows(db, 'event_rules', [rules(1), rules(2)])
  const announcement = { event_id, written_at: at(0), author_id: admin.id, text: 'Well played', starts_at: at(1) }
  await insertRows(db, 'announcements', [
    { ...announcement, title: 'Thanks', audience: 'everybody' },
    { ...announcement, title: `${canary} to leads`, audience: 'leads' },
    { ...announcement, title: `${canary} is over`, audience: 'everybody', ends_at: at(9) },
  ])
  const rows = ['00000000000a', '00000000000b', '00000000000c']
  const people = [shy.id, ada.id, ben.id]
  const places = people.map((user_id, place) => ({ user_id, team_id: place === 2 ? removed : red.id, is_team_lead: false }))
  const entry = { expected_hours: 4, measured_hours: null, experience: 1, needs_help: false, wants_to_help: true }
  const entries = rows.map((row) => ({ row, present_team_id: red.id, ...entry, is_guild_owner: false, evening: 2 }))
  const input = {
    team_ids: [red.id, removed],
    entries,
    rules: { locks: [{ row: rows[0], team_id: red.id }], together: [], apart: [[rows[0], rows[2]]], sizes: [] },
    aims: Object.fromEntries(aims.map((aim) => [aim, 3])),
  }
  await insertRows(db, 'team_sorts', {
    event_id,
    created_at: at(-100),
    author_id: admin.id,
    note: 'drawn',
    seed: 7,
    sort_version: 1,
    before: '[]',
    input: JSON.stringify(input),
    proposal: JSON.stringify(rows.map((row, place) => ({ row, team_id: places[place]?.team_id }))),
    people: JSON.stringify(Object.fromEntries(rows.map((row, place) => [row, people[place]]))),
    after: JSON.stringify(places),
  })
  await db.deleteFrom('teams').where('id', '=', removed).execute()
}

/** Characters as shown by the game. */
async function addPlay(server: TestServer, { event_id, character_ids, ada, shy, leaver, red, admin }: World) {
  const { db } = server
  const logo = (await aPicture('png')).toString('base64')
  const sent = await server.send('PUT', `/events/${event_id}/teams/${red.id}/logo`, await server.as(admin), { picture: logo })
  if (sent.statusCode !== 200) throw new Error(sent.body)
  for (const [place, user] of [ada, shy, leaver].entries()) {
    const id = character_ids[place] ?? ''
    const character: NewRow<'characters'> = {
      event_id,
      id,
      user_id: user.id,
      name: `Hero of ${user === leaver ? canary : user.display_name}`,
      ascendancy: 'Deadeye',
      level: 90 + place,
      experience: 2_500_000_000,
      ascendancy_points: 8,
      main_skill: 'Spark',
      last_active_at: at(70 + place),
    }
    await insertRows(db, 'characters', character)
    const values = await insertRow(db, 'character_values', { event_id, figures: JSON.stringify({ hp: 4321 }) })
    for (const minutes of [10, 20, 30]) {
      const reading = { event_id, character_id: id, user_id: user.id, timestamp: new Date(at(minutes).getTime() + 123) }
      const figures = { source: 'detail', level: 90, experience: minutes * 1e8, ascendancy: 'Deadeye', ascendancy_points: 8 }
      await insertRows(db, 'character_readings', { ...reading, ...figures, delve_depth: 0, values_id: values.id })
    }
    const build = { event_id, character_id: id, level: 88, ascendancy: 'Deadeye', main_skill: 'Spark' }
    for (const minutes of [15, 25]) {
      const text = `<PathOfBuilding><Build level="88"></Build>${id} ${minutes}</PathOfBuilding>`
      const export_hash = Buffer.from(`${id} ${minutes}`)
      await insertRows(db, 'character_builds', { ...build, timestamp: at(minutes), export: deflateSync(text), export_hash })
      if (minutes === 25) continue
      await insertRows(db, 'build_figures', {
        export_hash,
        engine: 'test',
        figures: JSON.stringify({ hp: 4321, dps: 7 }),
        calculated_at: at(minutes),
        stats: JSON.stringify({ player: { Life: '4321' }, minion: {} }),
      })
    }
    await insertRows(db, 'atlas_trees', { event_id, user_id: user.id, index: 0, nodes: [29045, place], timestamp: at(40) })
    const entry = { event_id, rank: place + 1, character_id: id, character_name: character.name, character_class: 'Deadeye' }
    await insertRows(db, 'ladder_entries', {
      ...entry,
      account_name: `Shown${place}#1`,
      level: 90,
      experience: 5,
      delve: place,
      user_id: user.id,
      twitch_account: user === shy ? `${canary}tv` : 'live_tv',
    })
  }
  await insertRows(db, 'ladder_entries', {
    event_id,
    rank: 9,
    character_id: 'stranger',
    character_name: 'Stranger',
    character_class: 'Witch',
    account_name: 'Stranger#1',
    level: 3,
    experience: 4,
    delve: 0,
  })
}

/** Facts, claims and rulings, and the resulting scores. */
async function score(server: TestServer, world: World) {
  const { db } = server
  const { event_id, character_ids, red, blue, ada, shy, ben, leaver, judge, admin, first, second, secret, bounty, gone } = world
  const [, , third = ''] = character_ids
  const packed = packItems(writeItems([]))
  const snapshot = async (team_id: TeamId, user_id: UserId, kind: 'stash' | 'worn', stash_id: string) => {
    const row = await db
      .insertInto('stash_snapshots')
      .values({
        event_id,
        stash_id,
        change_id: `${stash_id}-1`,
        team_id,
        user_id,
        timestamp: at(50),
        item_count: 1,
        ...packed,
        kind,
        ...(kind === 'worn' && { level: 77, class: 'Ranger' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  await insertRows(db, 'stashes', { event_id, stash_id: 'a-tab', user_id: ada.id, team_id: red.id, name: `${canary} tab name` })
  const publish = (reason: string) =>
    db.transact((tx) => recordDefinition(tx, event_id, { timestamp: at(0), author_id: admin.id, reason }))
  await publish(`${canary} reason`)
  const tab = await snapshot(red.id, ada.id, 'stash', 'a-tab')
  const worn = await snapshot(red.id, leaver.id, 'worn', third)
  const worn_by_shy = await snapshot(red.id, shy.id, 'worn', character_ids[1] ?? '')
  const seen = (
    objective_id: ObjectiveId,
    team: Row<'teams'>,
    user_id: UserId,
    minutes: number,
    number: number,
    more: Partial<Observation> = {},
  ): Observation => ({ objective_id, team_id: team.id, user_id, source: 'stash:a-tab', number, timestamp: at(minutes), ...more })
  const facts = [
    seen(first.id, red, ada.id, 50, 1, { stash_snapshot_id: tab }),
    seen(first.id, blue, ben.id, 55, 1, { source: 'stash:b-tab' }),
    seen(second.id, red, leaver.id, 56, 1, { source: `worn:${third}`, stash_snapshot_id: worn }),
    seen(secret.id, red, shy.id, 57, 5, { source: `worn:${character_ids[1]}`, stash_snapshot_id: worn_by_shy }),
    seen(secret.id, blue, ben.id, 58, 4, { source: 'stash:b-tab' }),
    seen(gone.id, blue, ben.id, 59, 1, { source: 'stash:b-tab' }),
  ]
  const keeper = await openScorekeeper(server.ctx, event_id)
  for (const fact of facts) {
    await db.transact((tx) => appendFacts(tx, event_id, [fact]))
    server.setNow(fact.timestamp.getTime() + 999)
    await keeper.step()
  }
  const call = async (method: 'PUT' | 'POST' | 'DELETE', path: string, user: Row<'users'>, body?: unknown) => {
    const answer = await server.send(method, `/events/${event_id}${path}`, await server.as(user), body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.body === '' ? null : answer.json<{ readonly id: SubmissionId }>()
  }
  server.setNow(at(200).getTime())
  const claim = async (user: Row<'users'>, minutes: number, number: number) => {
    const body = {
      objective_id: bounty.id,
      timestamp: at(minutes).toISOString(),
      number,
      proof: 'https://clips.test/1',
      comment: 'see',
    }
    return (await call('PUT', '/submissions', user, body)) as { id: SubmissionId }
  }
  const judged = (id: SubmissionId, approval_status: string) =>
    call('PUT', `/submissions/${id}/review`, judge, { approval_status, review_comment: 'as said' })
  await judged((await claim(ada, 90, 3)).id, 'APPROVED')
  await judged((await claim(ben, 91, 4)).id, 'REJECTED')
  await claim(shy, 92, 9)
  // Two items of one paste have one time.
  for (const item_name of ['Gale Loop, Ruby Ring', 'Dire Coil, Gold Ring']) {
    const pasted = {
      event_id,
      objective_id: bounty.id,
      team_id: blue.id,
      user_id: ben.id,
      timestamp: at(94),
      submitted_at: at(94),
    }
    await insertRows(db, 'submissions', { ...pasted, number: 1, item_name, item_text: canary, report_key: 'one paste' })
  }
  // Its facts stay in the ledger under its number.
  const withdrawn = await claim(ben, 93, 5)
  await judged(withdrawn.id, 'APPROVED')
  await keeper.step()
  await call('DELETE', `/submissions/${withdrawn.id}`, judge)
  const team = { team_id: blue.id, objective_id: second.id }
  const correction = await call('POST', '/corrections', judge, { ...team, number: 1, reason: canary, public_note: 'it was seen' })
  await keeper.step()
  await call('POST', `/corrections/${correction?.id}/withdrawal`, judge, { reason: 'a mistake' })
  const given = {
    team_id: blue.id,
    user_id: ben.id,
    points: -7,
    reason: canary,
    public_note: 'late',
    proof: 'https://clips.test/7',
  }
  await call('POST', '/manual-points', judge, given)
  await call('POST', '/manual-points', judge, { ...given, user_id: ada.id, team_id: red.id, points: 3 })
  const excluded = { kind: 'player', user_id: ben.id, objective_id: first.id, reason: canary, public_note: 'not his' }
  await call('POST', '/exclusions', judge, excluded)
  await keeper.step()
  await db.deleteFrom('objectives').where('id', '=', gone.id).execute()
  await publish('an objective was deleted')
  await keeper.step()
  server.setNow(eventEnd + 48 * 60 * minute)
  await keeper.step()
  const left = await server.send('POST', '/users/self/delete', await server.as(leaver), { display_name: leaver.display_name })
  if (left.statusCode !== 200) throw new Error(left.body)
}
