import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './processes.ts'

// Chromium prepares its address bar for every journey with two hidden pages of its own: two fifths of the cost of a short
// journey, and noise in measurements. The last list of features counts, so Playwright's own list is repeated here. It also keeps
// a spare process for the next page, a tenth of the cost of a journey.
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** Arguments for every Chromium that we start. Its sandbox refuses to run as root. */
export const chromiumArgs: readonly string[] = [
  `--disable-features=${featuresOff.join()}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** True only for a real browser: some systems have a script in its place that asks to install one. */
function isBrowser(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('Chrom') === true
}

const shell = '/usr/bin/chromium-headless-shell'

function listCandidates(): string[] {
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright')
  const cached = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('chromium-')) : []
  return [
    // The same browser without windows and menus: a fifth less work for a journey.
    shell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...cached.flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((folder) => join(cache, name, folder, 'chrome'))),
  ]
}

export const findChromium = (): string | undefined => listCandidates().find(isBrowser)

/**
 * The path of a Chromium: CHROMIUM_PATH, otherwise an installed one, otherwise Debian's package, if it may be installed.
 * @throws Error with the package to install
 */
export async function provideChromium(): Promise<string> {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted) {
    if (isBrowser(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH is ${wanted}, which is not a working Chromium.`)
  }
  const present = findChromium()
  if (present !== undefined) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log("Chromium not found: installing Debian's package …")
    await installFromDebian()
    const installed = findChromium()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH.',
  )
}

async function installFromDebian(): Promise<void> {
  // Another apt may be running on a new machine.
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']]) {
    const { code, output } = await runProgram('apt-get', [...quiet, ...args], { env })
    if (code !== 0) console.error(`apt-get ${args[0]} failed:\n${output}`)
  }
}
