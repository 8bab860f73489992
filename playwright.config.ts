import { defineConfig } from '@playwright/test'
import { chromiumArgs } from './tools/chromium.ts'

// `npm test` finds or installs the browser and names it here; nothing is downloaded.
const executablePath = process.env['CHROMIUM_PATH']
if (executablePath === undefined) throw new Error('CHROMIUM_PATH is not set. Run the browser journeys with npm test, or set it.')

// Away from the ports of npm start, so that both can run; JOURNEY_PORT is the first of three others.
const port = Number(process.env['JOURNEY_PORT'] ?? 3110)
const simulatorPort = port + 1
const controlPort = port + 2
process.env['JOURNEY_SIMULATOR_URL'] = `http://127.0.0.1:${simulatorPort}`
process.env['JOURNEY_CONTROL_URL'] = `http://127.0.0.1:${controlPort}`

const soak = '**/long-stay.spec.ts'
const audits = ['everywhere', 'hostile-names', 'strange-addresses', 'jumps', 'budgets'].map((name) => `**/${name}.spec.ts`)
const outage = '**/outage.spec.ts'

/**
 * Points that change flash, so a page of the running event is drawn again and again, which takes seven times the work of the page
 * without it. Motion is no more than three durations in `tokens.css`; the long stay, the jumps and the outage are seen with it.
 */
const still = { contextOptions: { reducedMotion: 'reduce' as const } }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // The journeys share one running event, each with people and objectives of its own, so several files may run at a time. Two
  // leave a core idle while both wait for a page to rest, and a fourth gains nothing. The server goes before the browsers (journey.ts).
  workers: 3,
  // In this order: what mostly waits runs beside the others, and the pages are looked at when there is something on them.
  projects: [
    { name: 'soak', testMatch: soak },
    { name: 'journeys', testIgnore: [soak, ...audits, outage], use: still },
    // They change nothing, so the tests of one file may run side by side.
    { name: 'audits', testMatch: audits, fullyParallel: true },
    // Nobody else should meet a server that is away.
    { name: 'outage', testMatch: outage, dependencies: ['soak', 'journeys', 'audits'] },
  ],
  forbidOnly: true,
  timeout: 120_000,
  // A busy machine answers late; what never comes still fails.
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
    // A page that never rests makes a film of every journey, and pictures of its elements at every step, which cost more than
    // the journey. What was done, said and asked is kept, with a screenshot of the end.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [...chromiumArgs],
    },
  },
})
