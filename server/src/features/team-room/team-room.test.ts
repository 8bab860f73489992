import type { RoomMember, TeamRoom } from '@muster/contract/team-room'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import {
  aMember,
  anEvent,
  anObjective,
  aScoreChange,
  aStream,
  aTeam,
  aUser,
  testNow,
  insertRows,
} from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const minute = 60_000

const server = useTestServer()
let event: Row<'events'>
let [team, other] = [] as unknown as [Row<'teams'>, Row<'teams'>]
const people = {} as Record<'lead' | 'player' | 'rival' | 'outsider', Row<'users'>>

beforeEach(async () => {
  event = await anEvent(server.db)
  ;[team, other] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  for (const name of ['lead', 'player', 'rival', 'outsider'] as const)
    people[name] = await aUser(server.db, { display_name: name })
  await aMember(server.db, team, people.lead.id, true)
  await aMember(server.db, team, people.player.id)
  await aMember(server.db, other, people.rival.id)
})

const ask = async (by: Row<'users'>) => server.get(`/events/${event.id}/team-room`, await server.as(by))
async function read(by: Row<'users'>): Promise<TeamRoom> {
  const answer = await ask(by)
  expect(answer.statusCode).toBe(200)
  return answer.json<TeamRoom>()
}
async function readMember(name: 'lead' | 'player'): Promise<RoomMember | undefined> {
  return (await read(people.lead)).members.find(({ user_id }) => user_id === people[name].id)
}

/** Samples of activity this many minutes ago. */
async function play(user: Row<'users'>, ...minutes: number[]): Promise<void> {
  await insertRows(
    server.db,
    'activity_samples',
    minutes.map((ago) => ({ event_id: event.id, user_id: user.id, timestamp: new Date(testNow - ago * minute) })),
  )
}

async function aCharacter(user: Row<'users'>, levels: readonly (readonly [ago: number, level: number, depth: number])[]) {
  const [, level = 1, delve_depth = 0] = levels.at(-1) ?? []
  const base = { event_id: event.id, user_id: user.id, ascendancy: 'Occultist', experience: 1 }
  const id = `character-${user.id}`
  await insertRows(server.db, 'characters', { ...base, id, name: 'Fenwick', level, delve_depth, is_tracked: true })
  await insertRows(
    server.db,
    'character_readings',
    levels.map(([ago, reached, depth]) => ({
      ...base,
      character_id: id,
      timestamp: new Date(testNow - ago * minute),
      source: 'detail',
      level: reached,
      delve_depth: depth,
      ascendancy_points: 0,
    })),
  )
}

