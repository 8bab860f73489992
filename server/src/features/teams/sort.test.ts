import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { TeamSort, TeamSortProof } from '@muster/contract/team-sort'
import { usualAims } from '@muster/domain/teams/aims'
import { buildSortInput } from '@muster/domain/teams/build-input'
import { sortTeams, sortVersion } from '@muster/domain/teams/sort'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, eventStart, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let manager: Row<'users'>
beforeAll(async () => {
  manager = await aUser(server.db, { permissions: ['manager'] })
})

type User = Row<'users'>
let place = 0
const signUp = (event_id: EventId, user: User, more: object = {}) =>
  insertRows(server.db, 'signups', {
    event_id,
    user_id: user.id,
    timestamp: new Date(testNow + ++place),
    expected_playtime: 8,
    ...more,
  })

/** An event with two teams and this many signups. */
async function prepare(count: number, event: Parameters<typeof anEvent>[1] = {}) {
  const made = await anEvent(server.db, event)
  const teams = [await aTeam(server.db, made.id), await aTeam(server.db, made.id)] as const
  const users: User[] = []
  for (let n = 0; n < count; n++) {
    const user = await aUser(server.db)
    users.push(user)
    await signUp(made.id, user, { expected_playtime: 1 + n })
  }
  return { event: made, teams, users, path: `/events/${made.id}/team-sort` }
}
const load = async (path: string) => (await server.get(path, await server.as(manager))).json<TeamSort>()
const submit = async (path: string, body: object) => server.send('POST', path, await server.as(manager), body)
const wishes = (more: object = {}) => ({ aims: usualAims, locks: [], together: [], apart: [], sizes: [], ...more })
const codeOf = (answer: { statusCode: number; json<T>(): T }) => [answer.statusCode, answer.json<{ code: string }>().code]
const membersOf = async (event_id: EventId) =>
  new Map(
    (await server.db.selectFrom('team_users').selectAll().where('event_id', '=', event_id).execute()).map((row) => [
      row.user_id,
      row.team_id,
    ]),
  )

/** The page's steps: proposes from the loaded input, and submits the result. */
async function propose({ path, teams }: { path: string; teams: readonly Row<'teams'>[] }, seed = 11) {
  const { fingerprint, people } = await load(path)
  const team_ids = teams.map((team) => team.id)
  const { placements } = sortTeams(buildSortInput(team_ids, people, wishes()), seed)
  const byRow = new Map(people.map((one) => [one.entry.row, one.user.id]))
  const assignments = placements.map(({ row, team_id }) => ({ user_id: byRow.get(row) as UserId, team_id }))
  const proposal = { seed, sort_version: sortVersion, wishes: wishes(), placements: assignments }
  return { fingerprint, proposal, assignments, note: 'drawn live' }
}

describe('the players to sort', () => {
  it('come with the input of a sort: signup, past events and measured hours', async () => {
    const [past, other] = [
      await anEvent(server.db, {
        event_start_time: new Date(eventStart - 30 * 86_400_000),
        event_end_time: new Date(eventStart - 28 * 86_400_000),
      }),
      await prepare(1),
    ]
    const user = other.users[0] as User
    await aMember(server.db, await aTeam(server.db, past.id), user.id)
    const samples = [0, 20, 40, 60, 80, 100, 120].map((minute) => ({
      event_id: past.id,
      user_id: user.id,
      timestamp: new Date(past.event_start_time.getTime() + minute * 60_000),
    }))
    await insertRows(server.db, 'activity_samples', samples)
    await insertRows(
      server.db,
      'characters',
      [88, 93].map((level) => ({
        event_id: past.id,
        id: `${user.id}-${level}`,
        user_id: user.id,
        name: 'x',
        ascendancy: 'Witch',
        level,
        experience: 1,
      })),
    )
    await server.db
      .updateTable('signups')
      .set({ utc_offset_hours: -6, extra: '{"guild_owner":true}' })
      .where('user_id', '=', user.id)
      .execute()
    const { people } = await load(other.path)
    expect(people).toMatchObject([
      {
        user: { id: user.id },
        application_status: 'applied',
        history: [{ event_id: past.id, highest_level: 93, measured_hours: 1 }],
        // 20:00 at UTC-6 is 2 in the morning.
        entry: { expected_hours: 1, measured_hours: 1, experience: 1, evening: 0, is_guild_owner: true, present_team_id: null },
      },
    ])
  })

  it('include the waitlist and members without a signup', async () => {
    const { event, teams, users, path } = await prepare(2, { max_size: 1, waitlist_size: 5 })
    const guest = await aUser(server.db)
    await aMember(server.db, teams[0], guest.id, true)
    expect((await load(path)).people).toMatchObject([
      { user: { id: users[0]?.id }, application_status: 'applied' },
      { user: { id: users[1]?.id }, application_status: 'waitlisted' },
      {
        user: { id: guest.id },
        application_status: 'accepted',
        team_lead: true,
        signed_up_at: null,
        entry: { expected_hours: 0 },
      },
    ])
    expect(event.max_size).toBe(1)
  })
})

