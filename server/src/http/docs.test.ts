import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerDocs } from './docs.ts'

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
