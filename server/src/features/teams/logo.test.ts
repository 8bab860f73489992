import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { largestPicture_bytes, longestPictureSide } from '@muster/contract/pictures'
import type { Team } from '@muster/contract/teams'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aTeam } from '../../testing/builders.ts'
import { anAnimation, aPicture, aPng, notPictures } from '../../testing/pictures.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
let event: Row<'events'>
let team: Row<'teams'>
beforeEach(async () => {
  event = await anEvent(server.db)
  team = await aTeam(server.db, event.id)
})

const path = () => `/events/${event.id}/teams/${team.id}/logo`
const upload = (file: Buffer, to = path()) => server.send('PUT', to, admin, { picture: file.toString('base64') })
const readLogo = (answer: { json<T>(): T }) => answer.json<Team>().logo
/** Addresses in answers have the whole path; the test server is called below `/api`. */
const fetchLogo = (address: string | null) => server.get((address ?? '').replace(/^\/api/, ''))
const problemOf = (answer: { json<T>(): T }) => answer.json<{ code: string; problems: { field: string; problem: string }[] }>()

describe('a logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is accepted as %s, re-encoded, and named by the team', async (format) => {
    const answer = await upload(await aPicture(format))
    expect(answer.statusCode).toBe(200)
    const picture = await fetchLogo(readLogo(answer))
    expect(picture.statusCode).toBe(200)
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
    const hash = createHash('sha256').update(picture.rawPayload).digest('hex')
    expect(readLogo(answer)).toBe(`/api${path()}?hash=${hash}`)
    for (const address of [`/events/${event.id}/teams/${team.id}`, `/events/${event.id}/teams`, `/events/${event.id}`]) {
      expect((await server.get(address)).body).toContain(hash)
    }
  })

  it('is sent as a picture only, and cached forever under its address', async () => {
    const { headers } = await fetchLogo(readLogo(await upload(await aPicture('png'))))
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  it('is reduced, keeps its proportions, and stays small if it is small', async () => {
    const sizeOf = async (width: number, height: number) => {
      const picture = await fetchLogo(readLogo(await upload(await aPicture('png', width, height))))
      const { width: drawnWidth, height: drawnHeight } = await sharp(picture.rawPayload).metadata()
      return [drawnWidth, drawnHeight]
    }
    expect(await sizeOf(2048, 1024)).toEqual([256, 128])
    expect(await sizeOf(16, 8)).toEqual([16, 8])
  })

  it.each(['='.repeat(1_000_000) + 'a', 'a'.repeat(100) + '='.repeat(1_000_000)])(
    'is refused at once when its megabyte is not base64',
    async (picture) => {
      const answer = await server.send('PUT', path(), admin, { picture })
      expect(problemOf(answer)).toMatchObject({ code: 'invalid_request', problems: [{ field: 'picture' }] })
    },
  )

  it('loses other contents of its file: position, author and rotation', async () => {
    const file = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: 'canary-name' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const picture = await fetchLogo(readLogo(await upload(file)))
    const head = await sharp(picture.rawPayload).metadata()
    expect([head.exif, head.xmp, head.orientation, head.width, head.height]).toEqual([undefined, undefined, undefined, 20, 60])
    expect(picture.rawPayload.includes('canary-name')).toBe(false)
  })

  it('has another address after a replacement, and none after removal', async () => {
    const first = readLogo(await upload(await aPicture('png')))
    const second = readLogo(await upload(await aPicture('png', 10, 10)))
    expect(second).not.toBe(first)
    expect((await fetchLogo(first)).json()).toMatchObject({ code: 'logo_not_found' })
    const removed = await server.send('DELETE', path(), admin)
    expect([removed.statusCode, readLogo(removed)]).toEqual([200, null])
    expect((await server.send('DELETE', path(), admin)).statusCode).toBe(200)
    expect((await fetchLogo(second)).statusCode).toBe(404)
  })

  it('of a hidden event is shown to every holder of its address, and cached by no proxy', async () => {
    const address = readLogo(await upload(await aPicture('png')))
    await server.db.updateTable('events').set({ is_public: false }).where('id', '=', event.id).execute()
    expect((await fetchLogo(address)).headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect((await server.get(`${path()}?hash=${'0'.repeat(64)}`)).statusCode).toBe(404)
    expect((await server.get(path())).statusCode).toBe(400)
  })

  it('of another event cannot be reached through this one', async () => {
    const address = readLogo(await upload(await aPicture('png')))
    const other = await anEvent(server.db)
    const elsewhere = `/events/${other.id}/teams/${team.id}/logo`
    expect((await upload(await aPicture('png'), elsewhere)).json()).toMatchObject({ code: 'team_not_found' })
    expect((await server.send('DELETE', elsewhere, admin)).json()).toMatchObject({ code: 'team_not_found' })
    expect((await fetchLogo((address ?? '').replace(path(), elsewhere))).statusCode).toBe(404)
  })

  it('is deleted with its team, and cannot be changed in a locked event', async () => {
    await upload(await aPicture('png'))
    await server.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
    expect((await upload(await aPicture('png'))).json()).toMatchObject({ code: 'event_locked' })
    expect((await server.send('DELETE', path(), admin)).json()).toMatchObject({ code: 'event_locked' })
    await server.send('DELETE', `/events/${event.id}/teams/${team.id}`, admin)
    expect(await server.db.selectFrom('team_logos').select('team_id').where('team_id', '=', team.id).execute()).toEqual([])
  })
})

describe('a hostile file', () => {
  it.each(notPictures)('with %s is refused, with the field', async (_, make) => {
    const answer = await upload(await make())
    expect(answer.statusCode).toBe(400)
    const problems = [{ field: 'picture', problem: 'must be a PNG, JPEG or WebP picture' }]
    expect(problemOf(answer)).toMatchObject({ code: 'invalid_request', problems })
  })

  it.each(['png', 'jpeg', 'webp'] as const)('with a truncated file is refused: %s', async (format) => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 2654435761) >>> 24))
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    const answer = await upload(whole.subarray(0, Math.floor(whole.length / 2)))
    expect(answer.statusCode).toBe(400)
    expect(problemOf(answer).problems).toMatchObject([{ field: 'picture' }])
  })

  it('that declares more pixels than memory allows is refused by its header', async () => {
    for (const [width, height] of [
      [longestPictureSide + 1, 1],
      [1, longestPictureSide + 1],
      [60_000, 60_000],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ] as const) {
      const answer = await upload(aPng(width, height, Buffer.alloc(10)))
      expect(answer.statusCode).toBe(400)
      expect(problemOf(answer).problems).toMatchObject([{ field: 'picture' }])
    }
  })

  it('that unpacks to a thousand times its size is not decoded beyond its pixels', async () => {
    const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(largestPicture_bytes)
    const inText = Buffer.concat([Buffer.from('Comment\0\0'), bomb])
    const inProfile = Buffer.concat([Buffer.from('icc\0\0'), bomb])
    const pixels = Buffer.concat(Array.from({ length: 8 }, () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8])))
    const before = process.memoryUsage().rss
    for (const chunk of [['zTXt', inText] as const, ['iCCP', inProfile] as const]) {
      const answer = await upload(aPng(8, 8, pixels, [chunk]))
      expect([200, 400]).toContain(answer.statusCode)
    }
    const inPixels = await upload(aPng(8, 8, Buffer.alloc(100 * 1024 * 1024)))
    expect([200, 400]).toContain(inPixels.statusCode)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('that is both a picture and a page becomes a picture only', async () => {
    const page = '<!doctype html><script>alert("canary-page")</script>'
    const picture = Buffer.concat([await aPicture('png'), Buffer.from(page)])
    const text = ['tEXt', Buffer.from(`Comment\0${page}`)] as const
    const inside = aPng(2, 2, Buffer.from([0, 9, 9, 0, 9, 9]), [text])
    for (const file of [picture, inside]) {
      const answer = await upload(file)
      expect(answer.statusCode).toBe(200)
      const { rawPayload } = await fetchLogo(readLogo(answer))
      expect(rawPayload.includes('canary-page')).toBe(false)
      expect(rawPayload.subarray(0, 4).toString()).toBe('RIFF')
    }
  })

  it('with an animation keeps its first image', async () => {
    const answer = await upload(await anAnimation('webp'))
    const { rawPayload } = await fetchLogo(readLogo(answer))
    const { pages, height } = await sharp(rawPayload).metadata()
    expect([pages ?? 1, height]).toEqual([1, 20])
    const { dominant } = await sharp(rawPayload).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(60)
  })

  it('that is too large is refused before it is read', async () => {
    const tooLarge = await upload(Buffer.alloc(largestPicture_bytes + 1))
    expect([400, 413]).toContain(tooLarge.statusCode)
    expect((await upload(Buffer.alloc(largestPicture_bytes * 2))).statusCode).toBe(413)
  })

  it.each(['', '====', 'no base64!', 'a'])('"%s" is not base64', async (picture) => {
    const answer = await server.send('PUT', path(), admin, { picture })
    expect(problemOf(answer)).toMatchObject({ code: 'invalid_request', problems: [{ field: 'picture' }] })
  })

  it('is read at the same time as one other at most', async () => {
    const file = await aPicture('png', 3000, 3000)
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(file)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    expect(statuses).toContain(200)
    expect((await upload(file)).statusCode).toBe(200)
  })
})
