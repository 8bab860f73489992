import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readVariables } from '@muster/server/config'
import { expect, test } from 'vitest'
import { listAsked, tryAddress, tryPort, tryPublicAddress } from './outside.ts'

/** A server on this machine with custom answers. */
async function withAnswers<T>(answer: RequestListener, use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await use((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

const asked = (port: number, isVital = true) => ({ name: 'POE_API_URL', url: `http://127.0.0.1:${port}`, isVital })
const states = (findings: { state: string; about: string }[]) => findings.map(({ state, about }) => `${state} ${about}`)
const muster: RequestListener = (_, answer) => answer.writeHead(503, { 'x-request-id': '1' }).end('{}')
const stranger: RequestListener = (_, answer) => answer.end('{"status":"ok"}')

test('any answer counts as reachable, even a refusal; errors, silence and absence are distinguished', async () => {
  const refuses: RequestListener = (_, answer) => answer.writeHead(401).end()
  expect(states(await withAnswers(refuses, (port) => tryAddress(asked(port))))).toEqual(['ok Reach POE_API_URL'])
  const ill: RequestListener = (_, answer) => answer.writeHead(502).end()
  expect(states(await withAnswers(ill, (port) => tryAddress(asked(port))))).toEqual(['warning Reach POE_API_URL'])
  const silent = (port: number) => tryAddress(asked(port), AbortSignal.timeout(50))
  expect(states(await withAnswers(() => undefined, silent))).toEqual(['problem Reach POE_API_URL'])
  const gone = await withAnswers(stranger, (port) => Promise.resolve(port))
  const findings = [...(await tryAddress(asked(gone))), ...(await tryAddress(asked(gone, false)))]
  expect(findings).toMatchObject([{ state: 'problem', text: expect.stringContaining('ECONNREFUSED') }, { state: 'warning' }])
})

test('a wrong clock shows in the answers of others', async () => {
  const late: RequestListener = (_, answer) => answer.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).end()
  expect(await withAnswers(late, (port) => tryAddress(asked(port)))).toMatchObject([
    { state: 'ok' },
    { state: 'problem', about: 'Clock', text: expect.stringMatching(/^This machine is 36\d\d s ahead of POE_API_URL\.$/) },
  ])
})

test("a port is free, ours, or another program's", async () => {
  expect(await withAnswers(muster, (port) => tryPort('PORT', '127.0.0.1', port))).toMatchObject({ state: 'ok' })
  const figures: RequestListener = (_, answer) => answer.end('muster_calls_total 1')
  expect(await withAnswers(figures, (port) => tryPort('METRICS_PORT', '127.0.0.1', port))).toMatchObject({ state: 'ok' })
  const [taken, free] = await withAnswers(stranger, async (port) => [await tryPort('PORT', '127.0.0.1', port), port] as const)
  expect(taken).toMatchObject({ state: 'problem' })
  expect(await tryPort('PORT', '127.0.0.1', free)).toMatchObject({ state: 'ok', text: `127.0.0.1:${free} is free` })
  expect(await tryPort('PORT', '192.0.2.1', free)).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('EADDRNOTAVAIL'),
  })
})

test('the public address needs a DNS name, and Muster behind it', async () => {
  expect((await tryPublicAddress('https://muster.invalid'))[0]?.state).toBe('problem')
  const at = (port: number) => tryPublicAddress(`http://127.0.0.1:${port}`)
  expect((await withAnswers(muster, at))[0]?.state).toBe('ok')
  expect((await withAnswers(stranger, at))[0]?.state).toBe('warning')
})

test('only configured providers are contacted, and only for the roles of this process', () => {
  const list = (more: Record<string, string>) => {
    const read = readVariables({ DATABASE_URL: 'postgres://x', ...more })
    return read.ok ? listAsked(read.values).map(({ name }) => name) : read.problems
  }
  const twitch = { TWITCH_CLIENT_ID: 'x', TWITCH_CLIENT_SECRET: 'x' }
  const game = { POE_CLIENT_ID: 'x', POE_CLIENT_SECRET: 'x', POE_CONTACT: 'x@y' }
  expect(list({})).toEqual([])
  expect(list(game)).toEqual(['POE_API_URL', 'POE_WEB_URL'])
  expect(list({ ...game, ROLES: 'scoring' })).toEqual([])
  expect(list({ ...game, ...twitch, POB_URL: 'http://pob' })).toEqual([
    'POE_API_URL',
    'POE_WEB_URL',
    'TWITCH_ID_URL',
    'TWITCH_API_URL',
    'POB_URL',
  ])
})
