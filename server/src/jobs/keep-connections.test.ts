import type { CallbackResponse, Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../config.ts'
import { judgeSeals } from '../features/login/account-tokens.ts'
import { createTokenVault } from '../features/login/token-vault.ts'
import { aMember, anEvent, aTeam } from '../testing/builders.ts'
import { openSimulatedStack } from '../testing/simulated-world.ts'
import { runTaskOnce } from './scheduled-tasks.ts'
import { keepConnections } from './keep-connections.ts'
import { useOpened } from '../testing/use-server.ts'

const hour_ms = 3_600_000
const stack = useOpened(openSimulatedStack)

const keep = async () => {
  // Turns are at least half an interval apart.
  stack.simulator.step(hour_ms)
  await runTaskOnce(stack.server.ctx, keepConnections, new AbortController().signal)
}
const person = () => {
  const user = stack.simulator.identities.twitch[0]
  if (!user) throw new Error('the world has no streamer')
  return user
}
const readAccount = (user_id: UserId, provider: Provider) =>
  stack.server.db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
const change = (provider: Provider, account: { name?: string; handle?: null; checked_at?: Date; renew_at?: Date }) =>
  stack.server.db.updateTable('accounts').set(account).where('provider', '=', provider).execute()
const yesterday = () => new Date(stack.server.ctx.clock.now() - 24 * hour_ms)
const asked = () => stack.simulator.requests.totals().requests

let user_id: UserId
beforeEach(async () => {
  const { server, simulator } = stack
  simulator.faults.clear()
  for (const table of ['events', 'users', 'scheduled_tasks'] as const) await server.db.deleteFrom(table).execute()
  const { name } = person().account
  const game = JSON.parse((await stack.logIn('poe', name)).body) as CallbackResponse
  await stack.logIn('twitch', name, { authorization: `Bearer ${game.auth_token}` })
  user_id = game.user.id
  const event = await anEvent(server.db, { event_end_time: new Date(server.ctx.clock.now() + 60 * 24 * hour_ms) })
  await aMember(server.db, await aTeam(server.db, event.id), user_id)
})

describe('the connections of players', () => {
  it('are sealed with the current secret after a rotation', async () => {
    const { ctx } = stack.server
    const encryption_secret = new Secret('the secret after the rotation, long enough to seal with')
    const changed = createTokenVault({ encryption_secret, encryption_secrets_old: [ctx.config.encryption_secret] })
    stack.simulator.step(hour_ms)
    await change('poe', { checked_at: yesterday() })
    await runTaskOnce({ ...ctx, vault: changed }, keepConnections, new AbortController().signal)
    const account = await readAccount(user_id, 'poe')
    expect(judgeSeals(createTokenVault({ encryption_secret, encryption_secrets_old: [] }), account)).toEqual([
      'present',
      'present',
    ])
  })

  it('are checked once a day, and get the name that the provider returns', async () => {
    await change('twitch', { name: 'an old name', handle: null, checked_at: yesterday() })
    await keep()
    const { name, handle, checked_at } = await readAccount(user_id, 'twitch')
    expect([name, handle, checked_at]).toEqual([person().display_name, person().login, new Date(stack.server.ctx.clock.now())])
    const before = asked()
    await keep()
    expect(asked()).toBe(before)
    await change('twitch', { checked_at: yesterday() })
    await keep()
    expect(asked()).toBeGreaterThan(before)
  })

  it('are marked as broken after the player withdrew consent', async () => {
    const { id } = person()
    await change('twitch', { checked_at: yesterday() })
    const { twitch } = stack.simulator.grants_of
    const living = twitch.liveTokens(stack.simulator.clock.now()).filter(({ account_uuid }) => account_uuid === id)
    for (const { token } of living) twitch.kill(token)
    await keep()
    expect((await readAccount(user_id, 'twitch')).broken_reason).toMatch(/consent was withdrawn/)
    expect((await readAccount(user_id, 'poe')).broken_reason).toBeNull()
  })

  it('are renewed before they expire, even if unused', async () => {
    const before = await readAccount(user_id, 'poe')
    await change('poe', { renew_at: yesterday() })
    await keep()
    const after = await readAccount(user_id, 'poe')
    expect([after.broken_reason, after.access_token?.equals(before.access_token ?? Buffer.of())]).toEqual([null, false])
  })

  it('are skipped for users without an event that is still running', async () => {
    await stack.server.db
      .updateTable('events')
      .set({ event_start_time: new Date(0), event_end_time: new Date(0) })
      .execute()
    await change('twitch', { checked_at: yesterday() })
    const before = asked()
    await keep()
    expect(asked()).toBe(before)
  })

  it('stay unchanged while the provider does not respond, which is reported', async () => {
    await change('twitch', { checked_at: yesterday() })
    stack.simulator.faults.add({ effect: 'api.503', match: { provider: 'twitch', route: '' }, when: {}, parameters: {} })
    await keep()
    expect((await readAccount(user_id, 'twitch')).broken_reason).toBeNull()
    const task = await stack.server.db.selectFrom('scheduled_tasks').select('last_error').executeTakeFirst()
    expect(task?.last_error).toBe('Could not check connections: no response from twitch (1)')
  })
})