describe('a prepared sort', () => {
  const draft = { ...wishes(), seed: 5, moves: [], made: null }
  const save = async (path: string, version: number, more: object = {}) =>
    server.send('PUT', `${path}/draft`, await server.as(manager), { draft: { ...draft, ...more }, version })

  it('is the same for all organisers, and is not overwritten by an outdated edit', async () => {
    const { path } = await prepare(0)
    expect((await save(path, 0)).json()).toMatchObject({ version: 1 })
    expect(codeOf(await save(path, 0, { seed: 6 }))).toEqual([409, 'changed_meanwhile'])
    expect((await save(path, 1, { seed: 7 })).json()).toMatchObject({ version: 2, draft: { seed: 7 } })
    expect(codeOf(await save(path, 1))).toEqual([409, 'changed_meanwhile'])
    expect((await load(path)).stored).toMatchObject({ version: 2, draft: { seed: 7 } })
  })

  it('assigns nobody', async () => {
    const { event, path, users, teams } = await prepare(1)
    await save(path, 0, { moves: [{ user_id: users[0]?.id, team_id: teams[0].id }] })
    expect(await membersOf(event.id)).toEqual(new Map())
  })
})

describe('submitting', () => {
  it('assigns the proposed teams, and publishes their input', async () => {
    const given = await prepare(9)
    const body = await propose(given)
    const answer = await submit(given.path, body)
    expect(answer.statusCode).toBe(201)
    expect(await membersOf(given.event.id)).toEqual(new Map(body.assignments.map((one) => [one.user_id, one.team_id])))
    const proof = (await server.get(`${given.path}/proof`)).json<TeamSortProof>()
    expect(proof).toEqual(answer.json())
    expect(proof).toMatchObject({ author: manager.display_name, note: 'drawn live', made: { seed: 11 } })
    // Any viewer can do this.
    const again = proof.made && sortTeams(proof.made.input, proof.made.seed)
    expect(again?.placements).toEqual(proof.made?.proposal)
    expect(proof.result).toEqual(proof.made?.proposal)
  })

  it('publishes no name and no id of a person, and no revealing order', async () => {
    const given = await prepare(12)
    await submit(given.path, await propose(given))
    const { author: _, ...proof } = (await server.get(`${given.path}/proof`)).json<TeamSortProof>()
    const rows = proof.made?.input.entries.map((entry) => entry.row) ?? []
    expect(rows).toEqual(rows.toSorted())
    expect(proof.result.map((one) => one.row)).toEqual(rows)
    const text = JSON.stringify(proof)
    expect(given.users.filter((user) => text.includes(user.display_name))).toEqual([])
    expect(text).not.toMatch(/user_id|display_name|account/)
  })

  it("shows players their own row, and nobody else's", async () => {
    const given = await prepare(3)
    await submit(given.path, await propose(given))
    const { people } = await load(given.path)
    const own = await server.get(`${given.path}/proof/self`, await server.as(given.users[1] as User))
    expect(own.json()).toEqual({ row: people.find((one) => one.user.id === given.users[1]?.id)?.entry.row })
    const stranger = await server.get(`${given.path}/proof/self`, await server.as(await aUser(server.db)))
    expect(stranger.json()).toEqual({ row: null })
  })

  it('shows manual changes after the proposal', async () => {
    const given = await prepare(4)
    const body = await propose(given)
    const [first, ...others] = body.assignments
    const other = given.teams.find((team) => team.id !== first?.team_id)?.id
    await submit(given.path, { ...body, assignments: [{ ...first, team_id: other }, ...others] })
    const proof = (await server.get(`${given.path}/proof`)).json<TeamSortProof>()
    const proposed = new Map(proof.made?.proposal.map((one) => [one.row, one.team_id]))
    expect(proof.result.filter((one) => proposed.get(one.row) !== one.team_id)).toHaveLength(1)
  })

  it.each([
    [
      'somebody withdrew',
      (event_id: EventId, user: User) =>
        server.db.deleteFrom('signups').where('event_id', '=', event_id).where('user_id', '=', user.id).execute(),
    ],
    ['somebody signed up', async (event_id: EventId) => signUp(event_id, await aUser(server.db))],
    [
      'an answer changed',
      (event_id: EventId, user: User) =>
        server.db
          .updateTable('signups')
          .set({ wants_to_help: true })
          .where('event_id', '=', event_id)
          .where('user_id', '=', user.id)
          .execute(),
    ],
    ['a player got a team', async (event_id: EventId, user: User, team: Row<'teams'>) => aMember(server.db, team, user.id)],
    ['a team was added', (event_id: EventId) => aTeam(server.db, event_id)],
  ] as const)('is refused without effect if meanwhile %s', async (_, change) => {
    const given = await prepare(4)
    const body = await propose(given)
    await change(given.event.id, given.users[0] as User, given.teams[0])
    const before = await membersOf(given.event.id)
    expect(codeOf(await submit(given.path, body))).toEqual([409, 'changed_meanwhile'])
    expect(await membersOf(given.event.id)).toEqual(before)
    expect((await server.get(`${given.path}/proof`)).json()).toBeNull()
  })

  it('keeps leads who stay in their team only', async () => {
    const given = await prepare(2)
    const [stays, leaves] = given.users as [User, User]
    await aMember(server.db, given.teams[0], stays.id, true)
    await aMember(server.db, given.teams[0], leaves.id, true)
    const assignments = [
      { user_id: stays.id, team_id: given.teams[0].id },
      { user_id: leaves.id, team_id: given.teams[1].id },
    ]
    await submit(given.path, { assignments, proposal: null, note: '' })
    const leads = await server.db
      .selectFrom('team_users')
      .select('user_id')
      .where('event_id', '=', given.event.id)
      .where('is_team_lead', '=', true)
      .execute()
    expect(leads).toEqual([{ user_id: stays.id }])
  })

  it('refuses users and teams of other events, without effect', async () => {
    const [given, other] = [await prepare(1), await prepare(1)]
    const by = (user_id: UserId | undefined, team_id: TeamId) => ({
      assignments: [{ user_id, team_id }],
      proposal: null,
      note: '',
    })
    expect(codeOf(await submit(given.path, by(other.users[0]?.id, given.teams[0].id)))).toEqual([404, 'user_not_found'])
    expect(codeOf(await submit(given.path, by(given.users[0]?.id, other.teams[0].id)))).toEqual([404, 'team_not_found'])
    expect(await membersOf(given.event.id)).toEqual(new Map())
  })
})

