/**
 * Matching compared with parsing: the cost of matching a page of 1,000 items against 10, 100 and 1,000 objectives, relative to
 * `JSON.parse` of that page. Goal: at most 1 on real items with 1,000 objectives. Each figure is the median of many pages, to
 * exclude pages interrupted by other programs (processor time has a coarser resolution than a page takes), and the average of
 * several random sets of objectives, because the cost depends on their conditions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { GameItem } from '@muster/contract/game-api'
import { compileCondition } from '@muster/domain/conditions/compile'
import { createMatcher } from '@muster/domain/conditions/matcher'
import { createClassifier } from '@muster/domain/items/classes'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { makeItem } from './item-generator.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom } from './random.ts'
import type { BenchResult } from './result.ts'

const itemsPerPage = 1_000
const sizes = [10, 100, 1_000]
const goal = { objectives: 1_000, at_most: 1 }
const draws = 3
const measuredPages = 60
/** Warm-up pages, for compiling the code and filling the matcher's text cache. */
const warmPages = 60
const realItems = new URL('../../shared/data/items/', import.meta.url)

/** Returns a number, so that the engine cannot optimise the work away. */
type Work = (items: readonly GameItem[]) => number

const pickMedian = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

interface Cost {
  readonly parse_ms: number
  readonly work_ms: number
  readonly answer: number
}

/** Parses each page, then processes its items. */
function measure(pages: readonly string[], work: Work, warm: number): Cost {
  const costs = pages.map((text) => {
    const started = performance.now()
    const items = JSON.parse(text) as GameItem[]
    const parsed = performance.now()
    const answer = work(items)
    return { parse_ms: parsed - started, work_ms: performance.now() - parsed, answer }
  })
  const measured = costs.slice(warm)
  return {
    parse_ms: pickMedian(measured.map(({ parse_ms }) => parse_ms)),
    work_ms: pickMedian(measured.map(({ work_ms }) => work_ms)),
    answer: average(measured.map(({ answer }) => answer)),
  }
}

function summarise(name: string, costs: readonly Cost[], note: string): BenchResult {
  const times = `parse ${average(costs.map(({ parse_ms }) => parse_ms)).toFixed(2)} ms, match ${average(costs.map(({ work_ms }) => work_ms)).toFixed(2)} ms`
  const value = average(costs.map(({ parse_ms, work_ms }) => work_ms / parse_ms))
  return { name, value, unit: 'x JSON.parse', note: `${note}; ${times}` }
}

function measureMatcher(kind: string, note: string, pages: readonly string[]): BenchResult[] {
  return sizes.map((objectives) => {
    const costs = Array.from({ length: draws }, (_, draw) => {
      const definitions = makeObjectives(createRandom(7_000 + 1_000 * draw + objectives), objectives)
      const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
      return measure(pages, (items) => matcher.match(items, null).length, warmPages)
    })
    const completions = Math.round(average(costs.map(({ answer }) => answer)))
    const name = `match, ${kind}, ${objectives.toLocaleString('en')} objectives`
    const result = summarise(name, costs, `${note}; ${draws} sets of objectives, ${completions} completions a page`)
    if (kind !== 'real items' || objectives !== goal.objectives) return result
    return { ...result, at_most: goal.at_most, note: `goal ${goal.at_most}; ${result.note ?? ''}` }
  })
}

/** Naive matching: every condition of every objective on every item. */
function createNaiveMatch(definitions: readonly ObjectiveDefinition[]): Work {
  const context = createClassifier({ game_version: 'poe1' })
  const lists = definitions.map(({ conditions }) => conditions.map(compileCondition).filter((condition) => condition.ok))
  const holds = (item: GameItem, list: (typeof lists)[number]) => list.every((one) => one.holds(one.read(item, context)))
  return (items) => items.reduce((sum, item) => sum + lists.filter((list) => holds(item, list)).length, 0)
}

function readItems(file: string): GameItem[] {
  const document = JSON.parse(readFileSync(new URL(file, realItems), 'utf8')) as GameItem[] | { stashes: { items: GameItem[] }[] }
  return Array.isArray(document) ? document : document.stashes.flatMap(({ items }) => items)
}

function measureRealItems(): BenchResult[] {
  const kind = 'real items'
  if (!existsSync(realItems))
    return [{ name: `match, ${kind}`, value: Number.NaN, unit: 'x JSON.parse', note: 'skipped: ../shared/data is absent' }]
  const items = readdirSync(realItems).flatMap(readItems)
  const page = JSON.stringify(Array.from({ length: itemsPerPage }, (_, at) => items[at % items.length]))
  const note = `${items.length} items repeated to ${itemsPerPage}`
  return measureMatcher(
    kind,
    note,
    Array.from({ length: warmPages + measuredPages }, () => page),
  )
}

export function run(): Promise<BenchResult[]> {
  const random = createRandom(20_260_801)
  const makePage = () => JSON.stringify(Array.from({ length: itemsPerPage }, () => makeItem(random)))
  const pages = Array.from({ length: warmPages + measuredPages }, makePage)
  const note = `items never seen before, after ${warmPages} other pages`
  return Promise.resolve([
    ...measureRealItems(),
    ...measureMatcher('made-up items', note, pages),
    summarise(
      'naive matching, for comparison',
      [measure(pages.slice(0, 6), createNaiveMatch(makeObjectives(random, 1_000)), 0)],
      'every condition of 1,000 objectives on every item',
    ),
  ])
}
