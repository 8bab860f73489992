import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, request as askPlainly, type Server } from 'node:http'
import { request as askSecurely } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@muster/server/testing/free-port'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { provideDebianProgram } from '../tools/debian-program.ts'
import { root } from '../tools/places.ts'

// The shipped proxy configurations, loaded by the programs from Debian's packages.

const names = ['caddy', 'nginx'] as const
const programs = new Map<(typeof names)[number], string>()
let folder: string
let server: Server
let upstream: string
const started: ChildProcess[] = []

beforeAll(async () => {
  for (const name of names) programs.set(name, await provideDebianProgram(name))
}, 120_000)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-proxy-'))
  server = createServer((call, answer) => {
    if (call.url !== '/api/stream') return answer.end(JSON.stringify({ url: call.url, from: call.headers['x-forwarded-for'] }))
    // As `acceptStream` (server/src/http/upgrade.ts) sends it: one short event, then silence.
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    answer.write('data: hello\n\n')
  })
  server.on('upgrade', (_, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nhello'),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  upstream = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true })
})

const programOf = (name: (typeof names)[number]) => programs.get(name) ?? ''

async function start(name: (typeof names)[number], args: string[], env: NodeJS.ProcessEnv, port: number): Promise<void> {
  const child = spawn(programOf(name), args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  started.push(child)
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const listens = () =>
    new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(socket.destroy().destroyed))
      socket.once('error', () => done(false))
    })
  await expect.poll(listens, { timeout: 30_000, message: said }).toBe(true)
}

const ask = (url: string, headers: OutgoingHttpHeaders) =>
  (url.startsWith('https:') ? askSecurely : askPlainly)(url, { headers, rejectUnauthorized: false })

/** Makes a call that claims to come through another proxy. */
const call = (url: string): Promise<{ status: number | undefined; location: string | undefined; body: string }> =>
  new Promise((done, fail) => {
    const asked = ask(url, { 'x-forwarded-for': '203.0.113.9', host: 'muster.example.org' })
    asked.once('error', fail).end()
    asked.once('response', (answer) => {
      let body = ''
      answer.on('data', (text: Buffer) => (body += text.toString()))
      answer.on('end', () => done({ status: answer.statusCode, location: answer.headers.location, body }))
    })
  })

/** Returns the first bytes of a feed. */
const openFeed = (url: string): Promise<string> =>
  new Promise((done, fail) => {
    const asked = ask(url, { host: 'muster.example.org', connection: 'upgrade', upgrade: 'websocket' })
    asked.once('error', fail).end()
    asked.once('response', ({ statusCode }) => fail(new Error(`no upgrade: ${statusCode}`)))
    asked.once('upgrade', (_, socket, head) => {
      let said = head.toString()
      socket.on('data', (text: Buffer) => (said += text.toString())).once('close', () => done(said))
    })
  })

/** The first bytes of a stream that has not ended. */
const openStream = (url: string): Promise<string> =>
  new Promise((done, fail) => {
    const asked = ask(url, { host: 'muster.example.org' })
    asked.once('error', fail).end()
    asked.once('response', (answer) => {
      answer.once('error', () => undefined)
      answer.once('data', (part: Buffer) => {
        done(part.toString())
        asked.destroy()
      })
    })
  })

test("Caddy accepts the Caddyfile for TLS, and forwards calls and feeds with the caller's address", async () => {
  const config = ['--config', join(root, 'deploy', 'Caddyfile'), '--adapter', 'caddyfile']
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder, CADDY_ADMIN: `unix/${folder}/admin` }
  const upstreams = { MUSTER_UPSTREAMS: `${upstream} 127.0.0.1:9` }
  execFileSync(programOf('caddy'), ['validate', ...config], {
    env: { ...env, PUBLIC_URL: 'https://muster.example.org' },
    stdio: 'pipe',
  })
  // Without a host name, Caddy serves every host.
  const port = await findFreePort()
  await start('caddy', ['run', ...config], { ...env, ...upstreams, PUBLIC_URL: `http://:${port}` }, port)
  expect(JSON.parse((await call(`http://127.0.0.1:${port}/a?b=c`)).body)).toEqual({ url: '/a?b=c', from: '127.0.0.1' })
  expect(await openFeed(`http://127.0.0.1:${port}/api/feed?token=x`)).toBe('hello')
  expect(await openStream(`http://127.0.0.1:${port}/api/stream`)).toBe('data: hello\n\n')
}, 60_000)

test("nginx accepts deploy/nginx.conf, and forwards calls and feeds with the caller's address", async () => {
  const [plain, secure] = [await findFreePort(), await findFreePort()]
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const self = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=muster.example.org',
  ]
  execFileSync('openssl', [...self, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const shipped = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
  const local = shipped
    .replaceAll(/^\tlisten \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:9; server ${upstream};`)
    .replaceAll('/etc/letsencrypt/live/muster.example.org', folder)
    .replaceAll('/var/log/nginx', folder)
  // Like Debian's nginx.conf, but without another user.
  writeFileSync(join(folder, 'site.conf'), local)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const user = process.geteuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} pid ${folder}/pid; daemon off; error_log ${folder}/error.log; events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  execFileSync(programOf('nginx'), ['-t', ...args], { stdio: 'pipe' })
  await start('nginx', args, {}, secure)
  expect(JSON.parse((await call(`https://127.0.0.1:${secure}/a?b=c`)).body)).toEqual({ url: '/a?b=c', from: '127.0.0.1' })
  expect(await openFeed(`https://127.0.0.1:${secure}/api/feed?token=x`)).toBe('hello')
  expect(await openStream(`https://127.0.0.1:${secure}/api/stream`)).toBe('data: hello\n\n')
  expect(await call(`http://127.0.0.1:${plain}/a`)).toMatchObject({ status: 301, location: 'https://muster.example.org/a' })
  expect(readFileSync(join(folder, 'muster-error.log'), 'utf8')).toBe('')
}, 60_000)
