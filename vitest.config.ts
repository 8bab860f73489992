import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// Only server projects start PostgreSQL, and only web projects create a DOM.

/** A mocked module also affects other files in the same worker. */
const replacesModules = (file: string) => /\bvi\.mock\b/.test(readFileSync(file, 'utf8'))
/** Fake timers affect other files in the same worker, except files that also use fake timers. */
const replacesTimers = (file: string) => /\bvi\.useFakeTimers\b/.test(readFileSync(file, 'utf8'))

/**
 * Files share a worker, because loading modules and a new DOM for every file takes several times as long as the tests. Exceptions
 * are files that mock modules, which are isolated, and files with fake timers, which share a worker of their own.
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

/** Tests decided before a statement is sent, or whose statements the other files cover: no need to run them on both databases. */
const beforeDatabase = ['access', 'current', 'wire', 'privacy'].map((name) => `e2e/api/${name}.test.ts`)

export default defineConfig({
  test: {
    // Tests often wait for databases and processes, so one worker more than cores keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...sharing({
        name: 'rules',
        pool: 'threads',
        // For property tests on a busy machine; these tests do not wait for anything.
        testTimeout: 90_000,
        include: ['{contract,domain,simulator}/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
      }),
      ...sharing({
        name: 'server',
        pool: 'threads',
        include: ['server/src/**/*.test.ts'],
        globalSetup: ['server/src/testing/template-database.ts'],
        // PostgreSQL takes half a minute to start when a dozen processes share two cores.
        testTimeout: 90_000,
        hookTimeout: 90_000,
      }),
      {
        test: {
          // Complete programs that are started and killed: each file needs its own modules.
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
