import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from './places.ts'

/** The result of one test file in one part of `npm test`, or of one check. */
export interface Result {
  /** The project of Vitest or Playwright, or `checks`. */
  part: string
  file: string
  passed: number
  failed: number
  skipped: number
  /** Including loading. */
  seconds: number
  /** Failures, each by its name and the first lines of its message. */
  failures: string[]
}

/** The result of a part that failed as a whole. */
export const failed = (part: string, file: string, message: string, seconds = 0): Result => ({
  part,
  file,
  passed: 0,
  failed: 1,
  skipped: 0,
  seconds,
  failures: [describeFailure(file, message)],
})

/** A name and the first lines of a message; the full message is further up in the output. */
export function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`FAILED  ${name}`, ...lines.slice(0, 12).map((line) => `        ${line}`)].join('\n')
}

/** A reporter of Vitest that writes the results into a file. */
export const writeResults = (file: string): Reporter => ({
  onTestRunEnd(modules, errors) {
    const results = modules.map(readModule)
    for (const error of errors) results.push(failed('unit', 'vitest', error.stack ?? error.message))
    writeFileSync(file, JSON.stringify(results))
  },
})

function readModule(module: TestModule): Result {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  const file = relative(root, module.moduleId)
  const result: Result = {
    part: module.project.name,
    file,
    passed: 0,
    failed: 0,
    skipped: 0,
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
    failures: [],
  }
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result()
    if (state === 'passed') result.passed++
    else if (state === 'failed') {
      result.failed++
      const message = errors.map((error) => error.stack ?? error.message).join('\n')
      result.failures.push(describeFailure(`${file} › ${test.fullName}`, message))
    } else result.skipped++
  }
  // A file that could not be loaded, or whose hooks failed, may have no failed test.
  const own = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  for (const error of own) result.failures.push(describeFailure(file, error.stack ?? error.message))
  if (own.length > 0 && result.failed === 0) result.failed = 1
  return result
}

interface PlaywrightTest {
  projectName: string
  /** `flaky`: passed the second time. */
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { duration: number; error?: { message?: string } }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; tests: PlaywrightTest[] }[]
}

/** The results of a Playwright report. A journey that only passes the second time has failed. */
export function readPlaywright(file: string): Result[] {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { errors: { message?: string }[]; suites: PlaywrightSuite[] }
  const results = new Map<string, Result>()
  const listSpecs = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...specs,
    ...suites.flatMap(listSpecs),
  ]
  for (const { title, file, tests } of report.suites.flatMap(listSpecs))
    for (const { projectName: part, status, results: attempts } of tests) {
      const path = `e2e/${file}`
      const result = results.get(`${part} ${path}`) ?? {
        part,
        file: path,
        passed: 0,
        failed: 0,
        skipped: 0,
        seconds: 0,
        failures: [],
      }
      results.set(`${part} ${path}`, result)
      result.seconds += attempts.reduce((sum, { duration }) => sum + duration / 1000, 0)
      if (status === 'expected') result.passed++
      else if (status === 'skipped') result.skipped++
      else {
        result.failed++
        const message = attempts.map(({ error }) => error?.message ?? '').join('\n')
        result.failures.push(describeFailure(`${path} › ${title}`, message))
      }
    }
  return [...results.values(), ...report.errors.map(({ message = '' }) => failed('browser', 'playwright', message))]
}

const slowest = 10

/** Lines with the slowest files, then the parts with their tests. */
export function listTimes(results: readonly Result[]): string[] {
  const tell = (seconds: number, ...words: string[]) => `${seconds.toFixed(1).padStart(8)} s  ${words.join('  ')}`
  const files = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest)
  const parts = Map.groupBy(results, ({ part }) => part)
  const sum = (list: readonly Result[], pick: (result: Result) => number) => list.reduce((total, one) => total + pick(one), 0)
  const count = (list: readonly Result[]) => sum(list, ({ passed, failed, skipped }) => passed + failed + skipped)
  return [
    'The slowest files:',
    ...files.map(({ seconds, file, part }) => tell(seconds, file, `(${part})`)),
    'Files of a part added up; three run at a time:',
    ...[...parts].map(([part, list]) =>
      tell(
        sum(list, ({ seconds }) => seconds),
        part.padEnd(14),
        `${count(list)} tests`,
      ),
    ),
  ]
}
