import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { writeResults } from './tools/test-results.ts'

// Only the projects of the server pay for a PostgreSQL, and only those of the pages for a document.

/** Replacing a module reaches what other files have loaded. */
const replacesModules = (file: string) => /\bvi\.mock\b/.test(readFileSync(file, 'utf8'))
/** Replacing the timers reaches what other files have started, but for those that start everything on timers of their own. */
const replacesTimers = (file: string) => /\bvi\.useFakeTimers\b/.test(readFileSync(file, 'utf8'))

/**
 * Loading the same modules and a new document for every file costs several times what the tests do, so files share them, but
 * for those that need their own. Files that replace the timers share among themselves.
 */
function sharing(test: NonNullable<TestProjectInlineConfiguration['test']> & { name: string; include: string[] }) {
  const files = globSync(test.include)
  const alone = files.filter(replacesModules)
  const timed = files.filter((file) => replacesTimers(file) && !alone.includes(file))
  const part = (suffix: string, include: string[], isolate: boolean) =>
    include.length === 0 ? [] : [{ test: { ...test, name: `${test.name}${suffix}`, include, isolate } }]
  const together = { test: { ...test, exclude: [...alone, ...timed], isolate: false } }
  return [together, ...part('-timers', timed, false), ...part('-alone', alone, true)]
}

/** What is decided before a statement is sent, and what other statements than those of the other files would not show. */
const beforeDatabase = ['access', 'current', 'wire', 'privacy'].map((name) => `e2e/api/${name}.test.ts`)

/** Where `npm test` wants the results. */
const results = process.env['TEST_RESULTS']

export default defineConfig({
  test: {
    reporters: ['default', ...(results ? [writeResults(results)] : [])],
    // Much of the work is waiting for databases and programs: one worker more than there are cores keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...sharing({
        name: 'rules',
        pool: 'threads',
        // A property test on a busy machine; nothing here waits.
        testTimeout: 90_000,
        include: ['{contract,domain,simulator}/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
      }),
      ...sharing({
        name: 'server',
        pool: 'threads',
        include: ['server/src/**/*.test.ts'],
        globalSetup: ['server/src/testing/template-database.ts'],
        // A start of PostgreSQL takes half a minute where a dozen programs share two cores.
        testTimeout: 90_000,
        hookTimeout: 90_000,
      }),
      {
        test: {
          // Whole programs, started, killed and started again: each file with modules of its own.
          name: 'programs',
          pool: 'threads',
          include: ['e2e/*.test.ts'],
          globalSetup: ['server/src/testing/template-database.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      ...['embedded', 'external'].map((database) => ({
        test: {
          name: `api-${database}`,
          pool: 'threads' as const,
          isolate: false,
          include: ['e2e/api/**/*.test.ts'],
          exclude: database === 'external' ? beforeDatabase : [],
          globalSetup: [`e2e/api/${database}-setup.ts`],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      })),
      ...sharing({
        name: 'web',
        environment: 'jsdom',
        include: ['web/src/**/*.test.{ts,tsx}'],
        setupFiles: ['web/src/test-setup.ts'],
        testTimeout: 20_000,
      }),
    ],
  },
})
