import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './processes.ts'

// Chromium prepares its address bar for every journey: two pages of its own that nobody sees, and two fifths of what a short
// journey costs; where pages are measured, they are at work at the same time. The last list of features counts, so what
// Playwright turns off stands here, too. And it keeps a process ready for the next page that may open, which takes a tenth of all
// that a journey costs.
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

/** How every Chromium of ours is started. Its sandbox refuses to run as root. */
export const chromiumArgs: readonly string[] = [
  `--disable-features=${featuresOff.join()}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Also true for nothing but a real browser: some systems put a script in its place that asks to install one. */
function isBrowser(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('Chrom') === true
}

const shell = '/usr/bin/chromium-headless-shell'

function listCandidates(): string[] {
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright')
  const cached = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('chromium-')) : []
  return [
    // The same browser without the windows and menus that nobody sees here: a fifth less work for a journey.
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
 * The path of a Chromium. CHROMIUM_PATH wins; otherwise what is installed; otherwise Debian's package, when we may.
 * @throws Error that says in one line what to install.
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
  // Another apt may be at work on a machine that was just made.
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']]) {
    const { code, output } = await runProgram('apt-get', [...quiet, ...args], { env })
    if (code !== 0) console.error(`apt-get ${args[0]} failed:\n${output}`)
  }
}
