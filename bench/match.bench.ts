/**
 * Matching against reading: what a page of 1,000 items costs to match against 10, 100 and 1,000 objectives, as a share of what
 * `JSON.parse` of the same page costs. Goals: 0.15 for 10, 0.45 for 1,000. Each is the median of many pages, so that moments in
 * which other programs had the processor do not count; the system's own count of processor time moves in steps longer than a
 * page takes. What a few objectives cost depends on what they ask for, so there are several draws of them. Measured pages are
 * parsed and matched once: the matcher has met most of their words, but none of the pages.
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
/** How many objectives there are, and what the share may be; null where only the ends of the scale have a goal. */
const goals: readonly (readonly [objectives: number, goal: number | null])[] = [
  [10, 0.15],
  [100, null],
  [1_000, 0.45],
]
const draws = 4
/** Enough for the engine to have compiled what it will compile, and for the matcher to know the common words. */
const warmRounds = 2
const pages = 60
/** Of one page that comes again and again. */
const realRounds = 100
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

function pickMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** Answers a number, so that nothing can be left out as useless. */
type Work = (items: readonly GameItem[]) => number

interface Cost {
  /** Of one page. */
  readonly parse_ms: number
  readonly work_ms: number
  readonly answer: number
}

/**
 * Medians; pages are parsed anew each time.
 * @param first done before, of the same items.
 */
function measure(texts: readonly string[], work: Work, rounds = 1, first: Work | null = null): Cost {
  const parse_ms: number[] = []
  const work_ms: number[] = []
  let answers = 0
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) {
      const started = performance.now()
      const page = JSON.parse(text) as Page
      parse_ms.push(performance.now() - started)
      const items = page.stashes.flatMap((stash) => stash.items)
      if (first !== null) first(items)
      const gathered = performance.now()
      answers += work(items)
      work_ms.push(performance.now() - gathered)
    }
  }
  return { parse_ms: pickMedian(parse_ms), work_ms: pickMedian(work_ms), answer: answers / work_ms.length }
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function summarise(name: string, costs: readonly Cost[], note: string): BenchResult {
  const shares = costs.map(({ parse_ms, work_ms }) => work_ms / parse_ms)
  const range = costs.length > 1 ? `, from ${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}` : ''
  const times = `parse ${average(costs.map((cost) => cost.parse_ms)).toFixed(2)} ms, this ${average(costs.map((cost) => cost.work_ms)).toFixed(2)} ms`
  return { name, value: average(shares), unit: 'x JSON.parse', note: `${note}; ${times}${range}` }
}

/** What matching costs without a plan: every condition of every objective on every item. */
function createNaiveMatch(definitions: readonly ObjectiveDefinition[]): Work {
  const context = createClassifier({ game_version: 'poe1' })
  const lists = definitions.map(({ conditions }) => conditions.map(compileCondition).filter((condition) => condition.ok))
  const holds = (item: GameItem, list: (typeof lists)[number]) => list.every((one) => one.holds(one.read(item, context)))
  return (items) => items.reduce((sum, item) => sum + lists.filter((list) => holds(item, list)).length, 0)
}

interface Texts {
  readonly texts: readonly string[]
  readonly rounds: number
}

/** Matches pages after others that warm it up; one draw after the other, as there is one matcher in a process. */
function measureDraws(kind: string, note: string, warm: Texts, measured: Texts): BenchResult[] {
  const results: BenchResult[] = []
  for (const [objectives, goal] of goals) {
    const again: Cost[] = []
    const costs = Array.from({ length: draws }, (_, draw) => {
      const definitions = makeObjectives(createRandom(7_000 + 1_000 * draw + objectives), objectives)
      const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
      const match: Work = (items) => matcher.match(items, null).length
      measure(warm.texts, match, warm.rounds)
      const cost = measure(measured.texts, match, measured.rounds)
      if (goal !== null) again.push(measure(measured.texts, match, measured.rounds, match))
      return cost
    })
    const completions = Math.round(average(costs.map((cost) => cost.answer)))
    const wanted = goal === null ? 'no goal' : `goal ${goal}`
    const name = `match, ${kind}, ${objectives.toLocaleString('en')} objectives`
    results.push(summarise(name, costs, `${wanted}; ${note}; ${draws} draws, ${completions} completions a page`))
    if (again.length > 0)
      results.push(summarise(`${name}, the same items once more`, again, 'what is left when the items lie in the cache'))
  }
  return results
}

export function run(): Promise<BenchResult[]> {
  const random = createRandom(20_260_801)
  const definitions = makeObjectives(random, 1_000)
  const makeItems = () => Array.from({ length: itemsPerPage }, () => makeItem(random))
  const makePages = (count: number) => Array.from({ length: count }, () => writePage(makeItems()))

  const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
  const started = performance.now()
  matcher.match(makeItems(), null)
  const first_ms = performance.now() - started
  const warm = { texts: makePages(pages), rounds: warmRounds }
  const note = `${itemsPerPage} items, never seen before, after ${pages * warmRounds} other pages`
  const results = measureDraws('made-up pages', note, warm, { texts: makePages(pages), rounds: 1 })
  const lookUp = createLookUps(Array.from({ length: 40 }, makeItems).flat())
  const others = makePages(pages)
  results.push(
    summarise(
      'match, floor: reading the texts',
      [measure(others, readTexts, 2)],
      'level, base, name, type line and modifiers, not looked up anywhere',
    ),
    summarise(
      'match, for comparison: the same and one map look-up per text',
      [measure(others, lookUp, 2)],
      'a map that knows most of them',
    ),
    { name: 'match, first page of a new process', value: first_ms, unit: 'ms', note: 'nothing compiled yet, nothing remembered' },
    summarise(
      'match without index, for comparison',
      [measure(makePages(3), createNaiveMatch(definitions), 2)],
      'every condition of 1,000 objectives on every item',
    ),
  )
  if (!existsSync(realPage)) {
    const note = 'skipped: ../shared/data is absent'
    return Promise.resolve([...results, { name: 'match, real page', value: Number.NaN, unit: 'x JSON.parse', note }])
  }
  const real = (JSON.parse(readFileSync(realPage, 'utf8')) as Page).stashes.flatMap((stash) => stash.items)
  const text = writePage(Array.from({ length: itemsPerPage }, (_, at) => real[at % real.length] as GameItem))
  const again = { texts: [text], rounds: realRounds }
  const repeated = measureDraws('real page', `${real.length} real items repeated to ${itemsPerPage}`, again, again)
  return Promise.resolve([...results, ...repeated])
}
