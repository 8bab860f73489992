import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { largestPicture_bytes, longestPictureSide, maxProof_bytes, maxProofPictures } from '@muster/contract/pictures'
import type { Submission } from '@muster/contract/submissions'
import { writeProof } from '@muster/domain/submissions/proof-pictures'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { answerOf, type BountyEvent, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, eventEnd, insertRows, testNow } from '../../testing/builders.ts'
import { anAnimation, aPicture, aPng, notPictures } from '../../testing/pictures.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)

type User = BountyEvent['ada']
const day = 24 * 3_600_000

const path = (event_id: number = world.event.id) => `/events/${event_id}/proof-pictures`
const upload = async (user: User, file: Buffer, to = path()) =>
  server.send('POST', to, await server.as(user), { picture: file.toString('base64') })
const uploaded = async (user: User) => (await upload(user, await aPicture('png'))).json<{ id: number }>().id
const fetchPicture = async (id: number, user?: User, from = path()) =>
  server.get(`${from}/${id}`, user ? await server.as(user) : {})
const proofOf = (...ids: number[]) =>
  writeProof(
    'seen at noon',
    ids.map((picture_id) => ({ event_id: world.event.id, picture_id })),
  )
const storedIds = async () =>
  (await server.db.selectFrom('proof_pictures').select('id').where('event_id', '=', world.event.id).orderBy('id').execute()).map(
    ({ id }): number => id,
  )
const refusedPicture = { code: 'invalid_request', problems: [{ field: 'picture' }] }
const refusedProof = { code: 'invalid_request', problems: [{ field: 'proof' }] }
/** A stored picture without its bytes. */
const aRow = (more: { bytes?: number } = {}) => ({
  event_id: world.event.id,
  team_id: world.red.id,
  user_id: world.ada.id,
  picture: Buffer.from('a picture'),
  bytes: 9,
  uploaded_at: new Date(testNow),
  ...more,
})

describe('a screenshot', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is accepted as %s, and sent as a picture that no proxy caches', async (format) => {
    const answer = await upload(world.ada, await aPicture(format))
    expect(answer.statusCode).toBe(201)
    const picture = await fetchPicture(answer.json<{ id: number }>().id, world.ada)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(picture.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })

  it('is reduced to 1920 pixels, and loses its metadata', async () => {
    const file = await sharp({ create: { width: 3840, height: 2160, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: 'canary-name' } })
      .jpeg()
      .toBuffer()
    const { id } = (await upload(world.ada, file)).json<{ id: number }>()
    const { rawPayload } = await fetchPicture(id, world.ada)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1920, height: 1080 })
    expect(rawPayload.includes('canary-name')).toBe(false)
  })

  it('is shown to judges, admins and the team at the time of the upload only', async () => {
    const id = await uploaded(world.ada)
    const mate = await aUser(server.db)
    await aMember(server.db, world.red, mate.id)
    const admin = await aUser(server.db, { permissions: ['admin'] })
    for (const user of [world.ada, mate, world.judge, admin]) expect((await fetchPicture(id, user)).statusCode).toBe(200)
    const designer = await aUser(server.db, { permissions: ['objective_designer', 'manager'] })
    await aMember(server.db, world.blue, designer.id)
    const outsider = await aUser(server.db)
    for (const user of [world.ben, designer, outsider])
      expect(answerOf(await fetchPicture(id, user))).toEqual([403, 'not_allowed'])
    expect((await fetchPicture(id)).statusCode).toBe(401)
    await server.db.updateTable('team_users').set({ team_id: world.blue.id }).where('user_id', '=', mate.id).execute()
    expect((await fetchPicture(id, mate)).statusCode).toBe(403)
  })

  it('of a hidden event is seen by its team, and is not found by others', async () => {
    const id = await uploaded(world.ada)
    await server.db.updateTable('events').set({ is_public: false }).where('id', '=', world.event.id).execute()
    expect((await fetchPicture(id, world.ada)).statusCode).toBe(200)
    expect((await upload(world.ada, await aPicture('png'))).statusCode).toBe(201)
    const outsider = await aUser(server.db)
    expect((await fetchPicture(id, outsider)).statusCode).toBe(404)
    expect((await upload(outsider, await aPicture('png'))).statusCode).toBe(404)
  })

  it('is found in its own event only', async () => {
    const id = await uploaded(world.ada)
    const other = await anEvent(server.db)
    await aMember(server.db, await aTeam(server.db, other.id), world.ada.id)
    expect(answerOf(await fetchPicture(id, world.ada, path(other.id)))).toEqual([404, 'picture_not_found'])
    expect(answerOf(await fetchPicture(2 ** 31 - 1, world.judge))).toEqual([404, 'picture_not_found'])
  })

  it('is taken from team members, while the event runs', async () => {
    const outsider = await aUser(server.db)
    expect((await upload(outsider, await aPicture('png'))).statusCode).toBe(403)
    expect((await server.send('POST', path(), {}, { picture: 'AAAA' })).statusCode).toBe(401)
    server.setNow(eventEnd + 1)
    expect(answerOf(await upload(world.ada, await aPicture('png')))).toEqual([400, 'event_over'])
  })
})

