/**
 * Matching against reading: what a page of 1,000 items costs to match against 10, 100 and 1,000 objectives, as a share of what
 * `JSON.parse` of the same page, as one text, costs. Goals: 0.15 for 10, 0.45 for 1,000. The page's tabs are snapshots, packed as
 * they are stored, and evaluated by what evaluates them in production: it unpacks each and matches it at once. Only the
 * matcher's own time counts, clock included. Other lines match a page that was parsed as a whole before.
 *
 * Each is the median of many pages, so that moments in which other programs had the processor do not count; the system's own
 * count of processor time moves in steps longer than a page takes. What a few objectives cost depends on what they ask for, so
 * there are several draws of them. Measured pages are matched once: the matcher has met most of their words, but none of the pages.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { GameItem } from '@muster/contract/game-api'
import { compileCondition } from '@muster/domain/conditions/compile'
import { createMatcher, type Matcher } from '@muster/domain/conditions/matcher'
import { createClassifier } from '@muster/domain/items/classes'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import type { TeamId } from '@muster/contract/ids'
import { observeSnapshots, type Snapshot } from '@muster/server/ingestion/stash/observe-snapshots'
import { packItems, writeItems } from '@muster/server/ingestion/stash/stored-items'
import { makeItem } from './item-generator.ts'
import { createLookUps, readTexts } from './match-floor.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom } from './random.ts'
import type { BenchResult } from './result.ts'

const itemsPerPage = 1_000
const itemsPerTab = 20
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

interface ParsedPage {
  stashes: { items: GameItem[] }[]
}

interface Page {
  readonly text: string
  /** The same tabs, as they are stored. */
  readonly snapshots: readonly Snapshot[]
}

