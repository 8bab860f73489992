import type { UserId } from '@muster/contract/ids'
import { expect, test } from 'vitest'
import type { Tokens } from '../features/login/connection-token.ts'
import { askWithAnyToken, createRotation, type Fetcher } from './guild-fetchers.ts'
import type { Round } from './job.ts'

const people = ['ada', 'ben', 'cleo']
const fetchers = people.map((account_id, place): Fetcher => ({ user_id: place as UserId, account_id, last_used_at: null }))
const tokens: Tokens = {
  load: async () => ({ ok: true, access_token: 'a token', scopes: [] }),
  reportDead: async () => undefined,
}

test.each([[['a', 'b', 'c']], [['c', 'a', 'b']]])(
  'who asks for which of several parts depends on their names, and not on whose turn came first: %j',
  async (names) => {
    const waiting: { name: string; go: () => void }[] = []
    const queue = { lineUp: (name: string) => new Promise<void>((go) => waiting.push({ name, go })) }
    const round = { ctx: { queue, clock: { now: () => 0 } } } as unknown as Round
    const rotation = createRotation()
    const asked = new Map<string, string>()
    let in_line = 0
    const asking = names.map((name) =>
      askWithAnyToken(
        round,
        { name, asksAtOnce: false },
        rotation,
        fetchers,
        tokens,
        (isWaiting) => (in_line += isWaiting ? 1 : -1),
        async ({ account_id }) => {
          asked.set(name, account_id)
          return { ok: true, value: null }
        },
      ),
    )
    expect([asked.size, in_line]).toEqual([0, 3])
    for (const { go } of waiting.toSorted((one, other) => (one.name < other.name ? -1 : 1))) go()
    await Promise.all(asking)
    expect(Object.fromEntries(asked)).toEqual({ a: 'ada', b: 'ben', c: 'cleo' })
    expect(in_line).toBe(0)
  },
)
