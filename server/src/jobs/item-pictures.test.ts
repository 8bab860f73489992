import type { GameItem, PublicStashPage } from '@muster/contract/game-api'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GameContext } from '../context.ts'
import type { GameAnswer } from '../gateways/game/gateway.ts'
import { getEvent } from '../testing/events.ts'
import { aPage, aSmallEvent, aTab, anItem, createTestContext, type SmallEvent } from '../testing/muster.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import { useOpened } from '../testing/use-server.ts'

const art = (name: string) => `https://web.poecdn.com/image/Art/2DItems/${name}.png`

const listLearned = async ({ db }: GameContext) =>
  (await db.selectFrom('item_pictures').select(['name', 'address']).orderBy('name').execute()).map(({ name, address }) => [
    name,
    address,
  ])

describe('the public stream', () => {
  const answers: GameAnswer<PublicStashPage>[] = []
  const world = useOpened(() =>
    createTestContext({
      fetchLatestChangeId: () => Promise.resolve({ ok: true, value: '1-1-1-1-1' }),
      fetchPublicStashes: (change_id, isWanted) => {
        const answer = answers.shift() ?? { ok: true, value: aPage([], change_id) }
        if (!answer.ok) return Promise.resolve(answer)
        const { next_change_id, stashes } = answer.value
        return Promise.resolve({
          ok: true,
          value: { next_change_id, stashes: stashes.filter(isWanted), isEmpty: stashes.length === 0 },
        })
      },
    }),
  )
  let event: SmallEvent

  beforeEach(async () => {
    event = await aSmallEvent(world.ctx)
  })

  test('provide the pictures of every item in any league, and no tab of a stranger is stored', async () => {
    const chaos = anItem({ baseType: 'Chaos Orb', typeLine: 'Chaos Orb', frameType: 5, icon: art('Chaos') })
    const stranger = aTab({ id: 'b', accountName: 'Stranger#0001', league: 'Standard', items: [chaos] })
    answers.push({ ok: true, value: aPage([stranger], '2-1-1-1-1') })
    const round = fetchStashChanges.start()
    const on = {
      ctx: world.ctx,
      event: await getEvent(world.ctx.db, event.event_id),
      signal: new AbortController().signal,
      write: world.ctx.db.transact.bind(world.ctx.db),
    }
    await round(on)
    await round(on)
    expect(await listLearned(world.ctx)).toEqual([['Chaos Orb', art('Chaos')]])
    expect(await world.ctx.db.selectFrom('stash_snapshots').select('id').execute()).toEqual([])
  })
})

describe('characters', () => {
  const world = useOpened(() => startSimulatedEvent({ hours: 1 }))
  let ctx: GameContext

  beforeAll(async () => {
    const item = (baseType: string): GameItem => anItem({ baseType, typeLine: baseType, frameType: 2, icon: art(baseType) })
    const fetchCharacter: GameContext['game']['fetchCharacter'] = async (...asked) => {
      const answer = await world.ctx.game.fetchCharacter(...asked)
      if (!answer.ok || answer.value.content === null) return answer
      const shown = { equipment: [item('Belt')], jewels: [item('Jewel')], inventory: [item('Ring')], rucksack: [item('Amulet')] }
      return { ok: true, value: { ...answer.value, content: { ...answer.value.content, ...shown } } }
    }
    ctx = { ...world.ctx, game: { ...world.ctx.game, fetchCharacter } }
  })
  afterEach(async () => {
    ctx.caches.pictureBooks.clear()
    await ctx.db.deleteFrom('item_pictures').execute()
  })

  async function readCharacters(is_public: boolean) {
    const event = { ...(await getEvent(ctx.db, world.event_id)), is_public }
    const round = fetchCharacterData.start()
    for (let count = 0; count < 3; count++) {
      await ctx.db
        .updateTable('character_polls')
        .set({ detail_due_at: new Date(0) })
        .execute()
      await round({ ctx, event, signal: new AbortController().signal, write: (use) => ctx.db.transact(use) })
    }
  }

  test('provide the pictures of worn items, but not of carried items', async () => {
    await readCharacters(true)
    expect(await listLearned(ctx)).toEqual([
      ['Belt', art('Belt')],
      ['Jewel', art('Jewel')],
    ])
  })

  test('of a hidden event provide no pictures', async () => {
    await readCharacters(false)
    expect(await listLearned(ctx)).toEqual([])
  })
})
