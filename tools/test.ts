import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from './chromium.ts'
import { findMemoryFolder } from './memory-folder.ts'
import { buildPages } from './pages.ts'
import { members } from './places.ts'
import { runProgram } from './processes.ts'

// Runs all tests and checks. `npm test checks`, `npm test unit` and `npm test browser` run a part.

// The tests create and remove several hundred thousand small files, nearly all of them in short-lived databases. On a disk the
// file system costs as much as PostgreSQL itself.
const in_memory = findMemoryFolder()
if (in_memory !== undefined) process.env['TMPDIR'] ??= in_memory
const work = mkdtempSync(join(tmpdir(), 'muster-tests-'))
// Several hundred programs and workers load the same modules; the first one compiles them.
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

interface Count {
  passed: number
  failed: number
  skipped: number
}
const passed: Count = { passed: 1, failed: 0, skipped: 0 }
const failed: Count = { passed: 0, failed: 1, skipped: 0 }

const add = (counts: readonly Count[]): Count =>
  counts.reduce(
    (sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** Runs one check and prints its result in one line, then its complaints. */
async function check(name: string, runs: [file: string, ...args: string[]][]): Promise<Count> {
  const began_at = Date.now()
  const complaints: string[] = []
  for (const [file, ...args] of runs) {
    const { code, output } = await runProgram(file, args, { env: memory })
    if (code !== 0) complaints.push(output.trim() || `${file} ${args.join(' ')} ended with exit code ${code}`)
  }
  const verdict = complaints.length === 0 ? 'ok' : 'FAILED'
  console.log([`${name.padEnd(8)} ${verdict.padEnd(8)} ${secondsSince(began_at).toFixed(1)} s`, ...complaints].join('\n'))
  return complaints.length === 0 ? passed : failed
}

async function runChecks(): Promise<Count> {
  say('Types, lint, format, unused code')
  // The rules compile without Node's types, their tests with them.
  const projects = [...members, 'contract/tsconfig.test.json', 'domain/tsconfig.test.json', 'tsconfig.json']
  const checks = await Promise.all([
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
  return add(checks)
}

async function runVitest(): Promise<Count> {
  say('Unit, property and integration tests')
  const file = join(work, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await runProgram('vitest', ['run', ...reporters], { show: true })
  return readReport(file, code, (report: VitestReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))
}

async function runBrowser(): Promise<Count> {
  const chromium = await findingChromium
  // If the build fails, the server of the journeys reports it again.
  await buildingPages
  say('Journeys in a browser')
  if (chromium instanceof Error) {
    console.log(chromium.message)
    return failed
  }
  const file = join(work, 'playwright.json')
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await runProgram('playwright', ['test', '--reporter=list,json'], { show: true, env })
  return readReport(file, code, ({ stats: { expected, unexpected, flaky, skipped } }: PlaywrightReport) => ({
    passed: expected,
    // A journey that only passes the second time has failed.
    failed: unexpected + flaky,
    skipped,
  }))
}

type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>
interface PlaywrightReport {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
}

/** The numbers of a report. A program with a bad exit code or without a report has failed, even without a failed test. */
function readReport<R>(file: string, code: number, read: (report: R) => Count): Count {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as R) : failed
  return code !== 0 && count.failed === 0 ? add([count, failed]) : count
}

const lines: string[] = []
/** Runs a part, and records its wall time and failures. */
async function time(name: string, run: () => Promise<Count>): Promise<Count> {
  if (!isWanted(name)) return add([])
  const part_began_at = Date.now()
  const count = await run()
  const verdict = count.failed > 0 ? `FAILED: ${count.failed}, described above` : 'ok'
  lines.push(`${name.padEnd(8)} ${secondsSince(part_began_at).toFixed(0).padStart(4)} s  ${verdict}`)
  return count
}

// Tests leave a core idle while they wait, so checks run beside them. The pages are built after the checks, because the build
// writes a file that these read.
const began_at = Date.now()
const findingChromium = isWanted('browser') ? provideChromium().catch((error: unknown) => error as Error) : ''
const checking = time('checks', runChecks)
const buildingPages = checking.then(() => (isWanted('browser') ? buildPages() : undefined)).catch(() => undefined)
const counts = await Promise.all([checking, time('unit', runVitest)])
const all = add([...counts, await time('browser', runBrowser)])
rmSync(work, { recursive: true })

say(`Everything, in ${secondsSince(began_at).toFixed(0)} s`)
for (const line of lines) console.log(line)
if (all.skipped > 0) console.log(`${all.skipped} skipped (named above)`)
console.log(`${all.passed} passed, ${all.failed} failed`)
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0
