import { assert, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GameContext } from '../context.ts'
import { getEvent } from '../testing/events.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import type { Round } from './job.ts'
import { useOpened } from '../testing/use-server.ts'

const world = useOpened(() => startSimulatedEvent({ hours: 20 }))
beforeAll(async () => {
  world.simulator.inject({ kind: 'level', account: player().account_name, level: 95 })
  // The ladder lags by a minute.
  world.simulator.step(3 * 60_000)
})

/** For each answer about the one player: whether it was read in full. Other players are ignored. */
let answers: ('read' | 'known')[] = []
let ctx: GameContext
let advance: () => Promise<void>

const player = () => {
  const [first] = world.players
  assert(first)
  return first
}
const account = () => {
  const found = world.simulator.world.findAccount(player().account_name)
  assert(found)
  return found
}
const character = () => {
  const [best] = account().characters.toSorted((a, b) => b.experience - a.experience)
  assert(best)
  return best
}
const gain = (experience: number) => {
  character().record = { ...character().record, experience: character().record.experience + experience }
}

/** A single lease, so state is kept between rounds; the player is always due. */
beforeEach(async () => {
  answers = []
  const fetchCharacter: typeof world.ctx.game.fetchCharacter = async (asked, ...more) => {
    const answer = await world.ctx.game.fetchCharacter(asked, ...more)
    if (answer.ok && asked.account_id === account().uuid) answers.push(answer.value.content === null ? 'known' : 'read')
    return answer
  }
  ctx = { ...world.ctx, game: { ...world.ctx.game, fetchCharacter } }
  const round = fetchCharacterData.start()
  const write: Round['write'] = (use) => ctx.db.transact(use)
  advance = async () => {
    await ctx.db
      .updateTable('character_polls')
      .set({ detail_due_at: new Date(0) })
      .execute()
    await round({ ctx, event: await getEvent(ctx.db, world.event_id), signal: new AbortController().signal, write })
  }
  await advance()
  await advance()
  answers = []
})

const tracked = () =>
  ctx.db
    .selectFrom('characters')
    .selectAll()
    .where('user_id', '=', player().user_id)
    .where('is_tracked', '=', true)
    .executeTakeFirstOrThrow()
const countStored = async (table: 'stash_snapshots' | 'character_builds') =>
  (await ctx.db.selectFrom(table).select('id').where('event_id', '=', world.event_id).execute()).length

test('a change of experience alone is stored without reading the rest', async () => {
  const before = await tracked()
  const stored = [await countStored('stash_snapshots'), await countStored('character_builds')]
  await advance()
  expect(await tracked()).toEqual(before)
  gain(1_000)
  await advance()
  gain(500)
  await advance()
  expect(answers).toEqual(['known', 'known', 'known'])
  const { experience, last_active_at, ...rest } = await tracked()
  expect(experience).toBe(before.experience + 1_500)
  expect(last_active_at?.getTime()).toBe(ctx.clock.now())
  expect(rest).toEqual({ ...before, experience: undefined, last_active_at: undefined })
  expect([await countStored('stash_snapshots'), await countStored('character_builds')]).toEqual(stored)
  const readings = await ctx.db
    .selectFrom('character_readings')
    .select(['source', 'experience'])
    .where('character_id', '=', before.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(readings).toEqual([1_500, 1_000].map((gained) => ({ source: 'detail', experience: before.experience + gained })))
})

test('any other change is read in full and cached', async () => {
  gain(1_000)
  world.simulator.inject({ kind: 'wear', account: player().account_name, item: { family: 'unique', name: 'Headhunter' } })
  await advance()
  gain(1_000)
  await advance()
  expect(answers).toEqual(['read', 'known'])
})

test('after a change of team the character is read in full: its items count for the new team', async () => {
  const { user_id, team_id } = player()
  const other = world.players.find((one) => one.team_id !== team_id)?.team_id
  assert(other !== undefined)
  const teamsOfItems = async () => {
    const { id } = await tracked()
    const rows = await ctx.db.selectFrom('character_items').select('team_id').where('character_id', '=', id).execute()
    return [...new Set(rows.map((row) => row.team_id))]
  }
  expect(await teamsOfItems()).toEqual([team_id])
  const move = (to: typeof team_id) =>
    ctx.db.updateTable('team_users').set({ team_id: to }).where('user_id', '=', user_id).execute()
  await move(other)
  await advance()
  expect(await teamsOfItems()).toEqual([other])
  await move(team_id)
  await advance()
  expect(await teamsOfItems()).toEqual([team_id])
  expect(answers).toEqual(['read', 'read'])
})

test("a character that becomes its player's tracked character again is read in full, even if unchanged", async () => {
  const before = await tracked()
  const listedToo = { ...before, id: 'second', name: 'Second', class: 'Witch', league: world.simulator.world.options.league }
  const second = { ...listedToo, experience: before.experience * 2, equipment: [], inventory: [] }
  const { fetchCharacter, fetchCharacters } = ctx.game
  const meet = async (isThere: boolean) => {
    ctx.game.fetchCharacters = async (asked, ...more) => {
      const list = await fetchCharacters(asked, ...more)
      const isTheirs = isThere && asked.account_id === account().uuid
      return list.ok && isTheirs ? { ok: true, value: [...list.value, second] } : list
    }
    ctx.game.fetchCharacter = (asked, game_version, name, again) =>
      name === second.name
        ? Promise.resolve({ ok: true, value: { fingerprint: 'second', content: second } })
        : fetchCharacter(asked, game_version, name, again)
    await ctx.db
      .updateTable('character_polls')
      .set({ list_due_at: new Date(0) })
      .execute()
    await advance()
  }
  const countWorn = async () => {
    const kept = ctx.db.selectFrom('character_items').select('item_count').where('character_id', '=', before.id)
    return (await kept.where('kind', '=', 'worn').executeTakeFirstOrThrow()).item_count
  }
  const worn = await countWorn()
  expect(worn).toBeGreaterThan(0)
  await meet(true)
  expect([(await tracked()).id, await countWorn()]).toEqual(['second', 0])
  answers = []
  await meet(false)
  expect([(await tracked()).id, await countWorn(), answers]).toEqual([before.id, worn, ['read']])
})

test('an idle player is polled rarely, and at the normal rate once their own answer shows activity', async () => {
  const { user_id } = player()
  const minutesUntil = async (what: 'detail_due_at' | 'atlas_due_at') => {
    const poll = await ctx.db.selectFrom('character_polls').select(what).where('user_id', '=', user_id).executeTakeFirstOrThrow()
    const due_at = (poll as Record<string, Date | null>)[what]
    // Time passes while requests wait in the queue.
    return due_at && Math.round((due_at.getTime() - ctx.clock.now()) / 60_000)
  }
  const sleep = async () => {
    await ctx.db
      .updateTable('characters')
      .set({ last_active_at: new Date(0) })
      .where('user_id', '=', user_id)
      .execute()
    await ctx.db
      .updateTable('character_polls')
      .set({ atlas_due_at: new Date(0) })
      .execute()
    await advance()
  }
  await sleep()
  expect([await minutesUntil('detail_due_at'), await minutesUntil('atlas_due_at')]).toEqual([20, 120])
  gain(1_000)
  await advance()
  expect(await minutesUntil('detail_due_at')).toBeLessThanOrEqual(5)
  expect(await minutesUntil('atlas_due_at')).toBeLessThanOrEqual(15)
  // At the last level there is no experience to gain.
  world.simulator.inject({ kind: 'level', account: player().account_name, level: 100 })
  await advance()
  await sleep()
  expect(await minutesUntil('atlas_due_at')).toBe(30)
})
