import { type Endpoint, isFeed } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { aPlayedEvent, type PlayedEvent } from '../../testing/played-event.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { deleteAccount } from '../login/delete-account.ts'

// Two processes: one answers every read, so that its caches are full; the other one deletes a person.

const server = useTestServer()
let reader: TestServer
let world: PlayedEvent
const name = 'Wilhelmina'
const account = 'Mina#4711'
const judge = 'Justicia'
beforeAll(async () => {
  world = await aPlayedEvent(server, 'poe1')
  const { db } = server
  await db.updateTable('users').set({ display_name: name }).where('id', '=', world.ada.id).execute()
  await db.updateTable('users').set({ display_name: judge }).where('id', '=', world.judge.id).execute()
  await db
    .updateTable('accounts')
    .set({ name: account })
    .where('user_id', '=', world.ada.id)
    .where('provider', '=', 'poe')
    .execute()
  await db.updateTable('guild_log_entries').set({ account_name: account }).execute()
  reader = await startTestServer({ database: { url: server.database_url, drop: () => Promise.resolve() } })
  return () => reader.close()
})

/** Calls whose answers to an admin contain one of these names. */
async function listNaming(...names: string[]): Promise<string[]> {
  const headers = await reader.as(world.admin)
  const { event_id, red, ada, first } = world
  const event = { event_id, eventId: event_id, guildId: 12 }
  const values: Record<string, number> = { ...event, team_id: red.id, user_id: ada.id, objective_id: first.id }
  const fill = (_: string, part: string) => `${values[part]}`
  const naming: string[] = []
  for (const [called, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { method, path, required_query = [] } = endpoint
    if (method !== 'GET' || isFeed(endpoint)) continue
    const query = required_query.map((part) => `${part}=${values[part]}`).join('&')
    const { body } = await reader.get(`${path.replace(/\{(\w+)\}/g, fill)}?${query}`, headers)
    if (names.some((one) => body.includes(one))) naming.push(called)
  }
  return naming
}

it('no answer of a process names a person whom another process deleted', async () => {
  const expected = [
    'getManualPoints',
    'getReceipt',
    'getPlayerRecord',
    'getGuildLogRows',
    'getUsersForEvent',
    'getAllUsers',
    'getTracking',
  ]
  expect(await listNaming(name, account)).toEqual(expect.arrayContaining(expected))
  await deleteAccount(server.ctx, { user_id: world.ada.id, author_id: world.admin.id, display_name: name, reason: null })
  expect(await listNaming(name, account)).toEqual([])
})

it('no answer names a deleted judge, who does not play', async () => {
  expect(await listNaming(judge)).toEqual(expect.arrayContaining(['getManualPoints', 'getCorrections']))
  await deleteAccount(server.ctx, { user_id: world.judge.id, author_id: world.admin.id, display_name: judge, reason: null })
  expect(await listNaming(judge)).toEqual([])
})