function writePage(items: readonly GameItem[]): Page {
  const stashes = Array.from({ length: items.length / itemsPerTab }, (_, at) => ({
    id: `stash-${at}`,
    public: true,
    accountName: 'Exile#0001',
    stash: '~b/o 1 chaos',
    stashType: 'PremiumStash',
    items: items.slice(at * itemsPerTab, (at + 1) * itemsPerTab),
  }))
  const snapshots = stashes.map((stash, id) => ({
    id,
    kind: 'stash' as const,
    stash_id: stash.id,
    team_id: 1 as TeamId,
    user_id: null,
    timestamp: new Date(0),
    item_count: itemsPerTab,
    items: packItems(writeItems(stash.items)).items,
    base: null,
  }))
  return { text: JSON.stringify({ next_change_id: '1-1-1-1-1', stashes }), snapshots }
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

/** Does work on a page; its time is only that of the work. */
type Run = (page: Page, parsed: ParsedPage) => Promise<{ work_ms: number; answer: number }>

function timed(work: Work, items: readonly GameItem[]): { work_ms: number; answer: number } {
  const began = performance.now()
  const answer = work(items)
  return { work_ms: performance.now() - began, answer }
}

/** On a page that was parsed as a whole. */
const afterParsing =
  (work: Work): Run =>
  (_, { stashes }) =>
    Promise.resolve(
      timed(
        work,
        stashes.flatMap((stash) => stash.items),
      ),
    )

/** On the page's tabs, as snapshots are evaluated: with the work in the matcher's place. */
const inEvaluation =
  (work: Work): Run =>
  async ({ snapshots }) => {
    const sum = { work_ms: 0, answer: 0 }
    const match: Matcher['match'] = (items) => {
      const { work_ms, answer } = timed(work, items)
      sum.work_ms += work_ms
      sum.answer += answer
      return []
    }
    const tabs: Matcher = { match, explain: () => null, unknown_bases: new Map() }
    await observeSnapshots(snapshots, { rules: new Map(), tabs, characters: null, refused: [] }, new Map())
    return sum
  }

/** Medians; pages are parsed anew each time. */
async function measure(pages: readonly Page[], run: Run, rounds = 1): Promise<Cost> {
  const parse_ms: number[] = []
  const work_ms: number[] = []
  let answers = 0
  for (let round = 0; round < rounds; round++) {
    for (const page of pages) {
      const started = performance.now()
      const parsed = JSON.parse(page.text) as ParsedPage
      parse_ms.push(performance.now() - started)
      const done = await run(page, parsed)
      work_ms.push(done.work_ms)
      answers += done.answer
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

interface Pages {
  readonly pages: readonly Page[]
  readonly rounds: number
}

/**
 * Matches pages after others that warm it up; one draw after the other, as there is one matcher in a process.
 * @param whole pages to parse as a whole before they are matched.
 */
async function measureDraws(kind: string, note: string, warm: Pages, measured: Pages, whole = measured): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const [objectives, goal] of goals) {
    const evaluated: Cost[] = []
    const parsedBefore: Cost[] = []
    for (let draw = 0; draw < draws; draw++) {
      const definitions = makeObjectives(createRandom(7_000 + 1_000 * draw + objectives), objectives)
      const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
      const match: Work = (items) => matcher.match(items, null).length
      await measure(warm.pages, inEvaluation(match), warm.rounds)
      evaluated.push(await measure(measured.pages, inEvaluation(match), measured.rounds))
      if (goal !== null) parsedBefore.push(await measure(whole.pages, afterParsing(match), whole.rounds))
    }
    const completions = Math.round(average(evaluated.map((cost) => cost.answer)))
    const wanted = goal === null ? 'no goal' : `goal ${goal}`
    const name = `match, ${kind}, ${objectives.toLocaleString('en')} objectives`
    results.push(summarise(name, evaluated, `${wanted}; ${note}; ${draws} draws, ${completions} completions a page`))
    if (parsedBefore.length > 0)
      results.push(
        summarise(`${name}, the whole page parsed before`, parsedBefore, 'no goal; most of it is no longer in the cache'),
      )
  }
  return results
}

export async function run(): Promise<BenchResult[]> {
  const random = createRandom(20_260_801)
  const definitions = makeObjectives(random, 1_000)
  const makeItems = () => Array.from({ length: itemsPerPage }, () => makeItem(random))
  const makePages = (count: number) => Array.from({ length: count }, () => writePage(makeItems()))

  const makeMeasured = (): Pages => ({ pages: makePages(pages), rounds: 1 })

  const { matcher } = createMatcher(definitions, { game_version: 'poe1' })
  const started = performance.now()
  matcher.match(makeItems(), null)
  const first_ms = performance.now() - started
  const warm = { pages: makePages(pages), rounds: warmRounds }
  const note = `${itemsPerPage} items in tabs of ${itemsPerTab}, never seen before, after ${pages * warmRounds} other pages`
  const results = await measureDraws('made-up pages', note, warm, makeMeasured(), makeMeasured())
  const lookUp = createLookUps(Array.from({ length: 40 }, makeItems).flat())
  const others = makePages(pages)
  results.push(
    summarise(
      'match, floor: reading the texts',
      [await measure(others, inEvaluation(readTexts), 2)],
      'level, base, name, type line and modifiers, not looked up anywhere',
    ),
    summarise(
      'match, for comparison: the same and one map look-up per text',
      [await measure(others, inEvaluation(lookUp), 2)],
      'a map that knows most of them',
    ),
    { name: 'match, first page of a new process', value: first_ms, unit: 'ms', note: 'nothing compiled yet, nothing remembered' },
    summarise(
      'match without index, for comparison',
      [await measure(makePages(3), inEvaluation(createNaiveMatch(definitions)), 2)],
      'every condition of 1,000 objectives on every item',
    ),
  )
  if (!existsSync(realPage)) {
    const note = 'skipped: ../shared/data is absent'
    return [...results, { name: 'match, real page', value: Number.NaN, unit: 'x JSON.parse', note }]
  }
  const real = (JSON.parse(readFileSync(realPage, 'utf8')) as ParsedPage).stashes.flatMap((stash) => stash.items)
  const page = writePage(Array.from({ length: itemsPerPage }, (_, at) => real[at % real.length] as GameItem))
  const again = { pages: [page], rounds: realRounds }
  const repeated = await measureDraws('real page', `${real.length} real items repeated to ${itemsPerPage}`, again, again)
  return [...results, ...repeated]
}
