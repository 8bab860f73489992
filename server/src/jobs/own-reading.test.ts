import { assert, describe, expect, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import { useReadCharacters } from '../testing/simulated-event.ts'
import { fetchCharacterData } from './fetch-character-data.ts'

const minutes = (count: number) => count * 60_000

const world = useReadCharacters()

const polls = () => world.ctx.db.selectFrom('character_polls').selectAll().orderBy('user_id').execute()

describe('a player who asked to be read', () => {
  const setPolls = (set: Partial<Row<'character_polls'>>) => world.ctx.db.updateTable('character_polls').set(set).execute()

  test('is read first, with the list of characters and the atlas, and the request is answered', async () => {
    const { ctx, players } = world
    const [first, last] = [players[0], players.at(-1)]
    assert(first && last)
    const later = new Date(ctx.clock.now() + minutes(60))
    await setPolls({ detail_due_at: new Date(0), list_due_at: later, listed_at: new Date(0), wanted_at: null })
    await ctx.db
      .updateTable('character_polls')
      .set({ detail_due_at: later, wanted_at: new Date(ctx.clock.now()) })
      .where('user_id', '=', last.user_id)
      .execute()
    const asked: string[] = []
    const note = (kind: string, account_id: string) => asked.push(`${kind} ${account_id}`)
    const game: typeof ctx.game = {
      ...ctx.game,
      fetchCharacters: (account, ...more) => (note('list', account.account_id), ctx.game.fetchCharacters(account, ...more)),
      fetchCharacter: (account, ...more) => (note('detail', account.account_id), ctx.game.fetchCharacter(account, ...more)),
    }
    await world.run(fetchCharacterData, 1, { ...ctx, game })
    const id = (player: typeof last) => world.simulator.world.findAccount(player.account_name)?.uuid
    expect(asked[0]).toBe(`list ${id(last)}`)
    expect(asked).toContain(`detail ${id(last)}`)
    expect(asked.filter((one) => one.startsWith('list'))).toHaveLength(1)
    const poll = (await polls()).find(({ user_id }) => user_id === last.user_id)
    expect(poll).toMatchObject({ wanted_at: null, asked_at: expect.any(Date), listed_at: poll?.asked_at })
  })

  test('gets no second list within the limits of the game', async () => {
    const { ctx, players } = world
    const [player] = players
    assert(player)
    const now = ctx.clock.now()
    const later = new Date(now + minutes(60))
    await setPolls({ detail_due_at: later, list_due_at: later, atlas_due_at: later })
    await setPolls({ listed_at: new Date(now - 60_000) })
    await ctx.db
      .updateTable('character_polls')
      .set({ wanted_at: new Date(now) })
      .where('user_id', '=', player.user_id)
      .execute()
    let lists = 0
    const fetchCharacters: typeof ctx.game.fetchCharacters = (...asked) => {
      lists++
      return ctx.game.fetchCharacters(...asked)
    }
    await world.run(fetchCharacterData, 1, { ...ctx, game: { ...ctx.game, fetchCharacters } })
    expect(lists).toBe(0)
    expect((await polls()).find(({ user_id }) => user_id === player.user_id)?.wanted_at).toBeNull()
  })

  test('keeps a request that was made while the answer was loading', async () => {
    const { ctx, players } = world
    const [player] = players
    assert(player)
    await ctx.db
      .updateTable('character_polls')
      .set({ detail_due_at: new Date(0) })
      .where('user_id', '=', player.user_id)
      .execute()
    const fetchCharacter: typeof ctx.game.fetchCharacter = async (...asked) => {
      const answer = await ctx.game.fetchCharacter(...asked)
      await setPolls({ wanted_at: new Date(ctx.clock.now()) })
      return answer
    }
    await world.run(fetchCharacterData, 1, { ...ctx, game: { ...ctx.game, fetchCharacter } })
    expect((await polls()).find(({ user_id }) => user_id === player.user_id)?.wanted_at).not.toBeNull()
    await setPolls({ wanted_at: null })
  })

  test('ends the wait of the job, in any process', () => {
    expect(fetchCharacterData.wakes_on).toContain('readings')
  })
})
