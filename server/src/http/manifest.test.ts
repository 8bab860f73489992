import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useFolder } from '../testing/folder.ts'
import { useTestServer } from '../testing/use-server.ts'

// With this manifest a phone puts Muster on its home screen, which iPhones and iPads require for push messages.

const web = join(import.meta.dirname, '../../../web')
const pages = useFolder('manifest')
beforeAll(() => {
  cpSync(join(web, 'public'), pages, { recursive: true })
  cpSync(join(web, 'index.html'), join(pages, 'index.html'))
})
const server = useTestServer({ web_root: pages })
const get = (url: string) => server.app.inject({ method: 'GET', url, headers: { accept: '*/*' } })
const manifest = async () =>
  (await get('/manifest.webmanifest')).json<{ display: string; icons: { src: string; sizes: string; type: string }[] }>()
/** Width and height of a PNG: the first chunk, after 8 bytes of signature, 4 of length and 4 of its name. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('every page names the manifest, and its policy allows it from this site', async () => {
  const page = await server.app.inject({ method: 'GET', url: '/settings', headers: { accept: 'text/html' } })
  expect(page.body).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  expect(page.body).toContain('<link rel="apple-touch-icon" href="/icons/icon-180.png" />')
  // Without manifest-src, default-src applies (Content Security Policy Level 3, 6.1.7).
  const policy = String(page.headers['content-security-policy'])
  expect([policy.includes("default-src 'self'"), policy.includes('manifest-src')]).toEqual([true, false])
})

test('the manifest has its type, says standalone, and is revalidated', async () => {
  const { headers, statusCode } = await get('/manifest.webmanifest')
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    expect.stringMatching(/^application\/manifest\+json/),
    'no-cache',
  ])
  expect((await manifest()).display).toBe('standalone')
})

test('the icons of the manifest exist in their sizes and are cached for a week', async () => {
  const { icons } = await manifest()
  for (const { src, sizes, type } of [...icons, { src: '/icons/icon-180.png', sizes: '180x180', type: 'image/png' }]) {
    const { headers, statusCode, rawPayload } = await get(src)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'public, max-age=604800'])
    expect(rawPayload.equals(readFileSync(join(web, 'public', src)))).toBe(true)
    if (type === 'image/png') expect(sizeOf(rawPayload)).toBe(sizes)
  }
})
