import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Installation, makeInstallation, type Said } from './installation.ts'

// A failed start ends with one log line that says what to do, and the doctor reports the same.

const nobody = { uid: 65534, gid: 65534 }
const isRoot = process.geteuid?.() === 0
const mayAct = isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

const database = useTestDatabase()
let stranger: Server
let place: Installation
beforeAll(async () => {
  stranger = createServer((_, answer) => answer.end('no Muster'))
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
})
afterAll(() => new Promise((done) => stranger.close(done)))
beforeEach(() => {
  place = makeInstallation({
    DATABASE_URL: database.url,
    POE_CLIENT_ID: 'x',
    POE_CLIENT_SECRET: 'x',
    POE_CONTACT: 'x@y',
    PORT: '0',
  })
})
afterEach(() => place.remove())

const takenPort = () => String((stranger.address() as AddressInfo).port)

/** The last line of a failed start. */
function readEnd({ code, out, complaint }: Said): { level: number; msg: string; todo: string } {
  expect([code, complaint]).toEqual([1, ''])
  const lines = out.split('\n').map((line) => JSON.parse(line) as { level: number; msg: string; todo: string })
  expect(lines).toEqual([expect.objectContaining({ level: 60, todo: expect.stringMatching(/\w/) })])
  expect(out).not.toContain('    at ')
  return lines[0] ?? { level: 0, msg: '', todo: '' }
}

/** Expects the start to fail in this environment, and the doctor to report the same problem. */
async function fail(environment: NodeJS.ProcessEnv, as?: typeof nobody): Promise<string> {
  const { msg, todo } = readEnd(await place.run('serve', [], environment, as))
  const { code, out } = await place.run('doctor', ['--offline', '--json'], environment, as)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ state: 'problem', text: msg, todo }))
  return msg
}

test('missing and invalid settings are listed with valid values', async () => {
  const environment = { POE_CLIENT_SECRET: '', ROLES: 'http,job', PUBLIC_URL: 'https://example.org/muster', PORT: 'http' }
  const { msg, todo } = readEnd(await place.run('serve', [], environment))
  const sentences = [
    'PORT must be a whole number from 0 to 65535.',
    'ROLES contains the unknown role "job"; the roles are http, jobs and scoring.',
    'PUBLIC_URL must contain only a host name (not /muster): Muster needs a host name of its own, such as https://example.org.',
    'POE_CLIENT_SECRET is missing, POE_CLIENT_ID is set.',
  ]
  expect(msg).toBe(sentences.join(' '))
  const { out } = await place.run('doctor', ['--offline', '--json'], environment)
  for (const text of sentences) expect(JSON.parse(out)).toContainEqual({ about: 'Configuration', state: 'problem', text, todo })
})

test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
  ['the port is taken', () => ({ PORT: takenPort() }), /^PORT: another program is listening on 127\.0\.0\.1:\d+\.$/],
  ['the metrics port is taken', () => ({ METRICS_PORT: takenPort() }), /^METRICS_PORT: another program is listening on /],
  [
    'no database answers',
    () => ({ DATABASE_URL: 'postgres://muster:secret@127.0.0.1:9/muster' }),
    /^PostgreSQL does not respond at 127\.0\.0\.1:9 \(ECONNREFUSED\)\.$/,
  ],
])('%s', async (_, environment, sentence) => {
  expect(await fail(environment())).toMatch(sentence)
})

test('the secrets file is damaged', async () => {
  writeFileSync(join(place.data_dir, 'secrets.json'), '{"token":"', { mode: 0o600 })
  expect(await fail({})).toBe(
    `${join(place.data_dir, 'secrets.json')} is damaged: it does not contain the secrets that Muster generated.`,
  )
})

test.skipIf(!mayMount)('the disk is full', async () => {
  const script = ['mount -t tmpfs -o size=16k none "$0"', 'cat /dev/zero > "$0/filler" 2>/dev/null', 'exec "$@"'].join('; ')
  const command = (name: string, ...args: string[]) => {
    const all = [process.execPath, join(place.folder, 'tools', `${name}.ts`), ...args]
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
    const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script, place.data_dir, ...all], {
      env,
      encoding: 'utf8',
    })
    return { code: status, out: stdout.trim(), complaint: stderr.trim() }
  }
  const { msg } = readEnd(command('serve'))
  expect(msg).toBe(`The disk with ${place.data_dir} is full.`)
  expect(command('doctor', '--offline').out).toContain(msg)
})

test.skipIf(!mayAct)("the server's user has no access to the settings, the secrets or the data directory", async () => {
  chmodSync(place.folder, 0o755)
  const environment = join(place.folder, '.env')
  expect(readEnd(await place.run('serve', [], {}, nobody)).msg).toBe(`The user nobody may not read ${environment}.`)
  chownSync(environment, nobody.uid, nobody.gid)
  const folder = readEnd(await place.run('serve', [], {}, nobody))
  expect([folder.msg, folder.todo]).toEqual([
    `The user nobody may not write to ${place.data_dir}.`,
    `As root: chown -R nobody ${place.data_dir}; or run this as the owner of the folder.`,
  ])
  chownSync(place.data_dir, nobody.uid, nobody.gid)
  writeFileSync(join(place.data_dir, 'secrets.json'), '{}', { mode: 0o600 })
  const secrets = `The user nobody may not read ${join(place.data_dir, 'secrets.json')}.`
  expect(await fail({}, nobody)).toBe(secrets)
})

test.skipIf(!mayAct)('the pages are older than their sources, in a directory owned by root', async () => {
  chmodSync(place.folder, 0o755)
  for (const path of [place.data_dir, join(place.folder, '.env')]) chownSync(path, nobody.uid, nobody.gid)
  // With the sources of the pages, a build would be possible.
  for (const folder of ['web/src', 'contract', 'domain']) mkdirSync(join(place.folder, folder), { recursive: true })
  for (const file of ['web/vite.config.ts', 'package-lock.json']) writeFileSync(join(place.folder, file), '')
  expect(await fail({}, nobody)).toBe(
    `The pages are older than their sources, and the user nobody may not write to ${join(place.folder, 'node_modules')}.`,
  )
})
