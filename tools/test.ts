import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from './chromium.ts'
import { findMemoryFolder } from './memory-folder.ts'
import { buildPages } from './pages.ts'
import { members } from './places.ts'
import { runProgram } from './processes.ts'
import { failed, listTimes, readPlaywright, type Result } from './test-results.ts'

// Runs all tests and checks. `npm test checks`, `npm test unit` and `npm test browser` run a part.

// The tests create and remove some hundred thousand small files, nearly all of short-lived databases. On a disk the file system
// costs as much as PostgreSQL itself.
const in_memory = findMemoryFolder()
if (in_memory !== undefined) process.env['TMPDIR'] ??= in_memory
const work = mkdtempSync(join(tmpdir(), 'muster-tests-'))
// Some hundred programs and workers load the same modules; the first one compiles them.
process.env['NODE_COMPILE_CACHE'] ??= join(work, 'compiled')
// Rehearsals and journeys start the server as one bundled file, built by the first one.
process.env['SHARED_SERVER'] = join(work, 'server')

const known = ['checks', 'unit', 'browser']
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !known.includes(name))
if (unknown !== undefined) throw new Error(`There is no part "${unknown}"; the parts are ${known.join(', ')}.`)
const isWanted = (name: string) => asked.length === 0 || asked.includes(name)

function say(heading: string): void {
  console.log(`\n── ${heading} ${'─'.repeat(Math.max(3, 76 - heading.length))}`)
}

const secondsSince = (began_at: number) => (Date.now() - began_at) / 1000

/**
 * The type checker and the linter are written in Go, and spend a fifth to two fifths of their time on freeing memory. With this
 * setting they free none below the limit.
 */
const memory = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** Runs one check and prints its result in one line, then its complaints. */
async function check(name: string, runs: [file: string, ...args: string[]][]): Promise<Result> {
  const began_at = Date.now()
  const complaints: string[] = []
  for (const [file, ...args] of runs) {
    const { code, output } = await runProgram(file, args, { env: memory })
    if (code !== 0) complaints.push(output.trim() || `${file} ${args.join(' ')} ended with exit code ${code}`)
  }
  const seconds = secondsSince(began_at)
  const verdict = complaints.length === 0 ? 'ok' : 'FAILED'
  console.log([`${name.padEnd(8)} ${verdict.padEnd(8)} ${seconds.toFixed(1)} s`, ...complaints].join('\n'))
  if (complaints.length > 0) return failed('checks', name, complaints.join('\n'), seconds)
  return { part: 'checks', file: name, passed: 1, failed: 0, skipped: 0, seconds, failures: [] }
}

async function runChecks(): Promise<Result[]> {
  say('Types, lint, format, unused code')
  // The rules compile without Node's types, their tests with them.
  const projects = [...members, 'contract/tsconfig.test.json', 'domain/tsconfig.test.json', 'tsconfig.json']
  return Promise.all([
    check(
      'types',
      // Each checker of tsc would repeat the types of shared files, and slow down the tests beside it.
      projects.map((project) => ['tsc', '-p', project, '--checkers', '1']),
    ),
    check('lint', [['oxlint', '.']]),
    check('format', [['biome', 'format', '.']]),
    // Unused code, then code used by tests only.
    check('unused', [['knip'], ['knip', '--production']]),
  ])
}

async function runVitest(): Promise<Result[]> {
  say('Unit, property and integration tests')
  const file = join(work, 'vitest.json')
  const { code } = await runProgram('vitest', ['run'], { show: true, env: { TEST_RESULTS: file } })
  if (!existsSync(file)) return [failed('unit', 'vitest', nothingCameBack)]
  return withExit('unit', 'vitest', code, JSON.parse(readFileSync(file, 'utf8')) as Result[])
}

async function runBrowser(): Promise<Result[]> {
  const chromium = await findingChromium
  // If the build fails, the server of the journeys reports it again.
  await buildingPages
  say('Journeys in a browser')
  const file = join(work, 'playwright.json')
  if (chromium instanceof Error) return [failed('browser', 'chromium', chromium.message)]
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await runProgram('playwright', ['test', '--reporter=list,json'], { show: true, env })
  if (!existsSync(file)) return [failed('browser', 'playwright', nothingCameBack)]
  return withExit('browser', 'playwright', code, readPlaywright(file))
}

const nothingCameBack = 'No report was written.'

/** A program with a bad exit code has failed, even without a failed test. */
const withExit = (part: string, program: string, code: number, results: Result[]): Result[] =>
  code === 0 || results.some((result) => result.failed > 0)
    ? results
    : [...results, failed(part, program, `It ended with exit code ${code}.`)]

const walls: string[] = []
/** Runs a part and measures its wall time. */
async function time(name: string, run: () => Promise<Result[]>): Promise<Result[]> {
  if (!isWanted(name)) return []
  const began_at = Date.now()
  const results = await run()
  walls.push(`${name} ${secondsSince(began_at).toFixed(0)} s`)
  return results
}

// Tests leave a core idle while they wait, so checks run beside them. The pages are built after the checks, because the build
// writes a file that these read.
const began_at = Date.now()
const findingChromium = isWanted('browser') ? provideChromium().catch((error: unknown) => error as Error) : ''
const checking = time('checks', runChecks)
const buildingPages = checking.then(() => (isWanted('browser') ? buildPages() : undefined)).catch(() => undefined)
const results = (await Promise.all([checking, time('unit', runVitest)])).flat()
results.push(...(await time('browser', runBrowser)))
rmSync(work, { recursive: true })

const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0)
const [passes, failures, skips] = [sum(({ passed }) => passed), sum((result) => result.failed), sum(({ skipped }) => skipped)]
say(`Everything, in ${secondsSince(began_at).toFixed(0)} s: ${walls.join(', ')}`)
for (const line of listTimes(results)) console.log(line)
for (const failure of results.flatMap((result) => result.failures)) console.log(failure)
if (skips > 0) console.log(`${skips} skipped (named above)`)
console.log(`${passes} passed, ${failures} failed`)
process.exitCode = failures > 0 || passes === 0 ? 1 : 0
