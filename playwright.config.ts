import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

// `npm test` finds or installs the browser and names it here; nothing is downloaded.
const executablePath = process.env['CHROMIUM_PATH']
if (executablePath === undefined) throw new Error('CHROMIUM_PATH is not set. Run the browser journeys with npm test, or set it.')

// Away from the ports of npm start, so that both can run.
const port = 3110
const simulatorPort = 3111
const controlPort = 3112
process.env['JOURNEY_SIMULATOR_URL'] = `http://127.0.0.1:${simulatorPort}`
process.env['JOURNEY_CONTROL_URL'] = `http://127.0.0.1:${controlPort}`

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // The journeys share one running event, each with people and objectives of its own. One at a time: two busy browsers beside
  // it leave the server too little of two cores to keep up with a game that runs 300 times as fast as ours.
  workers: 1,
  projects: [
    { name: 'together', testIgnore: '**/outage.spec.ts' },
    { name: 'outage', testMatch: '**/outage.spec.ts', dependencies: ['together'] },
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
    // A page that never rests makes a film of every journey, which costs more than the journey.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Chromium's sandbox refuses to run as root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
})
