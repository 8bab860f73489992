import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { runSandbox } from '../features/sandbox/sandbox.ts'
import { testNow } from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'
import { registerDocs } from './docs.ts'

const server = useTestServer()

async function askForSource(source_url: string | null) {
  const app = Fastify()
  registerDocs(app, { source_url, has_sandbox: false })
  const { statusCode, headers, body } = await app.inject('/api/source')
  await app.close()
  return { status: statusCode, location: headers.location, body }
}

it('the documentation links to the source of this server, or says that none is configured', async () => {
  expect(await askForSource('https://git.example.org/muster')).toMatchObject({
    status: 302,
    location: 'https://git.example.org/muster',
  })
  expect(await askForSource(null)).toMatchObject({ status: 404, body: expect.stringContaining('SOURCE_URL') })
})

const listPaths = (page: string) =>
  [...page.matchAll(/data-path="\/api([^"]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))

it('the documentation has buttons for calls that this server answers, without a login and before there is an event', async () => {
  await runSandbox(server.db, testNow)
  const { body } = await server.get('/docs')
  expect((await server.get('/docs.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  const paths = listPaths(body)
  expect(paths).toHaveLength(4)
  for (const path of paths.filter((one) => !one.endsWith('/stream'))) {
    expect([path, (await server.get(path)).statusCode]).toEqual([path, 200])
  }
})

it('the documentation asks about the current event where the sandbox is switched off', async () => {
  const app = Fastify()
  registerDocs(app, { source_url: null, has_sandbox: false })
  const { body } = await app.inject('/api/docs')
  await app.close()
  expect(listPaths(body).every((path) => path.startsWith('/v1/events/current/'))).toBe(true)
})
