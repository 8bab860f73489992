/**
 * The scoring engine: cost of one fact and memory after a short and after a long history, speed of rebuilding a ledger, and cost
 * of a full evaluation of a large event.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Aggregation, aggregations } from '@muster/contract/objectives'
import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '@muster/domain/objectives/definition'
import { noLayout } from '@muster/domain/objectives/layout'
import type { Result } from '@muster/domain/scoring/aggregations/tally'
import { defaultAggregation } from '@muster/domain/scoring/aggregations/index'
import { createEngine } from '@muster/domain/scoring/engine'
import { rebuild } from '@muster/domain/scoring/testing/rebuild'
import type { Fact } from '@muster/domain/scoring/ledger'
import { evaluateResults } from '@muster/domain/scoring/rollup'
import { createRandom, type Random } from './random.ts'
import type { BenchResult } from './result.ts'

const teams = 10
const shortHistory = 10_000
const longHistory = 1_000_000
const measuredFacts = 4_000
const counted = aggregations.filter((name) => name !== 'NONE')
const eventEnd = 10_000_000

const presets: PresetDefinition[] = [
  { id: 1, scoring_method: 'BONUS_PER_COMPLETION', points: [10, 8, 6, 4, 2], point_cap: 0 },
  { id: 2, scoring_method: 'RANKED_COMPLETION_TIME', points: [100, 50, 25], point_cap: 0 },
  { id: 3, scoring_method: 'RANKED_TIME', points: [10, 5, 2.5], point_cap: 0 },
  { id: 4, scoring_method: 'PRESENCE', points: [10], point_cap: 0 },
  { id: 5, scoring_method: 'POINTS_FROM_VALUE', points: [0.29], point_cap: 500 },
  { id: 6, scoring_method: 'RANKED_VALUE', points: [10, 5, 2.5], point_cap: 0 },
]

function makeObjective(id: number, parent_id: number | null, more: Partial<ObjectiveDefinition>): ObjectiveDefinition {
  return {
    id,
    parent_id,
    name: `objective ${id}`,
    ...noLayout,
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 40,
    hide_progress: false,
    valid_from: eventEnd / 500,
    valid_to: eventEnd,
    conditions: [],
    scoring_preset_id: null,
    ...more,
  }
}

/** A root, a category for every 19 objectives, and objectives with the aggregation from `choose`. */
function makeDefinition(size: number, choose: (id: number) => Aggregation): EventDefinition {
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE' } as const
  const objectives = [makeObjective(1, null, category)]
  for (let id = 2, parent = 1; id <= size; id++) {
    if ((id - 2) % 20 === 0) {
      parent = id
      objectives.push(makeObjective(id, 1, { ...category, scoring_preset_id: 1 + (id % 2) }))
    } else objectives.push(makeObjective(id, parent, { aggregation: choose(id), scoring_preset_id: 3 + (id % 4) }))
  }
  return { start_at: 0, end_at: eventEnd, team_ids: Array.from({ length: teams }, (_, at) => at + 1), objectives, presets }
}

/** Facts from eight tabs of a team, one in ten with nothing found; time increases with the ledger. */
function makeFacts(random: Random, count: number, first: number, objective_ids: readonly number[], per: number): Fact[] {
  return Array.from({ length: count }, (_, at): Fact => {
    const team_id = 1 + random.below(teams)
    const tab = random.below(8)
    return {
      kind: 'fact',
      sequence: first + at,
      objective_id: random.pick(objective_ids),
      team_id,
      user_id: team_id * 100 + tab,
      source: `stash:${team_id}-${tab}`,
      number: random.chance(0.1) ? 0 : 1 + random.below(60),
      timestamp: Math.floor(((first + at) * eventEnd) / per),
    }
  })
}

const listLeaves = ({ objectives }: EventDefinition) =>
  objectives.filter((one) => one.objective_type === 'ITEM').map((one) => one.id)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Microseconds of one `apply` with one fact: the median, and the mean without the slowest 1 % (interruptions). */
function timeFacts(engine: ReturnType<typeof createEngine>, facts: readonly Fact[]): { median_us: number; mean_us: number } {
  const each: number[] = []
  for (const fact of facts) {
    const started = performance.now()
    engine.apply([fact], fact.timestamp)
    each.push((performance.now() - started) * 1000)
  }
  const usual = each.toSorted((a, b) => a - b).slice(0, Math.ceil(each.length * 0.99))
  return { median_us: median(each), mean_us: usual.reduce((sum, one) => sum + one, 0) / usual.length }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Kilobytes in use after a garbage collection. */
function readHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1024
}

