import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ProgramOptions, runProgram, startProgram } from './processes.ts'

let folder: string
const cleanups: (() => unknown)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-programs-'))
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
  rmSync(folder, { recursive: true })
})

async function start(code: string, options: Partial<ProgramOptions> = {}) {
  const script = join(folder, 'program.js')
  writeFileSync(script, code)
  const isReady = (line: string) => line === 'ready'
  const program = await startProgram({ name: 'tester', script, env: {}, log_dir: folder, isReady, show: false, ...options })
  cleanups.push(program.stop)
  return program
}

const pidOf = (name: string) => Number(readFileSync(join(folder, `${name}.pid`), 'utf8'))
const stays = 'setInterval(() => {}, 1_000);'

test('a program is ready when it says so, and its output is in its log', async () => {
  const program = await start(`${stays} console.log('hello'); console.log('ready')`)
  expect(await program.ready).toBe('ready')
  await program.stop()
  expect(readFileSync(join(folder, 'tester.log'), 'utf8')).toBe('hello\nready\n')
  expect(readdirSync(folder)).not.toContain('tester.pid')
})

test('the log of a program is readable by its owner only, even if an older one was open to all', async () => {
  writeFileSync(join(folder, 'tester.log'), 'of an earlier start\n', { mode: 0o644 })
  const program = await start(`${stays} console.log('ready')`)
  await program.ready
  await program.stop()
  expect(readFileSync(join(folder, 'tester.log'), 'utf8')).toBe('ready\n')
  expect(statSync(join(folder, 'tester.log')).mode & 0o777).toBe(0o600)
})

test('a program that ends before it is ready says why', async () => {
  const program = await start(`console.error('no such table'); process.exitCode = 3`)
  await expect(program.ready).rejects.toThrow(/The tester ended \(exit code 3\)[\s\S]*no such table/)
})

test('stopping waits until the program has finished what it does on SIGTERM', async () => {
  const program = await start(
    `${stays} process.on('SIGTERM', () => setTimeout(() => { console.log('finished'); process.exit(0) }, 100)); console.log('ready')`,
  )
  await program.ready
  await program.stop()
  expect(await program.ended).toContain('finished')
})

test('a process left behind by a killed start is ended before the same program starts again', async () => {
  const code = `${stays} console.log('ready')`
  const first = await start(code)
  await first.ready
  const first_pid = pidOf('tester')
  const second = await start(code)
  await second.ready
  expect(await first.ended).toContain('SIGTERM')
  expect(pidOf('tester')).not.toBe(first_pid)
})

test('a process id reused by another program is left alone', async () => {
  writeFileSync(join(folder, 'tester.pid'), String(process.pid))
  const program = await start(`${stays} console.log('ready')`)
  expect(await program.ready).toBe('ready')
})

test('a port in use is named before anything starts', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  cleanups.push(() => other.close())
  const { port } = other.address() as { port: number }
  await expect(start(stays, { port })).rejects.toThrow(`Port ${port}, needed by the tester, is in use`)
})

test('a missing program is a failure with a reason', async () => {
  const { code, output } = await runProgram('no-such-program', [])
  expect(code).not.toBe(0)
  expect(output).toContain('ENOENT')
})
