import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Three projects, so that the rules run in a second and only the server's tests pay for a PostgreSQL.
export default defineConfig({
  test: {
    // Much of the work is waiting for a database, so no core is left aside.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'rules',
          pool: 'threads',
          // A property test on a busy machine; nothing here waits.
          testTimeout: 30_000,
          include: ['{contract,domain,simulator}/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          pool: 'threads',
          include: ['server/src/**/*.test.ts', 'e2e/*.test.ts'],
          globalSetup: ['server/src/db/template-database.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      ...['embedded', 'external'].map((database) => ({
        test: {
          name: `api-${database}`,
          pool: 'threads' as const,
          include: ['e2e/api/**/*.test.ts'],
          globalSetup: [`e2e/api/${database}-setup.ts`],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      })),
      'web/vitest.config.ts',
    ],
  },
})
