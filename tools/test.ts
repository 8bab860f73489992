import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from './chromium.ts'
import { findMemoryFolder } from './memory-folder.ts'
import { buildPages } from './pages.ts'
import { members } from './places.ts'
import { runProgram } from './processes.ts'
import { failed, listTimes, readPlaywright, type Result } from './test-results.ts'

// Everything that must hold, in one command. `npm test checks`, `npm test unit` and `npm test browser` run a part.

// The tests make and remove some hundred thousand small files, nearly all of databases that live for a second. On a disk its
// file system spends as much on them as PostgreSQL does on the tests.
const in_memory = findMemoryFolder()
if (in_memory !== undefined) process.env['TMPDIR'] ??= in_memory
const work = mkdtempSync(join(tmpdir(), 'muster-tests-'))
// Some hundred programs and workers load the same modules in a run; the first one compiles them.
process.env['NODE_COMPILE_CACHE'] ??= join(work, 'compiled')
// Rehearsals and journeys start the server as one file, which the first one makes.
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
 * The checkers of types and of lint are written in Go, and give a fifth to two fifths of their time to freeing memory that they
 * have no more use for when they end. So they free none until so much is in use.
 */
const memory = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** One check, said in one line; what it complains about follows. */
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
      // Each checker of tsc works out the types that files share anew, and what they save in time the tests beside them lose twice.
      projects.map((project) => ['tsc', '-p', project, '--checkers', '1']),
    ),
    check('lint', [['oxlint', '.']]),
    check('format', [['biome', 'format', '.']]),
    // What nothing uses, and then what only tests use.
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
  // What keeps them from being built is said again by the server of the journeys.
  await buildingPages
  say('Journeys in a browser')
  const file = join(work, 'playwright.json')
  if (chromium instanceof Error) return [failed('browser', 'chromium', chromium.message)]
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await runProgram('playwright', ['test', '--reporter=list,json'], { show: true, env })
  if (!existsSync(file)) return [failed('browser', 'playwright', nothingCameBack)]
  return withExit('browser', 'playwright', code, readPlaywright(file))
}

const nothingCameBack = 'It ended without a report.'

/** A program that ends badly has failed, also when it reports nothing that did. */
const withExit = (part: string, program: string, code: number, results: Result[]): Result[] =>
  code === 0 || results.some((result) => result.failed > 0)
    ? results
    : [...results, failed(part, program, `It ended with exit code ${code}.`)]

const walls: string[] = []
/** Runs a part and keeps how long it took on the clock of the wall. */
async function time(name: string, run: () => Promise<Result[]>): Promise<Result[]> {
  if (!isWanted(name)) return []
  const began_at = Date.now()
  const results = await run()
  walls.push(`${name} ${secondsSince(began_at).toFixed(0)} s`)
  return results
}

// Tests leave a core idle while they wait, so what else there is to do is done beside them. The pages are built after the
// checks, because the build writes a file that these read.
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