describe('undoing', () => {
  const undo = async (path: string, id: number) => server.send('DELETE', `${path}/${id}`, await server.as(manager))

  it('restores every place and lead, and removes the proof', async () => {
    const given = await prepare(6)
    await aMember(server.db, given.teams[1], (given.users[0] as User).id, true)
    const before = await membersOf(given.event.id)
    await submit(given.path, await propose(given))
    const { last } = await load(given.path)
    expect(last).toMatchObject({ author: manager.display_name, seed: 11 })
    expect((await undo(given.path, last?.id ?? 0)).statusCode).toBe(204)
    expect(await membersOf(given.event.id)).toEqual(before)
    expect((await load(given.path)).people.filter((one) => one.team_lead)).toHaveLength(1)
    expect((await load(given.path)).last).toBeNull()
    expect((await server.get(`${given.path}/proof`)).json()).toBeNull()
  })

  it('leaves out players who got a team or the lead since, and who have left', async () => {
    const given = await prepare(5)
    const [led, left] = given.users as [User, User]
    await submit(given.path, await propose(given))
    const { last } = await load(given.path)
    const late = await aUser(server.db)
    await aMember(server.db, given.teams[0], late.id)
    const row = (user: User) => server.db.updateTable('team_users').where('user_id', '=', user.id)
    await row(led).set({ is_team_lead: true }).execute()
    await server.db.deleteFrom('team_users').where('user_id', '=', left.id).execute()
    expect((await undo(given.path, last?.id ?? 0)).statusCode).toBe(204)
    expect(await membersOf(given.event.id)).toEqual(new Map([[late.id, given.teams[0].id]]))
  })

  it("works while the event runs, and is in the organisers' log", async () => {
    const given = await prepare(3)
    expect(testNow).toBeGreaterThan(given.event.event_start_time.getTime())
    await submit(given.path, await propose(given))
    const { last } = await load(given.path)
    await undo(given.path, last?.id ?? 0)
    const log = await server.get(`/events/${given.event.id}/admin-changes`, await server.as(manager))
    const author = { id: manager.id, display_name: manager.display_name }
    expect(log.json()).toMatchObject([
      { author, kind: 'sort_undone', subject: 'drawn live', detail: '3' },
      { author, kind: 'teams_sorted', subject: 'drawn live', detail: '3' },
    ])
  })

  it('is refused if a moved player is in yet another team, and for an older sort', async () => {
    const given = await prepare(4)
    const body = await propose(given)
    await submit(given.path, body)
    const first = (await load(given.path)).last?.id ?? 0
    const moved = given.users[0] as User
    const other = given.teams.find((team) => team.id !== body.assignments.find((one) => one.user_id === moved.id)?.team_id)
    await server.db
      .updateTable('team_users')
      .set({ team_id: other?.id as TeamId })
      .where('user_id', '=', moved.id)
      .execute()
    const answer = await undo(given.path, first)
    expect(codeOf(answer)).toEqual([409, 'changed_meanwhile'])
    expect(answer.json()).toMatchObject({ error: '1 person has changed teams since then: move people back by hand instead' })
    await submit(given.path, { ...body, fingerprint: null })
    expect(codeOf(await undo(given.path, first))).toEqual([404, 'team_sort_not_found'])
  })
})