describe('the proof of a submission', () => {
  it('may name screenshots of its player, which are proof on their own', async () => {
    await server.db.updateTable('events').set({ report_proof: 'required' }).where('id', '=', world.event.id).execute()
    const address = proofOf(await uploaded(world.ada)).split('\n')[1]
    const written = await world.submitted(world.ada, world.claim({ proof: address }))
    expect(written.proof).toBe(address)
  })

  it('is refused with a screenshot of another player, of another event, or of no upload', async () => {
    const of_ben = await uploaded(world.ben)
    const other = await anEvent(server.db)
    await aMember(server.db, await aTeam(server.db, other.id), world.ada.id)
    const elsewhere = (await upload(world.ada, await aPicture('png'), path(other.id))).json<{ id: number }>().id
    const own = await uploaded(world.ada)
    const proofs = [
      proofOf(of_ben),
      proofOf(own, of_ben),
      proofOf(elsewhere),
      proofOf(2 ** 31 - 1),
      proofOf(9_999_999_999),
      `/api/events/${other.id}/proof-pictures/${elsewhere}`,
    ]
    for (const proof of proofs) {
      const answer = await world.submit(world.ada, world.claim({ proof }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject(refusedProof)
    }
    const written = await world.submitted(world.ada)
    const edited = await world.submit(world.ada, world.claim({ id: written.id, proof: proofOf(of_ben) }))
    expect(edited.json()).toMatchObject(refusedProof)
  })

  it('is checked in reports of items too', async () => {
    const rings = await anObjective(server.db, world.event.id, {
      parent_id: world.root.id,
      objective_type: 'ITEM',
      aggregation: 'SUM_LATEST',
      number_field: 'STACK_SIZE',
    })
    await insertRow(server.db, 'conditions', { objective_id: rings.id, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring' })
    const text = ['Item Class: Rings', 'Rarity: Unique', 'Kaom’s Sign', 'Coral Ring', '--------', 'Item Level: 70'].join('\n')
    const report = async (proof: string) =>
      server.send('POST', `/events/${world.event.id}/submissions/items`, await server.as(world.ada), {
        key: randomUUID(),
        text,
        timestamp: timeText(testNow - 1000),
        proof,
      })
    expect((await report(proofOf(await uploaded(world.ben)))).json()).toMatchObject(refusedProof)
    const proof = proofOf(await uploaded(world.ada))
    expect((await report(proof)).json<Submission[]>()).toMatchObject([{ proof }])
  })
})

describe('an upload that no submission names', () => {
  it('is deleted with the next upload of its player after a day', async () => {
    const [named, unnamed, of_ben] = [await uploaded(world.ada), await uploaded(world.ada), await uploaded(world.ben)]
    await world.submitted(world.ada, world.claim({ proof: proofOf(named) }))
    server.setNow(testNow + day)
    expect(await uploaded(world.ada).then(storedIds)).toEqual(expect.arrayContaining([named, unnamed, of_ben]))
    server.setNow(testNow + day + 1)
    await uploaded(world.ada)
    const left = await storedIds()
    expect(left).toEqual(expect.arrayContaining([named, of_ben]))
    expect(left).not.toContain(unnamed)
    expect((await fetchPicture(unnamed, world.ada)).statusCode).toBe(404)
  })
})

describe('the number of screenshots', () => {
  it('of a player in an event is limited', async () => {
    await insertRows(
      server.db,
      'proof_pictures',
      Array.from({ length: maxProofPictures - 1 }, () => aRow()),
    )
    const [first, second] = await Promise.all([
      upload(world.ada, await aPicture('png')),
      upload(world.ada, await aPicture('png')),
    ])
    expect([first.statusCode, second.statusCode].toSorted((a, b) => a - b)).toEqual([201, 400])
    expect((await upload(world.ada, await aPicture('png'))).json()).toMatchObject(refusedPicture)
    expect((await upload(world.ben, await aPicture('png'))).statusCode).toBe(201)
  })

  it('of an event is limited by their bytes', async () => {
    const largest = 2 ** 31 - 1
    await insertRows(server.db, 'proof_pictures', [aRow({ bytes: largest }), aRow({ bytes: maxProof_bytes - largest - 11 })])
    expect((await upload(world.ben, await aPicture('png'))).json()).toMatchObject(refusedPicture)
  })
})

describe('a hostile file', () => {
  it.each(notPictures)('with %s is refused', async (_, make) => {
    const answer = await upload(world.ada, await make())
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject(refusedPicture)
  })

  it('that is truncated, declares too many pixels, or is too large is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 2654435761) >>> 24))
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer()
    const truncated = whole.subarray(0, Math.floor(whole.length / 2))
    const wide = aPng(longestPictureSide + 1, 1, Buffer.alloc(10))
    const huge = aPng(60_000, 60_000, Buffer.alloc(10))
    for (const file of [truncated, wide, huge]) expect((await upload(world.ada, file)).json()).toMatchObject(refusedPicture)
    expect([400, 413]).toContain((await upload(world.ada, Buffer.alloc(largestPicture_bytes + 1))).statusCode)
    expect((await upload(world.ada, Buffer.alloc(largestPicture_bytes * 2))).statusCode).toBe(413)
    expect(await storedIds()).toEqual([])
  })

  it('that unpacks to a thousand times its size is not decoded beyond its pixels', async () => {
    const before = process.memoryUsage().rss
    const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024))
    const inText = Buffer.concat([Buffer.from('Comment\0\0'), bomb])
    const pixels = Buffer.concat(Array.from({ length: 8 }, () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8])))
    const answer = await upload(world.ada, aPng(8, 8, pixels, [['zTXt', inText]]))
    expect([201, 400]).toContain(answer.statusCode)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
  })

  it('that is a picture and a page, or an animation, becomes one picture only', async () => {
    const page = Buffer.from('<!doctype html><script>alert("canary-page")</script>')
    for (const file of [Buffer.concat([await aPicture('png'), page]), await anAnimation('webp')]) {
      const { id } = (await upload(world.ada, file)).json<{ id: number }>()
      const { rawPayload } = await fetchPicture(id, world.ada)
      expect(rawPayload.includes('canary-page')).toBe(false)
      expect(rawPayload.subarray(0, 4).toString()).toBe('RIFF')
      expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(1)
    }
  })
})
