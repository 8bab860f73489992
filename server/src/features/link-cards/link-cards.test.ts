import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, anObjective, aScoreChange, aTeam, aUser, eventEnd, eventStart, testNow } from '../../testing/builders.ts'
import { useFolder } from '../../testing/folder.ts'
import { useTestServer } from '../../testing/use-server.ts'

const pages = useFolder('cards')
beforeAll(() => {
  const program = '<!doctype html><head><title>Muster</title>\n<meta name="description" content="Scores." /></head><main></main>'
  writeFileSync(join(pages, 'index.html'), program)
})
const server = useTestServer({ web_root: pages })
beforeEach(() => {
  server.setNow(testNow)
  server.ctx.caches.cards.clear()
})

const ask = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

/** The elements of a page that describe it, by name. */
async function readHead(url: string, headers?: Record<string, string>) {
  const { body, statusCode } = await ask(url, headers)
  expect(statusCode).toBe(200)
  const read = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  return Object.fromEntries(
    [...body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)].map(([, name, text = '']) => [
      name,
      read(text),
    ]),
  )
}

interface Scene {
  readonly event: Row<'events'>
  readonly objective: Row<'objectives'>
}

async function makeScene(event: Parameters<typeof anEvent>[1] = {}): Promise<Scene> {
  const made = await anEvent(server.db, { name: 'Winter Muster (PL48213)', ...event })
  const root = await anObjective(server.db, made.id, { objective_type: 'CATEGORY' })
  const objective = await anObjective(server.db, made.id, { parent_id: root.id })
  for (const [name, points] of [
    ['Lanterns', 1234],
    ['A & B <script>"', 40],
  ] as const) {
    const team = await aTeam(server.db, made.id, { name })
    await aScoreChange(server.db, { event_id: made.id, objective, team_id: team.id, points })
  }
  return { event: made, objective }
}

