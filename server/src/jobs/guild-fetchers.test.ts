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

test('parts requested at the same time use the tokens of different members', async () => {
  const round = { ctx: { clock: { now: () => 0 } } } as unknown as Round
  const rotation = createRotation()
  const asked: string[] = []
  const askForPart = () =>
    askWithAnyToken(
      round,
      rotation,
      fetchers,
      tokens,
      () => undefined,
      async ({ account_id }) => {
        asked.push(account_id)
        return { ok: true, value: null }
      },
    )
  await Promise.all([askForPart(), askForPart(), askForPart()])
  expect(asked).toEqual(['ada', 'ben', 'cleo'])
})
