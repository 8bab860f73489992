import { expect, test } from 'vitest'
import { immediateEffects, requestEffects } from '../faults/faults.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { type Script, scriptNames, scripts } from './scripts.ts'

const HOUR = 60 * 60_000

test('a script plays each step at its time, even if time jumps over several', async () => {
  const simulator = await startSimulator({ preset: 'evening' })
  const started = simulator.clock.now()
  simulator.scripts.start('rough-evening', started)
  expect(simulator.scripts.list()).toMatchObject([{ name: 'rough-evening', done: 0 }])
  simulator.step(0.25 * HOUR)
  expect(simulator.faults.list().map(({ effect, when }) => [effect, when.from_ms, when.until_ms])).toEqual([
    ['net.reset', started + 0.2 * HOUR, started + 0.2 * HOUR + HOUR / 6],
    ['net.truncate', started + 0.2 * HOUR, started + 0.2 * HOUR + HOUR / 6],
  ])
  simulator.step(1.6 * HOUR)
  expect(simulator.switches.wire_version).toBe('3.28')
  simulator.step(1.5 * HOUR)
  expect(simulator.scripts.list()).toEqual([
    {
      name: 'rough-evening',
      started_at: started,
      done: scripts['rough-evening'].steps.length,
      steps: scripts['rough-evening'].steps.length,
    },
  ])
  expect(simulator.world.accounts[2]?.name).toBe('Renamed#0042')
  expect(simulator.world.accounts[1]?.characters[0]?.record.name).toBe('Ünbenannt_✦')
})

test('future and past steps are known by their time', async () => {
  const simulator = await startSimulator({ preset: 'evening' })
  const started = simulator.clock.now()
  const tell = (from_hours: number, to_hours: number) =>
    simulator.scripts
      .listSteps(started + from_hours * HOUR, started + to_hours * HOUR)
      .map((step) => 'fault' in step && step.fault)
  expect(tell(0, 1)).toEqual([])
  simulator.scripts.start('rough-evening', started)
  expect([tell(0, 0.19), tell(0.19, 0.2), tell(0.2, 0.39)]).toEqual([[], ['net.reset', 'net.truncate'], []])
  simulator.step(0.3 * HOUR)
  expect(tell(0, 0.3)).toEqual(['net.reset', 'net.truncate'])
})

test.each(scriptNames)('%s can be played to its end', async (name) => {
  const simulator = await startSimulator({ preset: 'poe2_evening' })
  const { steps }: Script = scripts[name]
  simulator.scripts.start(name, simulator.clock.now())
  simulator.step(Math.max(...steps.map((step) => step.at_hours)) * HOUR + 1)
  expect(simulator.scripts.list()).toMatchObject([{ done: steps.length }])
})

test('a rough weekend has every fault, except undetectable ones', () => {
  const steps: readonly Script['steps'][number][] = scripts['rough-weekend'].steps
  const played = new Set<string>(
    steps.flatMap((step) => ('fault' in step ? [step.fault] : 'strike' in step ? [step.strike] : [])),
  )
  // an empty list in place of a full one, or an empty id, cannot be detected
  expect([...requestEffects, ...immediateEffects].filter((effect) => !played.has(effect))).toEqual([
    'shape.empty_id',
    'shape.empty_list',
  ])
})
