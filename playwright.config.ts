import { defineConfig } from '@playwright/test'
import { chromiumArgs } from './tools/chromium.ts'

// `npm test` finds or installs the browser and sets this; nothing is downloaded here.
const executablePath = process.env['CHROMIUM_PATH']
if (executablePath === undefined) throw new Error('CHROMIUM_PATH is not set. Run the browser journeys with npm test, or set it.')

// Different from the ports of npm start, so that both can run. JOURNEY_PORT is the first of three consecutive ports.
const port = Number(process.env['JOURNEY_PORT'] ?? 3110)
const simulatorPort = port + 1
const controlPort = port + 2
process.env['JOURNEY_SIMULATOR_URL'] = `http://127.0.0.1:${simulatorPort}`
process.env['JOURNEY_CONTROL_URL'] = `http://127.0.0.1:${controlPort}`

const soak = ['**/long-stay.spec.ts', '**/overlay-stay.spec.ts']
const audits = ['everywhere', 'hostile-names', 'strange-addresses', 'jumps', 'budgets'].map((name) => `**/${name}.spec.ts`)
const outage = '**/outage.spec.ts'

/**
 * Points flash when they change, so a page of the running event is redrawn constantly, at seven times the cost of a still page.
 * Motion consists of only three durations in `tokens.css`; the long stay, the jumps and the outage run with motion.
 */
const still = { contextOptions: { reducedMotion: 'reduce' as const } }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // The journeys share one running event, each with its own people and objectives, so several files can run in parallel. Two
  // workers leave a core idle while both wait for a page, and a fourth gains nothing. The server has priority over the browsers
  // (journey.ts).
  workers: 3,
  // In this order: the soak test mostly waits and runs beside the others, and the audits start when the pages have content.
  projects: [
    { name: 'soak', testMatch: soak },
    { name: 'journeys', testIgnore: [...soak, ...audits, outage], use: still },
    // The audits change nothing, so the tests of one file can run in parallel.
    { name: 'audits', testMatch: audits, fullyParallel: true },
    // Runs last, because no other journey may meet a stopped server.
    { name: 'outage', testMatch: outage, dependencies: ['soak', 'journeys', 'audits'] },
  ],
  forbidOnly: true,
  timeout: 120_000,
  // Generous, because a busy machine responds late.
  expect: { timeout: 15_000 },
  webServer: {
    command: `"${process.execPath}" e2e/serve.ts`,
    url: `http://localhost:${port}/api/health`,
    env: { JOURNEY_PORT: String(port), JOURNEY_SIMULATOR_PORT: String(simulatorPort), JOURNEY_CONTROL_PORT: String(controlPort) },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
  use: {
    baseURL: `http://localhost:${port}`,
    // Without screenshots and snapshots: on a page that changes constantly they cost more than the journey itself. Actions,
    // requests and console output are kept, with a screenshot of the end.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [...chromiumArgs],
    },
  },
})