/**
 * Measures one fact after a short and after a long history, on the same engine, so that both are equally warm. Memory is measured
 * at the same two times: all facts come from the same 80 tabs, so only retained facts could make it grow.
 */
function measureGrowth(aggregation: Aggregation): BenchResult[] {
  const definition = makeDefinition(60, () => aggregation)
  const leaves = listLeaves(definition)
  const random = createRandom(7)
  const whole = longHistory + 2 * measuredFacts
  const make = (count: number, first: number) => makeFacts(random, count, first, leaves, whole)
  timeFacts(createEngine(definition, 0), make(3 * measuredFacts, 0))

  const engine = createEngine(definition, 0)
  engine.apply(make(shortHistory, 0), 0)
  const early = timeFacts(engine, make(measuredFacts, shortHistory))
  const early_kb = readHeap()
  const between = longHistory - shortHistory - measuredFacts
  for (let done = 0; done < between; done += 100_000) {
    engine.apply(make(Math.min(100_000, between - done), shortHistory + measuredFacts + done), 0)
  }
  const late = timeFacts(engine, make(measuredFacts, longHistory))
  const late_kb = readHeap()
  return [
    {
      name: `${aggregation}: one fact at 10^6 facts against 10^4`,
      value: late.mean_us / early.mean_us,
      unit: 'x',
      note: `medians ${early.median_us.toFixed(2)} and ${late.median_us.toFixed(2)} us; ${measuredFacts} facts each, 60 objectives, 10 teams; goal 1.5`,
    },
    {
      name: `${aggregation}: memory growth of the engine from 10^4 to 10^6 facts`,
      value: Math.round(late_kb - early_kb),
      unit: 'kB',
      note: 'heap in use after a collection; 80 tabs, 60 objectives, 10 teams; the only goal is that facts are not retained',
    },
  ]
}

function measureRebuild(): BenchResult {
  const definition = makeDefinition(1_000, (id) => counted[id % counted.length] ?? defaultAggregation)
  const facts = makeFacts(createRandom(11), 1_000_000, 0, listLeaves(definition), 1_000_000)
  rebuild(definition, facts.slice(0, 200_000), eventEnd)
  const rates = Array.from({ length: 5 }, () => {
    const started = performance.now()
    rebuild(definition, facts, eventEnd)
    return facts.length / ((performance.now() - started) / 1000)
  })
  return {
    name: 'rebuild',
    value: Math.round(Math.max(...rates)),
    unit: 'facts/s',
    note: 'one million facts of all aggregations, 1,000 objectives, 10 teams, one core, fastest of 5; goal 1,000,000',
  }
}

/** Two further rules for each objective with one. */
function addRules(definition: EventDefinition): EventDefinition {
  const others = (id: number, first: number, last: number) =>
    [1, 2].map((step) => first + ((id - first + step) % (last - first + 1))).filter((other) => other !== id)
  const objectives = definition.objectives.map((one) => {
    const id = one.scoring_preset_id
    return id === null ? one : { ...one, further_preset_ids: id > 2 ? others(id, 3, 6) : others(id, 1, 2) }
  })
  return { ...definition, objectives }
}

function measureEvaluation(
  rules: 'one rule' | 'three rules',
  change: (definition: EventDefinition) => EventDefinition,
): BenchResult {
  const definition = change(makeDefinition(1_000, () => defaultAggregation))
  const random = createRandom(13)
  const results = new Map(
    listLeaves(definition).map((id) => {
      const makeResult = (): Result => ({
        number: random.below(60),
        timestamp: random.below(eventEnd),
        user_id: null,
        finished: random.chance(0.6),
      })
      return [id, new Map(definition.team_ids.map((team_id) => [team_id, makeResult()]))]
    }),
  )
  for (let warm = 0; warm < 50; warm++) evaluateResults(definition, results)
  const times = Array.from({ length: 100 }, () => {
    const started = performance.now()
    evaluateResults(definition, results)
    return performance.now() - started
  })
  return {
    name: `evaluation of 1,000 objectives x 10 teams from aggregations, ${rules} each`,
    value: median(times),
    unit: 'ms',
    note: 'tree, ranks, bonuses and board from scratch, median of 100; goal 5',
  }
}

export function run(): Promise<BenchResult[]> {
  return Promise.resolve([
    ...counted.flatMap(measureGrowth),
    measureRebuild(),
    measureEvaluation('one rule', (one) => one),
    measureEvaluation('three rules', addRules),
  ])
}
