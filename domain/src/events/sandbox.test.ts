import { expect, test } from 'vitest'
import { listSandboxFacts, sandboxRound_ms, sandboxTeams } from './sandbox.ts'

const objectives = [1, 1, 1, 50, 80, 2, 1, 30].map((required_number, index) => ({ id: 100 + index, required_number }))
const round = 960_000
const begin = round * sandboxRound_ms
const end = begin + sandboxRound_ms

test('the facts follow from the objectives and the time, and another round has another order', () => {
  const halfway = begin + sandboxRound_ms / 2
  expect(listSandboxFacts(objectives, round, halfway)).toEqual(listSandboxFacts(objectives, round, halfway))
  const order = (of: number) =>
    listSandboxFacts(objectives, of, (of + 1) * sandboxRound_ms).map(({ objective_id }) => objective_id)
  expect(order(round)).not.toEqual(order(round + 1))
})

test('a round begins with nothing, and ends with everything finished', () => {
  expect(listSandboxFacts(objectives, round, begin)).toEqual([])
  const facts = listSandboxFacts(objectives, round, end)
  const required = new Map(objectives.map(({ id, required_number }) => [id, required_number]))
  expect(facts).toHaveLength(objectives.length * sandboxTeams.length)
  for (const { objective_id, number, at } of facts) {
    expect(number).toBe(required.get(objective_id))
    expect(at > begin && at < end).toBe(true)
  }
})

test('numbers only rise, in at most three steps, and something changes every minute', () => {
  const numbers = new Map<string, number[]>()
  const times = new Set([begin, end])
  for (let now = begin; now <= end; now += 5000)
    for (const { objective_id, team, number, at } of listSandboxFacts(objectives, round, now)) {
      times.add(at)
      const key = `${objective_id} ${team}`
      const seen = numbers.get(key) ?? []
      if (seen.at(-1) !== number) numbers.set(key, [...seen, number])
    }
  for (const seen of numbers.values()) {
    expect(seen.length).toBeLessThanOrEqual(3)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  }
  const sorted = [...times].sort((a, b) => a - b)
  expect(Math.max(...sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0)))).toBeLessThan(60_000)
})
