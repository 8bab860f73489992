import type { GameVersion } from '@muster/contract/events'
import { assert, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { useOpened } from '../testing/use-server.ts'

const minute_ms = 60_000
/** The game updates its ladder every minute. */
const nextLadder_ms = minute_ms

describe.each([
  ['poe1', 'pc'],
  ['poe2', 'poe2'],
] as const)('a new character of %s', (game_version: GameVersion, realm) => {
  const world = useOpened(() => startSimulatedEvent({ preset: 'tiny_both', hours: 0 }))
  beforeAll(async () => {
    await world.ctx.db.updateTable('events').set({ game_version }).execute()
    for (const { personality } of world.simulator.world.accounts) personality.hidden_on_ladder = false
    // At the start of the event no player has a character.
    await world.run(fetchCharacterData)
  })

  const playerAt = (place: number) => {
    const player = world.players[place]
    const account = world.simulator.world.findAccount(player?.account_name ?? '')
    assert(player && account)
    return { ...player, account }
  }
  const charactersOf = (place: number) => {
    const { account } = playerAt(place)
    return realm === 'pc' ? account.characters : account.second_game
  }
  const level = (place: number, reached: number) =>
    world.simulator.inject({ kind: 'level', account: playerAt(place).account_name, level: reached, realm })
  const tracked = (place: number) =>
    world.ctx.db
      .selectFrom('characters')
      .select(['id', 'level'])
      .where('user_id', '=', playerAt(place).user_id)
      .where('is_tracked', '=', true)
      .executeTakeFirst()
  /** Account ids, one for each character list that was read. */
  let lists: string[] = []
  beforeEach(() => {
    lists = []
    const { fetchCharacters } = world.ctx.game
    world.ctx.game.fetchCharacters = (account, ...asked) => {
      lists.push(account.account_id)
      return fetchCharacters(account, ...asked)
    }
    onTestFinished(() => void (world.ctx.game.fetchCharacters = fetchCharacters))
  })
  const countLists = (place: number) => lists.filter((id) => id === playerAt(place).account.uuid).length
  /** Plays this long, and then reads what is due. */
  const play = async (ms: number) => {
    world.simulator.step(ms)
    await world.run(fetchCharacterData)
  }

  test('is read as soon as the ladder shows it, as often as lists may be read', async () => {
    expect(await tracked(0)).toBeUndefined()
    level(0, 60)
    await play(nextLadder_ms)
    // The list was read a minute ago.
    expect(countLists(0)).toBe(0)
    await play(30_000)
    expect(countLists(0)).toBe(1)
    expect(await tracked(0)).toMatchObject({ level: 60 })
  })

  test('is read soon when it overtakes the character that scores', async () => {
    const [first] = charactersOf(0)
    assert(first)
    const second = { id: 'second', name: 'Second', level: 70, experience: first.record.experience * 2 }
    charactersOf(0).push({ ...first, ...second, record: { ...first.record, ...second } } as never)
    await play(nextLadder_ms)
    await play(minute_ms)
    expect(await tracked(0)).toEqual({ id: 'second', level: 70 })
    // The ladder keeps showing both.
    await play(5 * minute_ms)
    expect(countLists(0)).toBe(1)
  })

  test('that its owner’s list lacks is looked for only once, and not at all after its death', async () => {
    const { account_name } = playerAt(0)
    const character = { id: 'gone', name: 'Gone', class: 'Witch', level: 100, experience: 4_000_000_000 }
    const entry = { rank: 0, dead: false, character, account: { name: account_name } }
    const { fetchLadderPage } = world.ctx.game
    world.ctx.game.fetchLadderPage = async (...asked) => {
      const page = await fetchLadderPage(...asked)
      return page.ok ? { ok: true, value: { ...page.value, entries: [...page.value.entries, entry] } } : page
    }
    onTestFinished(() => void (world.ctx.game.fetchLadderPage = fetchLadderPage))
    for (let ladders = 0; ladders < 5; ladders++) await play(nextLadder_ms)
    expect(countLists(0)).toBe(1)
    character.experience += 1000
    for (let ladders = 0; ladders < 3; ladders++) await play(nextLadder_ms)
    expect(countLists(0)).toBe(2)
    character.experience += 1000
    entry.dead = true
    for (let ladders = 0; ladders < 3; ladders++) await play(nextLadder_ms)
    expect(countLists(0)).toBe(2)
  })
})
