import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { anEvent, anObjective, aTeam } from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'
import { registerDocs } from './docs.ts'

const server = useTestServer()

async function askForSource(source_url: string | null) {
  const app = Fastify()
  registerDocs(app, source_url)
  const { statusCode, headers, body } = await app.inject('/api/source')
  await app.close()
  return { status: statusCode, location: headers.location, body }
}

it('links to the source of this server, or says that none is configured', async () => {
  expect(await askForSource('https://git.example.org/muster')).toMatchObject({
    status: 302,
    location: 'https://git.example.org/muster',
  })
  expect(await askForSource(null)).toMatchObject({ status: 404, body: expect.stringContaining('SOURCE_URL') })
})

it('has buttons for calls that this server answers, without a login', async () => {
  const event = await anEvent(server.db, { is_current: true })
  await aTeam(server.db, event.id)
  await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
  const { body } = await server.get('/docs')
  expect((await server.get('/docs.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  const paths = [...body.matchAll(/data-path="\/api([^"]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))
  expect(paths).toHaveLength(4)
  for (const path of paths.filter((one) => !one.endsWith('/stream'))) {
    expect([path, (await server.get(path)).statusCode]).toEqual([path, 200])
  }
})
