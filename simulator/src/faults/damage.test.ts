import { LadderAnswer, PublicStashPage } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import type { SimulatorOptions } from '../options.ts'
import { presets } from '../options.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { readJson } from '../testing/shapes.ts'
import { askApi, connectApplication } from '../testing/visitor.ts'
import type { RequestEffect } from './faults.ts'

const HOUR = 60 * 60_000
const MINUTE = 60_000

/** A world after some play, its first page of the stream, and its ladder. */
const startPlayed = async (options: SimulatorOptions = {}) => {
  const simulator = await startSimulator({ switches: { limits_enabled: false }, ...options })
  simulator.step(4 * HOUR)
  const application = await connectApplication(simulator)
  const league = encodeURIComponent(simulator.world.options.league)
  const readPage = async (id?: string) =>
    readJson(await askApi(simulator, application, `/public-stash-tabs${id === undefined ? '' : `?id=${id}`}`), PublicStashPage)
  const readLadder = async () =>
    (await readJson(await askApi(simulator, application, `/league/${league}/ladder?limit=500`), LadderAnswer)).ladder
  const strike = (effect: RequestEffect, parameters = {}) => simulator.faults.add({ effect, match: {}, when: {}, parameters })
  return { simulator, readPage, readLadder, strike }
}
const ranksOf = (ladder: { entries: { character: { id: string } }[] }) => ladder.entries.map(({ character }) => character.id)

test('a stream with a gap leaves tabs out and continues after them', async () => {
  const { readPage, strike } = await startPlayed()
  const whole = await readPage()
  strike('river.gap')
  const gappy = await readPage()
  expect(gappy.next_change_id).toBe(whole.next_change_id)
  expect(gappy.stashes.length).toBe(Math.floor((whole.stashes.length * 2) / 3))
  expect(whole.stashes.map(({ id }) => id)).toEqual(expect.arrayContaining(gappy.stashes.map(({ id }) => id)))
})

test('a flood has twenty times as much of strangers and the usual amount of players', async () => {
  const { readPage, strike } = await startPlayed({ preset: { ...presets.tiny, noise_items_per_second: 5 } })
  const isStranger = ({ accountName }: { accountName?: string | null | undefined }) =>
    accountName?.startsWith('Stranger') === true
  const { stashes: dry } = await readPage()
  strike('river.flood')
  const { stashes: wet } = await readPage()
  expect(wet.filter(isStranger).length).toBe(dry.filter(isStranger).length * 20)
  expect(wet.filter((tab) => !isStranger(tab))).toEqual(dry.filter((tab) => !isStranger(tab)))
  expect(new Set(wet.map(({ id }) => id)).size).toBe(wet.length)
})

test('a late stream delays the newest for longer, never goes back, and shows it in the end', async () => {
  const { simulator, readPage, strike } = await startPlayed()
  let at = (await readPage(simulator.world.stream.positionsAt(simulator.world.now() - 5 * MINUTE).join('-'))).next_change_id
  const { id } = strike('river.delay', { minutes: 25 })
  simulator.step(10 * MINUTE)
  const late = await readPage(at)
  expect([late.next_change_id, late.stashes]).toEqual([at, []])
  simulator.step(55 * MINUTE)
  const later = await readPage(at)
  expect(later.stashes.length).toBeGreaterThan(0)
  at = later.next_change_id
  simulator.faults.remove(id)
  expect((await readPage(at)).stashes.length).toBeGreaterThan(0)
})

test('an item in two tabs at once is in the next tab of the same owner', async () => {
  const { readPage, strike } = await startPlayed()
  const idsOf = (page: PublicStashPage) => page.stashes.flatMap(({ items }) => (items ?? []).flatMap((item) => item.id ?? []))
  const before = idsOf(await readPage())
  strike('stash.dupe_id')
  const after = idsOf(await readPage())
  expect(after.length).toBeGreaterThan(before.length)
  expect(new Set(after)).toEqual(new Set(before))
})

test('a ladder with moving ranks repeats one entry and omits another, a different one each minute', async () => {
  const { simulator, readLadder, strike } = await startPlayed({ preset: 'evening' })
  const right = ranksOf(await readLadder())
  strike('ladder.shift')
  const missing = new Set<string>()
  for (let minute = 0; minute < 8; minute++) {
    const shifted = await readLadder()
    expect([shifted.entries.length, new Set(ranksOf(shifted)).size]).toEqual([right.length, right.length - 1])
    for (const id of right.filter((one) => !ranksOf(shifted).includes(one))) missing.add(id)
    simulator.step(MINUTE)
  }
  expect(missing.size).toBeGreaterThan(1)
})

test('a stale ladder shows its first answer until the fault ends', async () => {
  const { simulator, readLadder, strike } = await startPlayed()
  const { id } = strike('ladder.stale')
  const first = await readLadder()
  simulator.step(20 * MINUTE)
  expect(await readLadder()).toEqual(first)
  simulator.faults.remove(id)
  expect((await readLadder()).cached_since).not.toBe(first.cached_since)
})
