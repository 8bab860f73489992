/**
 * Matching against reading: what a page of 1,000 items costs to match against 1,000 objectives, as a share of what
 * `JSON.parse` of the same page costs. Goal: 0.25. Both are the median of many pages, so that moments in which other
 * programs had the processor do not count; the system's own count of processor time moves in steps longer than a page
 * takes. Measured pages are parsed and matched once: the matcher has met most of their words, but none of the pages.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { GameItem } from '@muster/contract/game-api'
import { compileCondition } from '@muster/domain/conditions/compile'
import { createMatcher } from '@muster/domain/conditions/matcher'
import { createClassifier } from '@muster/domain/items/classes'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { makeItem } from './item-generator.ts'
import { createLookUps, readTexts } from './match-floor.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom } from './random.ts'
import type { BenchResult } from './result.ts'

const itemsPerPage = 1_000
const objectives = 1_000
/** Enough for the engine to have compiled what it will compile, and for the matcher to know the common words. */
const warmRounds = 6
const pages = 60
const realPage = new URL('../../shared/data/items/public-stash-page.json', import.meta.url)

interface Page {
  stashes: { items: GameItem[] }[]
}

function writePage(items: readonly GameItem[]): string {
  const stashes = Array.from({ length: items.length / 20 }, (_, at) => ({
    id: `stash-${at}`,
    public: true,
    accountName: 'Exile#0001',
    stash: '~b/o 1 chaos',
    stashType: 'PremiumStash',
    items: items.slice(at * 20, at * 20 + 20),
  }))
  return JSON.stringify({ next_change_id: '1-1-1-1-1', stashes })
}

interface Cost {
  parse_ms: number
  match_ms: number
  completions: number
}

function pickMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** Median cost of a page, or of the same pages `rounds` times over. */
function measure(texts: readonly string[], match: (items: GameItem[]) => number, rounds = 1): Cost {
  const parse_ms: number[] = []
  const match_ms: number[] = []
  let completions = 0
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) {
      const started = performance.now()
      const page = JSON.parse(text) as Page
      parse_ms.push(performance.now() - started)
      const items = page.stashes.flatMap((stash) => stash.items)
      const gathered = performance.now()
      completions += match(items)
      match_ms.push(performance.now() - gathered)
    }
  }
  return {
    parse_ms: pickMedian(parse_ms),
    match_ms: pickMedian(match_ms),
    completions: completions / parse_ms.length,
  }
}

function summarise(name: string, cost: Cost, note: string): BenchResult {
  const detail = `${note}; parse ${cost.parse_ms.toFixed(2)} ms, match ${cost.match_ms.toFixed(2)} ms, ${Math.round(cost.completions)} completions a page`
  return { ...summariseFloor(name, cost, note), note: detail }
}

/** Where nothing is completed. */
function summariseFloor(name: string, { parse_ms, match_ms }: Cost, note: string): BenchResult {
  return {
    name,
    value: match_ms / parse_ms,
    unit: 'x JSON.parse',
    note: `${note}; parse ${parse_ms.toFixed(2)} ms, this ${match_ms.toFixed(2)} ms`,
  }
}

/** What matching costs without a plan: every condition of every objective on every item. */
function createNaiveMatch(definitions: readonly ObjectiveDefinition[]): (items: GameItem[]) => number {
  const context = createClassifier({ game_version: 'poe1' })
  const lists = definitions.map(({ conditions }) => conditions.map(compileCondition).filter((condition) => condition.ok))
  const holds = (item: GameItem, list: (typeof lists)[number]) => list.every((one) => one.holds(one.read(item, context)))
  return (items) => items.reduce((sum, item) => sum + lists.filter((list) => holds(item, list)).length, 0)
}

export function run(): Promise<BenchResult[]> {
  const random = createRandom(20_260_801)
  const definitions = makeObjectives(random, objectives)
  const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
  const match = (items: GameItem[]) => matcher.match(items, null).length
  const makeItems = () => Array.from({ length: itemsPerPage }, () => makeItem(random))
  const makePages = (count: number) => Array.from({ length: count }, () => writePage(makeItems()))

  const started = performance.now()
  matcher.match(makeItems(), null)
  const first_ms = performance.now() - started
  measure(makePages(pages), match, warmRounds)
  const fresh = measure(makePages(pages), match)
  const lookUp = createLookUps(Array.from({ length: 40 }, makeItems).flat())
  const justRead = measure(makePages(pages), readTexts, 2)
  const lookedUp = measure(makePages(pages), lookUp, 2)
  const naive = measure(makePages(3), createNaiveMatch(definitions), 2)
  const results = [
    summarise(
      'match, made-up pages',
      fresh,
      `goal 0.25; ${itemsPerPage} items x ${objectives} objectives, pages never seen before, after ${pages * warmRounds} others`,
    ),
    summariseFloor(
      'match, floor: reading the texts',
      justRead,
      'level, base, name, type line and modifiers, not looked up anywhere',
    ),
    summariseFloor('match, for comparison: the same and one map look-up per text', lookedUp, 'a map that knows most of them'),
    { name: 'match, first page of a new process', value: first_ms, unit: 'ms', note: 'nothing compiled yet, nothing remembered' },
    summarise('match without index, for comparison', naive, 'every condition of every objective on every item'),
  ]
  if (!existsSync(realPage)) {
    const absent = {
      name: 'match, real page',
      value: Number.NaN,
      unit: 'x JSON.parse',
      note: 'skipped: ../shared/data is absent',
    }
    return Promise.resolve([...results, absent])
  }
  const real = (JSON.parse(readFileSync(realPage, 'utf8')) as Page).stashes.flatMap((stash) => stash.items)
  const text = writePage(Array.from({ length: itemsPerPage }, (_, at) => real[at % real.length] as GameItem))
  const repeated = measure([text], match, pages)
  return Promise.resolve([
    ...results,
    summarise('match, real page', repeated, `${real.length} real items repeated to ${itemsPerPage}`),
  ])
}
