import type { PlayerTracking } from '@muster/contract/tracking'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
const people = {} as Record<'lead' | 'player' | 'rival' | 'manager' | 'outsider', Row<'users'>>

beforeAll(async () => {
  event = await anEvent(server.db)
  const [team, other] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  for (const name of ['lead', 'player', 'rival', 'outsider'] as const)
    people[name] = await aUser(server.db, { display_name: name })
  people.manager = await aUser(server.db, { permissions: ['manager'] })
  await aMember(server.db, team, people.lead.id, true)
  await aMember(server.db, team, people.player.id)
  await aMember(server.db, other, people.rival.id)
})

async function read(by: Row<'users'>): Promise<PlayerTracking[]> {
  const answer = await server.get(`/events/${event.id}/tracking`, await server.as(by))
  expect(answer.statusCode).toBe(200)
  return answer.json<PlayerTracking[]>()
}
const names = (rows: readonly PlayerTracking[]) => rows.map((row) => row.display_name)
const findings = async (by: Row<'users'>) =>
  Object.fromEntries((await read(by))[0]?.notes.map(({ source, finding }) => [source, finding]) ?? [])

describe('tracking', () => {
  it('shows players themselves, leads their team, and managers all players', async () => {
    expect(names(await read(people.player))).toEqual(['player'])
    expect(names(await read(people.lead))).toEqual(['lead', 'player'])
    expect(names(await read(people.manager))).toEqual(['lead', 'player', 'rival'])
    expect((await server.get(`/events/${event.id}/tracking`, await server.as(people.outsider))).statusCode).toBe(403)
  })

  it('shows the problem of a source, until it is solved', async () => {
    const { id: user_id } = people.rival
    expect(await findings(people.rival)).toMatchObject({ connection: 'not_connected', public_tabs: 'not_connected' })
    await insertRows(server.db, 'accounts', {
      user_id,
      provider: 'poe',
      account_id: 'rival',
      name: 'Rival#0001',
      scopes: ['account:characters'],
      expires_at: new Date(testNow + 3_600_000),
      refresh_token: Buffer.from('sealed'),
    })
    expect(await findings(people.rival)).toMatchObject({
      connection: 'fine',
      character: 'not_fetched',
      public_tabs: 'not_fetched',
    })
    const lease = {
      lease_owner: 'a process',
      lease_expires_at: new Date(Date.now() + 60_000),
      end_date: new Date(testNow + 3_600_000),
    }
    for (const job_type of ['FetchCharacterData', 'FetchStashChanges'] as const)
      await insertRows(server.db, 'jobs', { event_id: event.id, job_type, ...lease })
    expect(await findings(people.rival)).toMatchObject({ character: 'not_looked_yet', public_tabs: 'no_public_tab' })
    const poll = { event_id: event.id, user_id, list_due_at: new Date(testNow), detail_due_at: new Date(testNow) }
    await insertRows(server.db, 'character_polls', { ...poll, failures_in_a_row: 1, last_error: 'missing: no such character' })
    expect(await findings(people.rival)).toMatchObject({ character: 'character_gone' })
    await server.db
      .updateTable('character_polls')
      .set({ failures_in_a_row: 0, last_error: null })
      .where('user_id', '=', user_id)
      .execute()
    expect(await findings(people.rival)).toMatchObject({ character: 'no_character' })
    await server.db.updateTable('jobs').set({ failures_in_a_row: 3 }).where('job_type', '=', 'FetchStashChanges').execute()
    expect(await findings(people.rival)).toMatchObject({ public_tabs: 'not_fetched' })
  })

  it('shows a withdrawn consent as an ended connection, although its token was valid for longer', async () => {
    const { id: user_id } = people.lead
    const account = { user_id, provider: 'poe' as const, account_id: 'lead', name: 'Lead#0001', scopes: ['account:characters'] }
    const expires_at = new Date(testNow + 20 * 24 * 3_600_000)
    const lives = { access_token: Buffer.from('sealed'), refresh_token: Buffer.from('sealed'), expires_at }
    await insertRows(server.db, 'accounts', { ...account, ...lives })
    expect(await findings(people.lead)).toMatchObject({ connection: 'fine' })
    // The stored state after the game refused the token, and then its renewal.
    const refused = { access_token: null, broken_reason: 'the consent was withdrawn' }
    await server.db.updateTable('accounts').set(refused).where('user_id', '=', user_id).execute()
    expect(await findings(people.lead)).toMatchObject({ connection: 'consent_ended', character: 'consent_ended' })
    // If only the renewal was refused, the token is used to its end.
    await server.db.updateTable('accounts').set({ access_token: lives.access_token }).where('user_id', '=', user_id).execute()
    expect(await findings(people.lead)).toMatchObject({ connection: 'fine' })
    await server.db.deleteFrom('accounts').where('user_id', '=', user_id).execute()
  })

  it('counts public tabs, and shows when one was last read', async () => {
    const { id: user_id } = people.player
    const { team_id } = await server.db
      .selectFrom('team_users')
      .select('team_id')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    await insertRows(server.db, 'accounts', { user_id, provider: 'poe', account_id: 'player', name: 'Player#0001' })
    const { id: latest_snapshot_id } = await server.db
      .insertInto('stash_snapshots')
      .values({
        event_id: event.id,
        stash_id: 'tab',
        change_id: '1-1-1-1-1',
        team_id,
        user_id,
        timestamp: new Date(testNow),
        item_count: 0,
        items: Buffer.alloc(0),
        items_hash: Buffer.alloc(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(server.db, 'stashes', { event_id: event.id, stash_id: 'tab', user_id, team_id, latest_snapshot_id })
    await server.db.updateTable('jobs').set({ failures_in_a_row: 0 }).execute()
    expect((await read(people.player))[0]?.notes[2]).toMatchObject({ finding: 'fine', seen_at: new Date(testNow).toISOString() })
    await server.db.updateTable('stashes').set({ is_public: false }).execute()
    expect((await read(people.player))[0]?.notes[2]).toMatchObject({ finding: 'tabs_hidden', state: 'attention' })
  })
})
