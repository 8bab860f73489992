import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import type { EventId, TeamId } from '@muster/contract/ids'
import type { Matcher } from '@muster/domain/conditions/matcher'
import type { LastReported } from '@muster/domain/objectives/last-reported'
import type { FactRule } from '@muster/domain/objectives/fact-rule'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RuleBook, writeRuleBook } from '../rules/fact-rules.ts'
import { createMatchedItems } from './matched-items.ts'
import { observeSnapshots, type Snapshot } from './observe-snapshots.ts'
import { keepBase, packItems } from './pack-items.ts'
import { createSnapshotBases, type SnapshotBases } from './snapshot-bases.ts'
import { writeItems } from './written-items.ts'

const names = ['Chaos Orb', 'Divine Orb', 'Jewel'] as const

/** As large and as different from others as one of the game, so that few of them are long enough for a delta. */
const drop = (number: number, stackSize = 1): GameItem => ({
  id: hash('sha256', `drop ${number}`),
  baseType: names[number % names.length] as string,
  stackSize,
  explicitMods: ['a', 'b', 'c', 'd'].map((mod) => hash('sha512', `${mod} ${number}`)),
})
const drops = (count: number, from = 0) => Array.from({ length: count }, (_, place) => drop(from + place))

const wants = (...bases: string[]) =>
  bases.map((value) => ({ field: 'BASE_TYPE', operator: 'EQ', value, any_of: 1 }) as const satisfies object)
const rule = (bases: string[], from: number | null = null, to: number | null = null): FactRule => {
  return { reads: 'items', conditions: wants(...bases), from, to }
}
const book = (...rules: FactRule[]): RuleBook =>
  writeRuleBook(new Map(rules.map((one, at) => [at + 1, one])), { game_version: 'poe1' })

/** Packs what a tab shows as it is packed when it is stored. */
async function show(list: readonly GameItem[], bases: SnapshotBases, at: number, stash_id = 'tab'): Promise<Snapshot> {
  const source = { event_id: 1 as EventId, kind: 'stash' as const, stash_id, team_id: 1 as TeamId, user_id: null }
  const packed = await packItems(writeItems(list, bases.find(source)), bases)
  keepBase(bases, { ...source, change_id: `${at}` }, packed)
  const stored = { id: at, timestamp: new Date(at), item_count: list.length, base_id: null, base: null }
  return { ...source, ...stored, items: list, overlap: packed.overlap }
}

test('whatever tabs show, the facts are those of matching every item of every snapshot', async () => {
  const books = [
    book(rule(['Chaos Orb']), rule(['Chaos Orb', 'Divine Orb'], 3, 9), rule(['Jewel'], 6)),
    book(rule(['Chaos Orb'], null, 8), rule(['Jewel', 'Divine Orb'])),
  ]
  const item = fc.tuple(fc.nat(12), fc.constantFrom(1, 7, 2 ** 31)).map(([number, size]) => drop(number, size))
  const step = fc.record({
    tab: fc.constantFrom('one', 'two'),
    book: fc.constantFrom(0, 0, 0, 1),
    loses: fc.constantFrom('', '', '', '', 'bases', 'matched', 'overlap'),
    from: fc.nat(14),
    takes: fc.nat(2),
    puts: fc.array(item, { maxLength: 2 }),
    turns: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 8, maxLength: 14 }), fc.array(step, { maxLength: 12 }), async (first, steps) => {
      const shown = new Map([
        ['one', first],
        ['two', first],
      ])
      let bases = createSnapshotBases()
      let matched = createMatchedItems()
      const reported = [new Map<string, LastReported>(), new Map<string, LastReported>()] as const
      for (const [at, { tab, book: number, loses, from, takes, puts, turns }] of steps.entries()) {
        const list = (shown.get(tab) ?? []).toSpliced(from, takes, ...puts)
        if (turns) list.push(...list.splice(0, 3))
        shown.set(tab, list)
        if (loses === 'bases') bases = createSnapshotBases()
        if (loses === 'matched') matched = createMatchedItems()
        const { overlap, ...snapshot } = await show(list, bases, at, tab)
        const rules = books[number] as RuleBook
        const plain = await observeSnapshots([snapshot], rules, reported[0])
        const seen = loses === 'overlap' ? snapshot : { ...snapshot, overlap: overlap ?? null }
        expect(await observeSnapshots([seen], rules, reported[1], matched)).toEqual(plain)
      }
    }),
  )
})

/** A matcher that says how many items it was asked for since it was last asked. */
function countAsked({ tabs, ...rest }: RuleBook) {
  const { match, ...matcher } = tabs as Matcher
  let asked = 0
  const counting: Matcher = { ...matcher, match: (items, at) => ((asked += items.length), match(items, at)) }
  return { book: { ...rest, tabs: counting }, asked: () => [asked, (asked = 0)][0] }
}

test('an item is matched once for as long as its tab shows it, and again when rules have changed', async () => {
  const bases = createSnapshotBases()
  const matched = createMatchedItems()
  const old = countAsked(book(rule(['Chaos Orb'])))
  const other = countAsked(book(rule(['Jewel'])))
  const reported = new Map<string, LastReported>()
  let at = 0
  const look = async (list: readonly GameItem[], { book: by, asked } = old) => {
    await observeSnapshots([await show(list, bases, at++)], by, reported, matched)
    return asked()
  }
  expect(await look(drops(40))).toBe(40)
  // Since the last full snapshot.
  expect(await look([...drops(40), ...drops(1, 100)])).toBe(1)
  expect(await look([...drops(40), ...drops(2, 100)].toReversed())).toBe(2)
  // Another full one.
  expect(await look([...drops(15), ...drops(25, 200)])).toBe(25)
  expect(await look([...drops(14), ...drops(25, 200)])).toBe(0)
  expect(await look([...drops(13), ...drops(25, 200)], other)).toBe(38)
  expect(await look([...drops(12), ...drops(25, 200)], other)).toBe(0)
  // One that was not there the last time.
  expect(await look([...drops(14), ...drops(25, 200)], other)).toBe(1)
  expect(await look([...drops(14), ...drops(25, 200)], other)).toBe(0)
})

test('where items complete ever other objectives, those beyond ten thousand are matched each time', async () => {
  let asked = 0
  const matcher: Matcher = {
    match: (items) => items.map(({ ilvl }, item) => ({ item, objective_id: Number(ilvl), number: (asked++, 1) })),
    explain: () => null,
    unknown_bases: new Map(),
  }
  const items = Array.from({ length: 10_005 }, (_, ilvl): GameItem => ({ ilvl }))
  const matched = createMatchedItems()
  const own_hash = Buffer.of(1)
  const first = await matched.match(matcher, items, { earlier: null, own_hash })
  asked = 0
  const earlier = { items_hash: own_hash, of: items.length, places: Int32Array.from(items.keys()) }
  expect(await matched.match(matcher, items, { earlier, own_hash: null })).toEqual(first)
  expect(asked).toBe(5)
})
