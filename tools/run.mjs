// Entry point of every npm script: `node tools/run.mjs <command> [arguments]` runs tools/<command>.ts on Node 24 or newer, after
// installing missing packages. Node 20.19 must be able to run this file, with nothing installed. Its own output goes to stderr
// only, because some commands answer on stdout.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants as fsConstants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isInstalled, isShipped, listBundledNodes } from './installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const stamp = join(root, 'node_modules', '.muster-installed')

const [command = '', ...args] = process.argv.slice(2)
const script = join(root, 'tools', `${command}.ts`)

/** A failed start of the server is a line of its log (server/src/start-problems.ts), everything else goes to stderr. */
function fail(msg, todo = 'See the output above.') {
  if (command === 'serve') process.stdout.write(`${JSON.stringify({ level: 60, time: Date.now(), todo, msg })}\n`)
  else process.stderr.write(`${msg} ${todo}\n`)
  process.exit(1)
}

function mayWrite(folder) {
  try {
    accessSync(folder, fsConstants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Changes whenever an install could change: the lock and the members' requirements, not their scripts or texts. */
function fingerprint() {
  const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
  const { workspaces } = readJson('package.json')
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of ['.', ...workspaces]) {
    const { dependencies, devDependencies, optionalDependencies, overrides } = readJson(folder, 'package.json')
    hash.update(JSON.stringify([folder, dependencies, devDependencies, optionalDependencies, overrides]))
  }
  return hash.digest('hex')
}

/** The PATH without any node_modules/.bin: npm must not run on the Node that it replaces. */
function outerPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter)
}

function install() {
  if (isInstalled(root)) return
  // npm skips packages for other systems, which must not be tried again with every command.
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!mayWrite(root))
    fail(
      `The packages in ${root} do not match package-lock.json, and this user may not write there.`,
      'As the owner of the folder: npm ci',
    )
  process.stderr.write('Installing packages (about half a minute) …\n')
  const { status, error } = spawnSync(
    'npm',
    ['ci', isShipped(root) ? '--omit=dev' : '--include=dev', '--include=optional', '--loglevel=error'],
    {
      cwd: root,
      env: { ...process.env, PATH: outerPath() },
      shell: process.platform === 'win32',
      // npm's own output also goes to stderr.
      stdio: ['inherit', 2, 2],
    },
  )
  if (error) fail(`The packages could not be installed: ${error.message}.`, 'Install npm.')
  if (status !== 0) fail('The packages could not be installed.', 'See the output of npm above, then run this command again.')
  // npm puts the bundled Node first: it can be removed only if the machine's own Node runs this script.
  if (isShipped(root) && isNodeEnough && !process.execPath.includes('node-linux-')) removeBundledNode()
  writeFileSync(stamp, wanted)
}

const isNodeEnough = Number(process.versions.node.split('.')[0]) >= 24

/** The bundled Node is more than half of the packages' size. */
function removeBundledNode() {
  const packages = join(root, 'node_modules')
  for (const name of readdirSync(packages).filter((one) => one.startsWith('node-linux-')))
    rmSync(join(packages, name), { recursive: true })
}

/** This Node if it is new enough, otherwise the bundled one. */
function chooseNode() {
  if (isNodeEnough) return process.execPath
  const bundled = listBundledNodes(root).find((file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0)
  if (bundled !== undefined) return bundled
  return fail(
    `Node 24 or newer is required; this is ${process.versions.node}, and the bundled Node does not run on this machine.`,
    'Install Node 24.',
  )
}

/** Short-lived objects should not be promoted: the simulated game of a rehearsal makes many. */
const flags = { rehearse: ['--max-semi-space-size=64'] }[command] ?? []

/** npm may put a shell between itself and us that dies of a signal without passing it on. */
function watchParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGHUP')
  }, 250)
  watch.unref()
}

function runWith(node) {
  const child = spawn(node, [...flags, script, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${node} does not start: ${error.message}.`, 'Install Node 24.'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

if (!/^[a-z-]+$/.test(command) || !existsSync(script))
  fail(`There is no command "${command}".`, 'README.md and CONTRIBUTING.md list them.')
install()
if (process.env.npm_lifecycle_event !== undefined) watchParent()
const node = chooseNode()
process.env.PATH = [bin, dirname(node), outerPath()].join(delimiter)
if (node === process.execPath && flags.length === 0) {
  process.argv.splice(1, 2, script)
  await import(pathToFileURL(script).href)
} else {
  runWith(node)
}
