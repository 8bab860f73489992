import { expect, test } from 'vitest'
import type { WorldItem } from '../items/item.ts'
import { presets } from '../options.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { habits, watchReporters } from './reporters.ts'

const minute_ms = 60_000
const everything = () => true

/** All reports of some hours, with the items that were found. */
async function play(seed: number) {
  const { world, step } = await startSimulator({ preset: { ...presets.tiny, players_per_team: 4 } })
  const found = new Map<string, { item: WorldItem; at: number }>()
  world.observe({ onFound: (_, item, at) => void found.set(item.id, { item, at }) })
  const reporters = watchReporters(world, seed, everything)
  step(4 * 60 * minute_ms)
  return { reporters, found, items: reporters.takeItems(world.now()), levels: reporters.takeLevels(world.now()) }
}

test('each habit shows: honest at once, late after minutes, doubled again, forged with another text', async () => {
  const { reporters, found, items } = await play(3)
  const ofHabit = (habit: (typeof habits)[number]) => items.filter(({ account }) => reporters.habitOf(account) === habit)
  for (const habit of habits) expect(ofHabit(habit).length, habit).toBeGreaterThan(5)
  for (const { item, sent_ms, happened_ms, truth } of ofHabit('honest').filter(({ truth }) => truth === 'true')) {
    expect(found.get(item.id)).toEqual({ item, at: happened_ms })
    expect([truth, sent_ms - happened_ms <= minute_ms]).toEqual(['true', true])
  }
  for (const { sent_ms, happened_ms } of ofHabit('late').filter(({ truth }) => truth === 'true'))
    expect(sent_ms - happened_ms).toBeGreaterThan(10 * minute_ms)
  const again = items.filter(({ truth }) => truth === 'again')
  expect(again.length).toBeGreaterThan(0)
  for (const { item } of again) expect(items.filter((one) => one.item === item)).toHaveLength(2)
  const edited = ofHabit('forged').filter(({ truth }) => truth === 'edited')
  expect(edited.length).toBeGreaterThan(0)
  for (const { item } of edited) {
    // The copied text shows the size of a stack among the properties.
    const { stack: _, ...shown } = item
    const { stack: __, ...before } = found.get(item.id)?.item ?? item
    expect(shown).not.toEqual(before)
  }
})

test('the same seed gives the same reports, another seed others', async () => {
  const [first, same, other] = [await play(3), await play(3), await play(4)]
  expect([same.items, same.levels]).toEqual([first.items, first.levels])
  expect(other.items).not.toEqual(first.items)
})

test('the log of an honest player shows each level once, and other players report levels by hand', async () => {
  const { world, step } = await startSimulator({ preset: { ...presets.tiny, players_per_team: 4 } })
  const reporters = watchReporters(world, 3, everything)
  const logged = new Map<number, number[]>()
  for (let minute = 0; minute < 240; minute++) {
    step(minute_ms)
    for (const { account, levels } of reporters.readLogs(world.now()))
      logged.set(account, [...(logged.get(account) ?? []), ...levels])
  }
  const honest = world.accounts.filter(({ ordinal }) => reporters.habitOf(ordinal) === 'honest')
  expect([...logged.keys()].toSorted((a, b) => a - b)).toEqual(honest.map(({ ordinal }) => ordinal))
  for (const { ordinal, characters } of honest)
    expect(logged.get(ordinal)).toEqual(Array.from({ length: (characters[0]?.level ?? 1) - 1 }, (_, place) => place + 2))
  const byHand = reporters.takeLevels(world.now())
  expect(byHand.length).toBeGreaterThan(0)
  expect(byHand.filter(({ account }) => reporters.habitOf(account) === 'honest')).toEqual([])
})