describe('the team room', () => {
  it('is visible to members of the team only', async () => {
    expect(await read(people.player)).toMatchObject({
      team_id: team.id,
      members: [
        { display_name: 'lead', is_team_lead: true },
        { display_name: 'player', is_team_lead: false },
      ],
    })
    expect((await read(people.rival)).members.map(({ display_name }) => display_name)).toEqual(['rival'])
    expect((await ask(people.outsider)).statusCode).toBe(403)
    expect((await ask(await aUser(server.db, { permissions: ['admin', 'manager'] }))).statusCode).toBe(403)
  })

  it('shows since when a member plays, and the state of the character at that time', async () => {
    await aCharacter(people.player, [
      [300, 80, 10],
      [101, 90, 150],
      [50, 91, 180],
      [3, 92, 212],
    ])
    // Half an hour without a sample ended the previous session.
    await play(people.player, 300, 131, 100, 71, 45, 20, 3)
    expect(await readMember('player')).toMatchObject({
      character: { name: 'Fenwick', level: 92, ascendancy: 'Occultist', delve_depth: 212 },
      session: { since: new Date(testNow - 100 * minute).toISOString(), level: 90, delve_depth: 150 },
      last_seen_at: new Date(testNow - 3 * minute).toISOString(),
    })
  })

  it('does not call a member playing without a gain for a quarter of an hour', async () => {
    await play(people.lead, 14, 20)
    await play(people.player, 15, 20)
    expect(await readMember('lead')).toMatchObject({ session: { since: expect.any(String), level: null, delve_depth: null } })
    expect(await readMember('player')).toMatchObject({
      session: null,
      last_seen_at: new Date(testNow - 15 * minute).toISOString(),
    })
  })

  it('shows problems and their solution, without times or other data of the account', async () => {
    await insertRows(server.db, 'accounts', {
      user_id: people.player.id,
      provider: 'poe',
      account_id: 'account-of-player',
      name: 'Player#0001',
      scopes: [],
      expires_at: new Date(testNow - minute),
    })
    const member = await readMember('player')
    expect(member?.tracking).toBe('broken')
    const { notes = [] } = member ?? {}
    expect(notes.find(({ source }) => source === 'connection')).toEqual({
      source: 'connection',
      state: 'broken',
      finding: 'consent_ended',
      message: expect.any(String),
      advice: 'Log in with Path of Exile again.',
    })
    // Notes that depend on the connection are not repeated.
    expect(notes.map(({ finding }) => finding)).toEqual(['consent_ended'])
    expect((await ask(people.lead)).body).not.toMatch(/account-of-player|Player#0001|scopes|expires/)
  })

  it('shows a problem for organisers once, and not for each member', async () => {
    const account = { provider: 'poe' as const, name: 'n', refresh_token: Buffer.from('sealed') }
    await insertRows(
      server.db,
      'accounts',
      [people.lead, people.player].map(({ id: user_id }) => ({
        ...account,
        user_id,
        account_id: `with-everything-${user_id}`,
        scopes: ['account:characters', 'account:guild:stashes'],
        expires_at: new Date(testNow + 60 * minute),
      })),
    )
    const { members, notes } = await read(people.lead)
    // No job is running.
    expect(notes.map(({ source, finding }) => [source, finding])).toEqual([
      ['character', 'not_fetched'],
      ['public_tabs', 'not_fetched'],
    ])
    expect(members.map((member) => [member.tracking, member.notes])).toEqual([
      ['fine', []],
      ['fine', []],
    ])
  })

  it('shows when character and public tabs were last read, and who streams', async () => {
    const window = { event_id: event.id, from_at: new Date(testNow - 60 * minute) }
    const subject = String(people.player.id)
    const read_at = new Date(testNow - 24_000)
    await insertRows(server.db, 'fetch_windows', [
      { ...window, source: 'character', subject, user_id: people.player.id, to_at: read_at },
      { ...window, source: 'public_tabs', subject: '', to_at: new Date(testNow - 4000) },
      // A gap is not a reading.
      { ...window, source: 'public_tabs', subject: '', to_at: new Date(testNow), reason: 'limited' },
    ])
    const twitch_id = `twitch-${people.player.id}`
    await insertRows(server.db, 'accounts', {
      user_id: people.player.id,
      provider: 'twitch',
      account_id: twitch_id,
      name: 'PlaysLive',
    })
    await aStream(server.db, { twitch_id, user_login: 'playslive', started_at: read_at })
    expect(await read(people.lead)).toMatchObject({
      public_tabs_read_at: new Date(testNow - 4000).toISOString(),
      members: [
        { stream: null, character_read_at: null },
        { stream: 'playslive', character_read_at: read_at.toISOString() },
      ],
    })
  })

  it('does not depend on hidden data of other teams', async () => {
    await play(people.player, 5)
    const secret = await anObjective(server.db, event.id, { hide_progress: true, required_number: 100 })
    const before = (await ask(people.player)).body
    await aScoreChange(server.db, {
      event_id: event.id,
      objective: secret,
      team_id: other.id,
      points: 70,
      number: 99,
      finished: false,
      user_id: people.rival.id,
    })
    await aCharacter(people.rival, [[1, 99, 600]])
    await play(people.rival, 1, 2, 3)
    await aMember(server.db, other, people.outsider.id)
    expect((await ask(people.player)).body).toBe(before)
    expect((await ask(people.rival)).body).toContain('Fenwick')
  })
})