describe('a program that reads a page for a chat', () => {
  it('gets the standings with their moment, and nothing breaks out of their texts', async () => {
    const { event } = await makeScene()
    const head = await readHead(`/scores/ladder?event=${event.id}&view_as=4`)
    expect(head).toMatchObject({
      'og:title': 'Winter Muster',
      'og:description': 'Standings after 1 of 48 hours, 16 January 2026 at 19:00 UTC: 1. Lanterns 1,234, 2. A & B <script>" 40.',
      'og:url': `https://muster.test/scores/ladder?event=${event.id}`,
      'og:image': `https://muster.test/api/events/${event.id}/card.png?at=${testNow / 1000}`,
      'og:image:width': '1200',
      'twitter:card': 'summary_large_image',
    })
    const { body } = await ask(`/scores?event=${event.id}`)
    expect(body).not.toContain('<script>')
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body.match(/name="description"/g)).toHaveLength(1)
    expect(body).toMatch(/<\/head><main><\/main>$/)
  })

  it('is recognised with any Accept header, and without one as the program of Discord', async () => {
    const { event } = await makeScene()
    const kinds: Record<string, string>[] = [{ accept: '*/*' }, { accept: 'text/html' }, {}]
    for (const headers of kinds) {
      expect((await readHead(`/?event=${event.id}`, headers))['og:title']).toBe('Winter Muster')
      expect((await readHead(`/rules?event=${event.id}`, headers))['og:title']).toBe('Winter Muster')
    }
    expect((await ask('/no/such/page')).statusCode).toBe(404)
    for (const odd of ['//', '//[', '/%5C']) expect((await ask(odd, { accept: 'text/html' })).statusCode, odd).toBe(200)
  })

  it.each([
    ['before signups open', eventStart - 20 * 86_400_000, /^Signups open on 2 January 2026 at 18:00 UTC\.$/],
    ['while signups are open', eventStart - 2 * 86_400_000, /^Signups are open until 15 January 2026/],
    ['before the start', eventStart - 3_600_000, /^Starts on 16 January 2026 at 18:00 UTC\.$/],
    ['before the first point', eventStart + 60_000, /^Standings after 0 of 48 hours/],
    ['at the end', eventEnd + 60_000, /^Final standings\.$/],
  ])('reads the state %s', async (_, now, text) => {
    const event = await anEvent(server.db)
    server.setNow(now)
    expect((await readHead(`/?event=${event.id}`))['og:description']).toMatch(text)
  })

  it('reads dates in the zone of the event', async () => {
    const event = await anEvent(server.db, { time_zone: 'Europe/Berlin' })
    expect((await readHead(`/?event=${event.id}`))['og:description']).toContain('16 January 2026 at 20:00 in Europe/Berlin')
  })

  it('learns nothing of a hidden event, nor of an objective that opens later', async () => {
    const { event } = await makeScene({ is_public: false })
    const unknown = await readHead('/?event=999999')
    const { 'og:url': _, ...hidden } = await readHead(`/?event=${event.id}`)
    expect(unknown).toMatchObject(hidden)
    expect((await ask(`/api/events/${event.id}/card.png`)).statusCode).toBe(404)

    const { event: open, objective } = await makeScene()
    await server.db
      .updateTable('objectives')
      .set({ valid_from: new Date(testNow + 3_600_000) })
      .where('id', '=', objective.id)
      .execute()
    expect((await readHead(`/?event=${open.id}`))['og:description']).not.toContain('1,234')
  })

  it('names the team and the objective of the link, and leaves out an objective that is not open', async () => {
    const { event, objective } = await makeScene()
    const [first] = await server.db.selectFrom('teams').selectAll().where('event_id', '=', event.id).orderBy('id').execute()
    const team = await readHead(`/scores?event=${event.id}&team=${first?.id}`)
    expect(team['og:title']).toBe('Winter Muster')
    expect(team['og:description']).toMatch(/^Lanterns: rank 1 of 2 with 1,234 points\. Standings after 1 of 48 hours/)
    expect(team['og:url']).toBe(`https://muster.test/scores?event=${event.id}&team=${first?.id}`)
    expect(team['og:image']).toContain(`card.png?team=${first?.id}&at=`)

    const receipt = await readHead(`/scores?event=${event.id}&receipt=${objective.id}-${first?.id}`)
    expect(receipt['og:title']).toBe(objective.name)
    expect(receipt['og:description']).toMatch(/^Lanterns: rank 1 of 2 with 1,234 points\. Winter Muster\. Standings after/)
    expect(receipt['og:image']).toContain(`card.png?objective=${objective.id}&team=${first?.id}&at=`)
    expect(await readHead(`/scores/uniques?event=${event.id}&set=${objective.id}`)).toMatchObject({ 'og:title': objective.name })

    const { event: secret, objective: later } = await makeScene()
    const opens = { valid_from: new Date(testNow + 3_600_000) }
    await server.db.updateTable('objectives').set(opens).where('id', '=', later.id).execute()
    const { 'og:url': _, 'og:image': __, ...hidden } = await readHead(`/scores?event=${secret.id}&set=${later.id}`)
    const { 'og:url': ___, 'og:image': ____, ...unknown } = await readHead(`/scores?event=${secret.id}&set=987654321`)
    expect(hidden).toEqual(unknown)
    const pictures = await Promise.all(
      [later.id, 987654321].map((id) => ask(`/api/events/${secret.id}/card.png?objective=${id}`)),
    )
    expect(pictures[0]?.rawPayload.equals(pictures[1]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  })

  it('takes no text of an address into the address of the page', async () => {
    const { event } = await makeScene()
    const head = await readHead(`/scores?event=${event.id}&team=x"><script>&set=1e3&receipt=7&note=1`)
    expect(head['og:url']).toBe(`https://muster.test/scores?event=${event.id}&receipt=7`)
  })

  it('reads the name of a player', async () => {
    const user = await aUser(server.db, { display_name: 'Ada "the" <b>' })
    expect(await readHead(`/profile/${user.id}`)).toMatchObject({ 'og:title': 'Ada "the" <b>', 'twitter:card': 'summary' })
    expect(await readHead('/profile/999999')).toMatchObject({ 'og:title': 'Muster' })
  })
})

it('a page is sent without a description while the database is away', async () => {
  const find = vi.spyOn(server.ctx.caches.cards, 'get').mockImplementation(() => {
    throw new Error('connection terminated')
  })
  const { event } = await makeScene()
  const answer = await ask(`/?event=${event.id}`, { accept: 'text/html' })
  find.mockRestore()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<title>Muster</title>')
  expect(answer.headers.vary).toContain('Sec-Fetch-Dest')
})

it('a browser gets the built page as it is', async () => {
  const { body, headers } = await ask('/', { accept: 'text/html', 'sec-fetch-dest': 'document' })
  expect(body).toContain('<title>Muster</title>')
  expect(headers.etag).toBeDefined()
})

it('the picture has the size that the page names, and is drawn once for many', async () => {
  const { event } = await makeScene()
  const answers = await Promise.all([1, 2, 3].map((at) => ask(`/api/events/${event.id}/card.png?at=${at}`)))
  const [{ rawPayload: first, headers } = { rawPayload: Buffer.alloc(0), headers: {} }, ...others] = answers
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(others.map(({ rawPayload }) => rawPayload.equals(first))).toEqual([true, true])
  const { width, height, format } = await sharp(first).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'png'])
  // Text was drawn: the row of the first team has bright points beside its dark ground.
  const { channels } = await sharp(first).extract({ left: 100, top: 200, width: 400, height: 50 }).stats()
  expect(channels[0]?.max).toBeGreaterThan(200)
})
