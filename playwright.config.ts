import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

// `npm test` finds or installs the browser and names it here; nothing is downloaded.
const executablePath = process.env['CHROMIUM_PATH']
if (executablePath === undefined) throw new Error('CHROMIUM_PATH is not set. Run the browser journeys with npm test, or set it.')

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // The journeys share one running event.
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      // Chromium's sandbox refuses to run as root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
})
