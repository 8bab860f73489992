import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { provideChromium } from './chromium.ts'
import { members } from './places.ts'
import { runProgram } from './processes.ts'

// Everything that must hold, in one command. `npm test checks`, `npm test unit` and `npm test browser` run a part.

interface Count {
  passed: number
  failed: number
  skipped: number
  /** What failed, each by its name and what it said: repeated at the end, where whoever has only the end of the output looks. */
  failures?: string[]
}

const reports = mkdtempSync(join(tmpdir(), 'muster-reports-'))

function say(heading: string): void {
  console.log(`\n── ${heading} ${'─'.repeat(Math.max(3, 76 - heading.length))}`)
}

/** One check, said in one line; what it complains about follows. */
async function check(name: string, runs: [file: string, ...args: string[]][]): Promise<Count> {
  const began_at = Date.now()
  const failures: string[] = []
  for (const [file, ...args] of runs) {
    const { code, output } = await runProgram(file, args)
    if (code !== 0) failures.push(output.trim() || `${file} ${args.join(' ')} ended with exit code ${code}`)
  }
  const verdict = failures.length === 0 ? 'ok' : 'FAILED'
  console.log([`${name.padEnd(8)} ${verdict.padEnd(8)} ${seconds(began_at)}`, ...failures].join('\n'))
  if (failures.length === 0) return { passed: 1, failed: 0, skipped: 0 }
  return { passed: 0, failed: 1, skipped: 0, failures: [failureOf(name, failures.join('\n'))] }
}

async function runChecks(): Promise<Count[]> {
  say('Types, lint, format')
  // The rules compile without Node's types, their tests with them.
  const projects = [...members, 'contract/tsconfig.test.json', 'domain/tsconfig.test.json', 'tsconfig.json']
  return Promise.all([
    check(
      'types',
      projects.map((project) => ['tsc', '-p', project]),
    ),
    check('lint', [['oxlint', '.']]),
    check('format', [['biome', 'format', '.']]),
  ])
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

async function runVitest(): Promise<Count[]> {
  say('Unit, property and integration tests')
  const file = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await runProgram('vitest', args, { show: true })
  const report = readReport<VitestReport>(file)
  if (report === undefined) return [nothingCameBack('vitest')]
  // A file that could not be loaded has no test that could fail.
  const broken = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length
  const failed = report.numFailedTests + broken
  return [
    {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
        if (status !== 'failed') return []
        if (assertionResults.length === 0) return [failureOf(relative('.', name), message)]
        return assertionResults
          .filter((result) => result.status === 'failed')
          .map((result) => failureOf(`${relative('.', name)} › ${result.fullName}`, result.failureMessages.join('\n')))
      }),
    },
  ]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

const failuresOf = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...suites.flatMap(failuresOf),
  ...specs
    .filter((spec) => !spec.ok)
    .map(({ title, file, tests }) =>
      failureOf(
        `${file} › ${title}`,
        tests.flatMap((test) => test.results.map((result) => result.error?.message ?? '')).join('\n'),
      ),
    ),
]

async function runBrowser(): Promise<Count[]> {
  say('Journeys in a browser')
  const file = join(reports, 'playwright.json')
  let chromium: string
  try {
    chromium = await provideChromium()
  } catch (error) {
    return [nothingCameBack('chromium', (error as Error).message)]
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await runProgram('playwright', ['test', '--reporter=list,json'], { show: true, env })
  const report = readReport<PlaywrightReport>(file)
  if (report === undefined) return [nothingCameBack('playwright')]
  const { expected, unexpected, flaky, skipped } = report.stats
  // A journey that only passes the second time is a failure.
  const failed = unexpected + flaky + report.errors.length
  const failures = [
    ...report.suites.flatMap(failuresOf),
    ...report.errors.map(({ message = '' }) => failureOf('playwright', message)),
  ]
  return [{ passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, failures }]
}

/** A step that ended without a report has failed as a whole. */
const nothingCameBack = (name: string, message = 'It ended without a report.'): Count => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [failureOf(name, message)],
})

/** A name and the first lines of what was said; the whole of it stands further up. */
function failureOf(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`FAILED  ${name}`, ...lines.slice(0, 12).map((line) => `        ${line}`)].join('\n')
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

const seconds = (began_at: number) => `${((Date.now() - began_at) / 1000).toFixed(1)} s`

const steps = { checks: runChecks, unit: runVitest, browser: runBrowser }

const began_at = Date.now()
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(steps, name))
if (unknown !== undefined) throw new Error(`There is no step "${unknown}"; the steps are ${Object.keys(steps).join(', ')}.`)

const counts: Count[] = []
for (const [name, run] of Object.entries(steps)) {
  if (wanted.length === 0 || wanted.includes(name)) counts.push(...(await run()))
}
rmSync(reports, { recursive: true })

const sum = (pick: (count: Count) => number) => counts.reduce((total, count) => total + pick(count), 0)
const [passed, failed, skipped] = [sum((count) => count.passed), sum((count) => count.failed), sum((count) => count.skipped)]
say(`Everything, in ${seconds(began_at)}`)
for (const failure of counts.flatMap((count) => count.failures ?? [])) console.log(failure)
if (skipped > 0) console.log(`${skipped} skipped (named above)`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
