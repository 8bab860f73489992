/** Proposing teams for a large event, in a worker thread as on the page, against a simple greedy assignment. */
import { Worker } from 'node:worker_threads'
import { createDraws } from '@muster/domain/teams/draws'
import { measureSort } from '@muster/domain/teams/measure'
import type { Proposal } from '@muster/domain/teams/sort'
import { fillGreedily } from '@muster/domain/teams/testing/greedy-filling'
import { anInput, drawPool } from '@muster/domain/teams/testing/pools'
import type { BenchResult } from './result.ts'

const people = 500
const teams = [1, 2, 3, 4, 5, 6]
const rounds = 5

/** 500 people with pairs, locks and separations, combined from smaller pools. */
function makeInput() {
  const seed = Array.from({ length: 1000 }, (_, n) => n).find((n) => drawPool(n, true).entries.length > 495) ?? 0
  const { entries, rules } = drawPool(seed, true)
  const known = new Set(teams)
  return anInput(
    teams,
    entries.slice(0, people).map((entry) => ({ ...entry, present_team_id: null })),
    { together: rules.together, apart: rules.apart, locks: rules.locks.filter((lock) => known.has(lock.team_id)) },
  )
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export async function run(): Promise<BenchResult[]> {
  const input = makeInput()
  const source = new URL('../domain/src/teams/sort.ts', import.meta.url).href
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(source)}).then(({ sortTeams }) => {
      parentPort.on('message', ({ input, seed }) => parentPort.postMessage(sortTeams(input, seed)))
      parentPort.postMessage('ready')
    })`,
    { eval: true },
  )
  const next = () => new Promise<unknown>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  const times: number[] = []
  const proposals: Proposal[] = []
  for (let seed = 0; seed < rounds; seed++) {
    const began = performance.now()
    worker.postMessage({ input, seed })
    proposals.push((await next()) as Proposal)
    times.push(performance.now() - began)
  }
  await worker.terminate()
  const floor_ms: number[] = []
  const greedy = Array.from({ length: rounds }, (_, seed) => {
    const began = performance.now()
    const filled = fillGreedily(input, createDraws(seed))
    floor_ms.push(performance.now() - began)
    return measureSort(input, filled)
  })
  const distance = median(proposals.map((one) => one.figures.distance))
  const usual = median(greedy.map((one) => one.distance))
  const rules = input.rules.together.length + input.rules.apart.length + input.rules.locks.length
  const about = `${input.entries.length} people, ${teams.length} teams, ${rules} rules, median of ${rounds} seeds`
  return [
    {
      name: 'one proposal, in a worker',
      value: median(times),
      unit: 'ms',
      note: `${about}; slowest ${Math.round(Math.max(...times))} ms; goal 2,000`,
    },
    {
      name: 'time against greedy filling',
      value: median(times) / median(floor_ms),
      unit: 'x',
      note: `which takes ${median(floor_ms).toFixed(1)} ms`,
    },
    {
      name: 'difference between the teams, against greedy filling',
      value: distance / usual,
      unit: 'x',
      note: `${Math.round(distance)} against ${Math.round(usual)}; 0 = all equal`,
    },
    {
      name: 'spread of daily hours',
      value: 100 * median(proposals.map((one) => one.figures.hours_spread)),
      unit: '%',
      note: `greedy filling ${(100 * median(greedy.map((one) => one.hours_spread))).toFixed(1)} %; largest gap in a playtime bucket ${median(proposals.map((one) => one.figures.bucket_gap))} against ${median(greedy.map((one) => one.bucket_gap))}`,
    },
  ]
}
