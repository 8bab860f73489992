import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@muster/contract/endpoints'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { useFolder } from '../testing/folder.ts'
import { useTestServer } from '../testing/use-server.ts'

// Every answer says what a browser may do with it.

const pages = useFolder('policy')
beforeAll(() => {
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Muster</title>')
  writeFileSync(join(pages, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(pages, 'assets', 'early-abc123.js'), '')
  writeFileSync(join(pages, 'assets', 'index-abc123.js'), 'export {}')
  writeFileSync(join(pages, 'assets', 'style-abc123.css'), '')
})
const server = useTestServer({ web_root: pages })

async function readPolicy(url: string, accept: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const answer = await server.app.inject({ method, url, headers: { accept } })
  const header = String(answer.headers['content-security-policy'])
  const directives = new Map(
    header.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources.join(' ')] as const
    }),
  )
  return { header, directives, type: String(answer.headers['content-type']), sniff: answer.headers['x-content-type-options'] }
}

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe.each([
  '/',
  '/?event=abc',
  '/scores',
  '/scores/ladder',
  '/scores/for-you',
  '/scores/progress',
  '/scores/uniques',
  '/scores/of-our-own-7',
  '/profile/1',
  '/profile/1/1/abc',
  '/streams',
  '/streams/somebody',
  '/rules',
  '/settings',
  '/played',
  '/submissions',
  '/tracking',
  '/admin',
  '/auth/poe/callback?code=x&state=y',
  '/auth/discord/callback',
  '/auth/twitch/callback',
  '/nothing/here',
  '/scores/%00',
  '/..%2fetc%2fpasswd',
  '/mark.svg',
  '/assets/early-abc123.js',
  '/assets/index-abc123.js',
  '/assets/style-abc123.css',
  '/api/docs',
])('%s', (url) => {
  it('allows only our own scripts, styles and calls, nothing inline, and no frame around it', async () => {
    const { header, directives, type, sniff } = await readPolicy(url, browser)
    expect(type).toMatch(/html|svg|javascript|css/)
    for (const name of ['default-src', 'script-src', 'style-src', 'font-src']) expect(directives.get(name)).toBe("'self'")
    expect(directives.get('connect-src')).toMatch(/^'self' wss?:\/\/[\w.:]+$/)
    for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(directives.get(name)).toBe("'none'")
    expect(header).not.toMatch(/unsafe|\*/)
    expect(sniff).toBe('nosniff')
  })
})

const reads = Object.values(endpoints)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => `/api${path.replace('{event_id}', 'current').replace(/\{\w+\}/g, '1')}`)

describe('an answer other than a page', () => {
  it.each([...reads, '/api', '/api/nothing', '/api/events/%E0%A4%A', '/%E0%A4%A', '/assets/gone.js', '/api/openapi.json'])(
    'of %s may do nothing in a browser',
    async (url) => {
      const { directives, sniff } = await readPolicy(url, url.startsWith('/assets') ? '*/*' : browser)
      expect(directives.get('default-src')).toBe("'none'")
      expect(directives.get('frame-ancestors')).toBe("'none'")
      expect(sniff).toBe('nosniff')
    },
  )
})

describe('a client that has a page already', () => {
  it.each(['/', '/scores', '/mark.svg'])('gets with %s no header that would replace its policy', async (url) => {
    const headers = { accept: browser, 'sec-fetch-dest': 'document' }
    const first = await server.app.inject({ method: 'GET', url, headers })
    const again = await server.app.inject({
      method: 'GET',
      url,
      headers: { ...headers, 'if-none-match': String(first.headers.etag) },
    })
    expect([again.statusCode, again.headers['content-security-policy']]).toEqual([304, undefined])
  })
})

it('TLS is required for a year if pages have it, for this host and not for others of its domain', async () => {
  const plain = await startTestServer({ environment: { PUBLIC_URL: 'http://muster.example.org' } })
  const ask = async ({ app }: TestServer) => (await app.inject({ url: '/api/clock' })).headers['strict-transport-security']
  expect([await ask(server), await ask(plain)]).toEqual(['max-age=31536000', undefined])
  await plain.close()
})
