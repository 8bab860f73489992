import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Program } from './worker.ts'
import { createWorkers, programIn, type Workers } from './workers.ts'
import { killProcess } from '../../testing/kill-process.ts'

const script = join(import.meta.dirname, '../../testing/calculator.sh')
const never = new AbortController().signal
const answer = { ok: true, xml: '<PlayerStat stat="Life" value="4321"/>', is_partial: false }

let folder: string
let workers: Workers
const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })

function open({ size = 1, builds_each = 100, timeout_ms = 5000, memory_mb = 100 } = {}) {
  workers = createWorkers({ size, builds_each, limits: { memory_mb, timeout_ms, start_ms: 5000 } }, log)
  return workers
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-calculator-'))
  logged.length = 0
})
afterEach(() => {
  workers.close()
  rmSync(folder, { recursive: true })
})

const program = (name = 'pids', ...more: string[]): Program => ({
  command: '/bin/sh',
  args: [script, join(folder, name), ...more],
  folder,
})
const started = (name = 'pids') => readFileSync(join(folder, name), 'utf8').trim().split('\n').map(Number)
const isAlive = (pid: number | undefined) => {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a worker calculates one build after the other, and logs its version once', async () => {
  const { calculate } = open()
  const one = program()
  for (const build of ['a', 'b', 'c']) expect(await calculate(one, build, never)).toEqual(answer)
  expect(await calculate(one, 'older', never)).toEqual({ ok: true, xml: 'calculated', is_partial: true })
  expect(started()).toHaveLength(1)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('stand-in')
})

test.each([
  ['refuse', { reason: 'refused', detail: 'cannot read it' }],
  ['garbage', { reason: 'interrupted', detail: expect.stringContaining('not a frame') as unknown }],
  ['endless', { reason: 'interrupted', detail: expect.stringContaining('too long') as unknown }],
  ['hang', { reason: 'refused', detail: 'no answer within 0.3 s' }],
  ['crash', { reason: 'interrupted', detail: 'the program ended (SIGSEGV): a secret place' }],
  ['memory', { reason: 'interrupted', detail: expect.stringMatching(/^the program ended/) as unknown }],
])('after a build that makes it %s it is replaced', async (build, outcome) => {
  const { calculate } = open({ timeout_ms: build === 'hang' ? 300 : 5000 })
  const one = program()
  expect(await calculate(one, build, never)).toEqual({ ok: false, ...outcome })
  expect(await calculate(one, 'next', never)).toEqual(answer)
  const pids = started()
  expect(pids).toHaveLength(2)
  expect(pids.map(isAlive)).toEqual([false, true])
})

test('additional output is never taken for the answer to the next build', async () => {
  const { calculate } = open()
  const one = program()
  for (let round = 0; round < 5; round++) {
    expect([{ ok: true, xml: 'once', is_partial: false }, 'interrupted']).toContainEqual(
      await calculate(one, 'twice', never).then((said) => (said.ok ? said : said.reason)),
    )
    expect([answer, 'interrupted']).toContainEqual(
      await calculate(one, 'next', never).then((said) => (said.ok ? said : said.reason)),
    )
  }
})

test("a worker receives nothing from Muster's environment", async () => {
  process.env['MUSTER_TEST_SECRET'] = 'a secret'
  const said = await open().calculate(program(), 'environment', never)
  delete process.env['MUSTER_TEST_SECRET']
  expect(said).toEqual({ ok: true, xml: 'PATH=/usr/local/bin:/usr/bin:/bin', is_partial: false })
})

test('a worker is replaced after a number of builds, and when it was killed', async () => {
  const { calculate } = open({ builds_each: 2 })
  const one = program()
  for (let build = 0; build < 5; build++) expect(await calculate(one, 'a', never)).toEqual(answer)
  expect(started()).toHaveLength(3)
  const last = started()[2]
  killProcess(last)
  await expect.poll(() => isAlive(last)).toBe(false)
  expect(await calculate(one, 'a', never)).toEqual(answer)
})

test('a killed worker is replaced at once, even if a child process of it lives on', async () => {
  const { calculate } = open()
  const one = program()
  await calculate(one, 'leaves', never)
  const killed = started()[0]
  killProcess(killed)
  await expect.poll(() => isAlive(killed)).toBe(false)
  expect(await calculate(one, 'a', never)).toEqual(answer)
})

test('the number of workers is limited across games, and other builds wait', async () => {
  const { calculate } = open({ size: 2 })
  const [one, other] = [program('first'), program('second')]
  const asked = Array.from({ length: 6 }, () => [calculate(one, 'a', never), calculate(other, 'a', never)]).flat()
  expect(await Promise.all(asked)).toEqual(asked.map(() => answer))
  expect([...started('first'), ...started('second')].filter(isAlive).length).toBeLessThanOrEqual(2)
})

test('if no program starts, the calculator is unavailable and reports the reason', async () => {
  const { calculate } = open()
  expect(await calculate(program('pids', 'no such module'), 'a', never)).toEqual({
    ok: false,
    reason: 'unavailable',
    detail: 'the program ended (code 4): no such module',
  })
  const missing = { ...programIn(folder), folder: join(folder, 'nowhere') }
  expect(await calculate(missing, 'a', never)).toMatchObject({ ok: false, reason: 'unavailable' })
  const absent = { ...program(), command: 'no-such-program' }
  expect(await calculate(absent, 'a', never)).toMatchObject({
    reason: 'unavailable',
    detail: expect.stringContaining('not found') as unknown,
  })
})

test('an abort or close leaves no process running', async () => {
  const { calculate, close } = open({ size: 2 })
  const one = program()
  const stopping = new AbortController()
  const [left, closed] = [calculate(one, 'hang', stopping.signal), calculate(one, 'hang', never)]
  await expect.poll(() => started().length).toBe(2)
  stopping.abort()
  expect(await left).toMatchObject({ reason: 'unavailable' })
  close()
  expect(await closed).toMatchObject({ reason: 'unavailable' })
  await expect.poll(() => started().some(isAlive)).toBe(false)
  expect(await calculate(one, 'a', never)).toMatchObject({ reason: 'unavailable' })
})
