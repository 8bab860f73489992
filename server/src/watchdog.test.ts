import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts a process with a watchdog; it prints a line when it has started. */
function start(code: string, limit_ms = 1000): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const program = `
    import { startWatchdog } from ${JSON.stringify(new URL('./watchdog.ts', import.meta.url).href)}
    startWatchdog(${limit_ms}, { error: console.error })
    setInterval(() => {}, 1000)
    setTimeout(function begin() { console.log('begun'); ${code} }, 0)`
  const started = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  return started
}

it('a process with a blocked event loop is killed, and its last log line shows the position in the code', async () => {
  const blocked = start('for (;;);')
  const [said, [code, signal]] = await Promise.all([text(blocked.stdout), once(blocked, 'exit')])
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  const line = JSON.parse(said.trim().split('\n').at(-1) ?? '') as { level: number; where: string[]; msg: string }
  expect(line).toMatchObject({ level: 60, msg: expect.stringContaining('the event loop was blocked for at least 1 s') })
  expect(line.where[0]).toMatch(/^begin \(.*:5\)$/)
})

it('a regular expression with endless backtracking also counts as blocked', async () => {
  const blocked = start("/^(a+)+$/.test('a'.repeat(40) + 'b')")
  expect(await once(blocked, 'exit')).toEqual([null, 'SIGKILL'])
})

it('a process whose event loop runs between long pieces of work is not killed', async () => {
  const busy = start(
    'const work = () => { const end = performance.now() + 600; while (performance.now() < end); }; let left = 5; setTimeout(function again() { work(); if (left-- > 0) setTimeout(again, 0); else process.exit(7) }, 0)',
  )
  expect(await once(busy, 'exit')).toEqual([7, null])
})

it('a process that was stopped as a whole, as on a sleeping machine, continues normally', async () => {
  const stopped = start("process.on('SIGUSR2', () => process.exit(7))")
  await once(stopped.stdout, 'data')
  stopped.kill('SIGSTOP')
  // Longer than the limit: the thread must not count this time.
  await wait(2500)
  stopped.kill('SIGCONT')
  await wait(1000)
  stopped.kill('SIGUSR2')
  expect(await once(stopped, 'exit')).toEqual([7, null])
})

it('a loop that waits without a processor is ended only after ten times the limit', async () => {
  const waiting = start('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000); process.exit(7)')
  expect(await once(waiting, 'exit')).toEqual([7, null])
  const endless = start('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 200)
  expect(await once(endless, 'exit')).toEqual([null, 'SIGKILL'])
})

it('a limit of 0 disables the watchdog', async () => {
  const free = start('const end = performance.now() + 1500; while (performance.now() < end); process.exit(7)', 0)
  expect(await once(free, 'exit')).toEqual([7, null])
})
