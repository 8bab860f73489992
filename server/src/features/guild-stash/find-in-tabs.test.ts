import { createMatcher } from '@muster/domain/conditions/matcher'
import { anObjective } from '@muster/domain/scoring/testing/builders'
import { expect, test } from 'vitest'
import { findInTabs, readWords, type SearchedTab, type Wanted } from './find-in-tabs.ts'
import { findVisibleObjectives } from './visible-objectives.ts'
import { indexTab } from './tab-index.ts'

const words = ['claw', 'law', 'chaos', 'orb', 'of', 'fire', 'life', 'İstanbul', 'drops', '4']

/** A pseudo-random sequence that is always the same. */
function createDraws(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const makeWords = (draw: (below: number) => number, most: number) =>
  Array.from({ length: draw(most + 1) }, () => words[draw(words.length)] ?? '').join(' ')

const makeItem = (draw: (below: number) => number) => ({
  name: makeWords(draw, 2),
  typeLine: makeWords(draw, 2),
  baseType: makeWords(draw, 1),
  explicitMods: Array.from({ length: draw(3) }, () => ({ description: makeWords(draw, 3) })),
  implicitMods: draw(2) === 0 ? [makeWords(draw, 2)] : undefined,
})

const root = anObjective({ id: 1, parent_id: null, objective_type: 'CATEGORY', aggregation: 'NONE' })
const aBase = (id: number, name: string, value: string, valid_from: number | null = null) =>
  anObjective({ id, parent_id: 1, name, valid_from, conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value }] })
const objectives = [
  root,
  aBase(2, 'Every Claw', 'claw'),
  aBase(3, 'Hidden fire', 'orb', 2000),
  aBase(4, 'Fire and life', 'chaos'),
]
const { matcher } = createMatcher(objectives, { game_version: 'poe1' })
const event = { objectives_shown: 'at_once', event_start_time: 0 } as const
const visible = findVisibleObjectives({ start_at: null, end_at: null, team_ids: [], presets: [], objectives }, event, 1000)

type Item = ReturnType<typeof makeItem>

/** Searches item by item, as the description of the call says. */
function searchSlowly(
  tabs: readonly (SearchedTab & { readonly items: readonly Item[] })[],
  { words: asked, objective_id }: Wanted,
) {
  const found = tabs.flatMap((tab) =>
    tab.items.flatMap((item, place) => {
      const served = [...visible.released.values()].filter(({ conditions }) => conditions[0]?.value === item.baseType)
      const names = `${item.name}\n${item.typeLine}\n${item.baseType}`.toLowerCase()
      const mods = [...(item.implicitMods ?? []), ...item.explicitMods.map(({ description }) => description)]
        .join('\n')
        .toLowerCase()
      const has = (word: string) =>
        [names, mods, tab.name].some((text) => text.includes(word)) ||
        served.some(({ name }) => name.toLowerCase().includes(word))
      const isWanted = objective_id === null || served.some(({ id }) => id === objective_id)
      return asked.every(has) && isWanted ? [{ id: tab.id, place, isNamed: asked.every((word) => names.includes(word)) }] : []
    }),
  )
  return [...found.filter(({ isNamed }) => isNamed), ...found.filter(({ isNamed }) => !isNamed)].map(
    ({ id, place }) => `${id} ${place}`,
  )
}

test('finds the same items, in the same order, as a search item by item, in 300 random stashes', () => {
  let hits = 0
  for (let seed = 1; seed <= 300; seed++) {
    const draw = createDraws(seed)
    const tabs = Array.from({ length: 1 + draw(3) }, (_, at) => {
      const items = Array.from({ length: draw(12) }, () => makeItem(draw))
      const index = indexTab('', { name: null, items }, Symbol('test'), matcher.match(items, null))
      return { id: `tab${at}`, name: draw(2) === 0 ? 'drops' : 'bank', index, items }
    })
    const wanted = { words: readWords(makeWords(draw, 3)), objective_id: draw(4) === 0 ? 2 + draw(3) : null }
    const found = findInTabs(tabs, wanted, visible).map(({ tab, place }) => `${tab.id} ${place}`)
    expect(found).toEqual(searchSlowly(tabs, wanted))
    hits += found.length
  }
  expect(hits).toBeGreaterThan(500)
})

test('words are separated by spaces, lower case, distinct and limited in number', () => {
  expect(readWords('  Chaos\tORB chaos ')).toEqual(['chaos', 'orb'])
  expect(readWords(Array.from({ length: 100 }, (_, at) => `w${at}`).join(' '))).toHaveLength(12)
})
