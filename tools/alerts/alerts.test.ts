import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../places.ts'
import { evaluate, readDuration } from './promql.ts'
import { readRules, watchAlerts } from './rules.ts'
import { keepSamples } from './samples.ts'

const target = (instance: string) => ({ job: 'muster', instance })
const rules = readRules(join(root, 'deploy', 'alerts.yaml'))

/** Ten samples, a second apart. */
function sample(line: (second: number) => string | null, instance = 'a', seconds = 10) {
  const samples = keepSamples()
  for (let second = 0; second <= seconds; second++) samples.add(target(instance), second * 1000, line(second))
  return (text: string, at_ms = seconds * 1000, hurry = 1) => evaluate(text, { samples, at_ms, hurry })
}
const values = (vector: ReturnType<typeof evaluate>) => vector.map(({ value }) => value)

it('every rule can be parsed and evaluated', () => {
  expect(rules.length).toBeGreaterThan(20)
  const watchman = watchAlerts(rules, keepSamples(), 1)
  expect(watchman.look(0)).toEqual([])
  for (const rule of rules) expect(readDuration(rule.for ?? '0s')).toBeGreaterThanOrEqual(0)
})

it('rates and increases survive the reset of a counter', () => {
  const ask = sample((second) => `calls_total ${second < 5 ? second : second - 5}`)
  expect(values(ask('increase(calls_total[10s])'))[0]).toBeCloseTo(8.8, 0)
  expect(values(ask('rate(calls_total[10s])'))[0]).toBeCloseTo(0.88, 0)
  expect(values(ask('changes(calls_total[5s])'))).toEqual([4])
  expect(values(ask('changes(calls_total[50s])', 10_000, 10))).toEqual([4])
})

it('a share of calls is one sum divided by another', () => {
  const ask = sample((second) => `c{status="5xx"} ${second}\nc{status="2xx"} ${second * 3}`)
  const share = 'sum(rate(c{job="muster",status="5xx"}[10s])) / sum(rate(c{job="muster"}[10s])) > 0.2'
  expect(values(ask(share))[0]).toBeCloseTo(0.25, 5)
  expect(ask(share.replace('0.2', '0.3'))).toEqual([])
})

it('quantiles are inside their buckets', () => {
  const ask = sample((second) => [1, 5, '+Inf'].map((le, place) => `d_bucket{le="${le}"} ${second * (place + 1)}`).join('\n'))
  expect(values(ask('histogram_quantile(0.5, sum by (le) (rate(d_bucket[10s])))'))[0]).toBeCloseTo(3, 5)
})

it('a target that does not respond is down, and its other series end', () => {
  const ask = sample((second) => (second < 8 ? 'x 1' : null))
  expect(ask('up{job="muster"} == 0')).toEqual([{ labels: target('a'), value: 0 }])
  expect(ask('x')).toEqual([])
  expect(values(ask('abs(x) > 0', 7000))).toEqual([1])
})

it('a rule fires when its condition has held for its duration', () => {
  const samples = keepSamples()
  const watchman = watchAlerts(rules, samples, 10)
  const told: string[][] = []
  for (let second = 0; second < 12; second++) {
    samples.add(target('a'), second * 1000, second === 3 ? 'muster_database_up 1' : null)
    told.push(watchman.look(second * 1000))
  }
  // A minute at ten times the speed; the target restarted after the fourth answer.
  expect(told.map((names) => names.includes('MusterProcessDown'))).toEqual([...Array<boolean>(10).fill(false), true, true])
})

it('a replica that does not respond raises an alert; a responding replica and a server without a replica do not', () => {
  const samples = keepSamples()
  const watchman = watchAlerts(rules, samples, 60)
  const reads = (replica: number, primary: number) =>
    `muster_replica_reads_total{database="replica"} ${replica}\nmuster_replica_reads_total{database="primary"} ${primary}`
  const told: boolean[] = []
  for (let second = 0; second <= 20; second++) {
    samples.add(target('used'), second * 1000, reads(second * 10, second))
    samples.add(target('idle'), second * 1000, reads(0, 0))
    samples.add(target('none'), second * 1000, 'muster_database_up 1')
    if (second >= 10) samples.add(target('unused'), second * 1000, reads(0, second * 10))
    told.push(watchman.look(second * 1000).includes('MusterReplicaUnused'))
  }
  expect([told.slice(0, 11).includes(true), told.at(-1)]).toEqual([false, true])
})

it('reports expressions that it does not support', () => {
  const ask = sample(() => 'x 1')
  for (const text of ['sum( > 3', 'deriv(x[5m])', 'x or x', 'x{a!="b"}', '3'])
    expect(() => ask(text)).toThrow(/is no expression|is not supported|is a number/)
})
