/**
 * Matching against reading: what a page of 1,000 items costs to match against 1,000 objectives, as a share of what
 * `JSON.parse` of the same page costs. Every page is parsed and matched once, so that no page is answered from memory.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { GameItem } from '@muster/contract/game-api'
import { createMatcher } from '@muster/domain/conditions/matcher'
import { makeItem } from './item-generator.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom } from './random.ts'
import type { BenchResult } from './result.ts'

const itemsPerPage = 1_000
const objectives = 1_000
const warmPages = 30
const measuredPages = 40
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

interface Timing {
  parse_ms: number
  match_ms: number
  completions: number
}

function measure(pages: readonly string[], match: (items: GameItem[]) => number): Timing[] {
  return pages.map((text) => {
    const started = performance.now()
    const page = JSON.parse(text) as Page
    const parsed = performance.now()
    const items = page.stashes.flatMap((stash) => stash.items)
    const gathered = performance.now()
    const completions = match(items)
    return { parse_ms: parsed - started, match_ms: performance.now() - gathered, completions }
  })
}

function summarise(name: string, timings: readonly Timing[], note: string): BenchResult[] {
  const parse_ms = median(timings.map((timing) => timing.parse_ms))
  const match_ms = median(timings.map((timing) => timing.match_ms))
  const detail = `${note}; parse ${parse_ms.toFixed(2)} ms, match ${match_ms.toFixed(2)} ms, medians of ${timings.length} pages`
  return [{ name, value: match_ms / parse_ms, unit: 'x JSON.parse', note: detail }]
}

export async function run(): Promise<BenchResult[]> {
  const random = createRandom(20_260_801)
  const definitions = makeObjectives(random, objectives)
  const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
  const match = (items: GameItem[]) => matcher.match(items, null).length
  const makePage = () => writePage(Array.from({ length: itemsPerPage }, () => makeItem(random)))

  const first = measure([makePage()], match)
  measure(Array.from({ length: warmPages }, makePage), match)
  const timings = measure(Array.from({ length: measuredPages }, makePage), match)
  const hits = median(timings.map((timing) => timing.completions))
  const results = [
    ...summarise(
      'match, made-up pages',
      timings,
      `${itemsPerPage} items x ${objectives} objectives, ${hits} completions, pages never seen before`,
    ),
    ...summarise('match, first page of a new matcher', first, 'nothing compiled by the engine yet, nothing remembered'),
  ]
  if (!existsSync(realPage))
    return [
      ...results,
      { name: 'match, real page', value: Number.NaN, unit: 'x JSON.parse', note: 'skipped: ../shared/data is absent' },
    ]
  const real = (JSON.parse(readFileSync(realPage, 'utf8')) as Page).stashes.flatMap((stash) => stash.items)
  const text = writePage(Array.from({ length: itemsPerPage }, (_, at) => real[at % real.length] as GameItem))
  const repeated = measure(
    Array.from({ length: measuredPages }, () => text),
    match,
  )
  return [...results, ...summarise('match, real page', repeated, `${real.length} real items repeated to ${itemsPerPage}`)]
}
