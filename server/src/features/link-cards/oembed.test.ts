import type { OEmbed } from '@muster/contract/oembed'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anEvent, anObjective, aScoreChange, aTeam } from '../../testing/builders.ts'
import { updateTeam } from '../teams/store.ts'
import { testOrigin } from '../../testing/server.ts'
import { useFolder } from '../../testing/folder.ts'
import { useTestServer } from '../../testing/use-server.ts'

const pages = useFolder('embed')
beforeAll(() => {
  writeFileSync(join(pages, 'index.html'), '<!doctype html><head><title>Muster</title>\n</head>')
  mkdirSync(join(pages, 'overlay'))
  writeFileSync(join(pages, 'overlay', 'overlay.html'), '<!doctype html><title>Overlay</title>')
})
const server = useTestServer({ web_root: pages })
beforeEach(() => server.ctx.caches.cards.clear())

async function aScene(columns: Parameters<typeof anEvent>[1] = {}) {
  const event = await anEvent(server.db, { name: 'Winter "Muster"', ...columns })
  const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
  const objective = await anObjective(server.db, event.id, { parent_id: root.id })
  const team = await aTeam(server.db, event.id, { name: 'Lanterns' })
  await aScoreChange(server.db, { event_id: event.id, objective, team_id: team.id, points: 40 })
  return { event, team }
}
const ask = (url: string, more = '') => server.get(`/oembed?url=${encodeURIComponent(url)}${more}`)
const read = async (url: string, more = '') => (await ask(url, more)).json<OEmbed>()

describe('an address of the board, in the form of oEmbed', () => {
  it('is a link with the picture of its card, where the organisers list no sites', async () => {
    const { event } = await aScene()
    const answer = await read(`${testOrigin}/scores?event=${event.id}`)
    expect(answer).toMatchObject({ version: '1.0', type: 'link', title: 'Winter "Muster"', thumbnail_width: 1200 })
    expect(answer.thumbnail_url).toContain(`${testOrigin}/api/events/${event.id}/card.png?`)
    expect(answer.html).toBeUndefined()
  })

  it('is a frame with the standings for listed sites, within the bounds of the asking site', async () => {
    const { event } = await aScene({ embed_hosts: 'league.example.com' })
    const address = `${testOrigin}/?event=${event.id}`
    expect(await read(address)).toMatchObject({ type: 'rich', width: 640, height: 400 })
    const small = await read(address, '&maxwidth=300&maxheight=200')
    expect(small).toMatchObject({ type: 'rich', width: 300, height: 200 })
    expect(small.thumbnail_url).toBeUndefined()
    expect(small.html).toBe(
      `<iframe src="${testOrigin}/embed?event=${event.id}" width="300" height="200" title="Winter &quot;Muster&quot;" loading="lazy" style="border:0"></iframe>`,
    )
  })

  it('is refused for other sites, other pages and hidden events, with one answer', async () => {
    const { event } = await aScene()
    const hidden = await anEvent(server.db, { is_public: false, embed_hosts: 'league.example.com' })
    for (const address of [
      `https://elsewhere.test/scores?event=${event.id}`,
      `${testOrigin}.elsewhere.test/scores?event=${event.id}`,
      `http://muster.test/scores?event=${event.id}`,
      `${testOrigin}/admin?event=${event.id}`,
      `${testOrigin}/scores?event=${hidden.id}`,
      `${testOrigin}/scores?event=999999`,
      'javascript:alert(1)',
      'no address',
    ]) {
      const answer = await ask(address)
      expect([answer.statusCode, answer.json<{ code: string }>().code], address).toEqual([404, 'event_not_found'])
    }
    expect((await ask(`${testOrigin}/scores?event=${event.id}`, '&format=xml')).statusCode).toBe(501)
  })

  it('is named in the page that programs read, but not for a hidden event', async () => {
    const { event } = await aScene()
    const page = await server.app.inject({ method: 'GET', url: `/scores?event=${event.id}` })
    const call = `${testOrigin}/api/oembed?url=${encodeURIComponent(`${testOrigin}/scores?event=${event.id}`)}`
    expect(page.body).toContain(`<link rel="alternate" type="application/json+oembed" href="${call}" />`)
    const hidden = await anEvent(server.db, { is_public: false })
    expect((await server.app.inject({ method: 'GET', url: `/scores?event=${hidden.id}` })).body).not.toContain('oembed')
  })
})

describe('a page that may be framed', () => {
  const headersOf = async (url: string) => {
    const { headers } = await server.app.inject({
      method: 'GET',
      url,
      headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe' },
    })
    return [/frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1], headers['x-frame-options']]
  }

  it('is an overlay within our own pages, and the standings within the listed sites', async () => {
    const { event } = await aScene({ embed_hosts: 'league.example.com a.example:8443' })
    expect(await headersOf('/overlay/strip?event=1')).toEqual(["'self'", undefined])
    expect(await headersOf(`/embed?event=${event.id}`)).toEqual([
      "'self' https://league.example.com https://a.example:8443",
      undefined,
    ])
  })

  it('describes no other page, and no standings of a hidden event or of one without sites', async () => {
    const hidden = await anEvent(server.db, { is_public: false, embed_hosts: 'league.example.com' })
    const { event } = await aScene()
    expect(await headersOf(`/embed?event=${hidden.id}`)).toEqual(["'self'", undefined])
    expect(await headersOf(`/embed?event=${event.id}`)).toEqual(["'self'", undefined])
    for (const url of ['/', '/scores', '/admin', '/embedded', '/overlay/strip/more']) {
      expect(await headersOf(url), url).toEqual(["'none'", expect.stringMatching(/DENY|SAMEORIGIN/)])
    }
  })
})

it('embedded standings are public; a hidden event has none', async () => {
  const { event, team } = await aScene()
  const answer = await server.get(`/events/${event.id}/embed`)
  expect(answer.json()).toMatchObject({ delay_seconds: 0, teams: [{ name: 'Lanterns', points: 40, rank: 1 }] })
  await server.db.transact((tx) => updateTeam(tx, team.id, { name: 'Falcons' }))
  expect((await server.get(`/events/${event.id}/embed`)).json()).toMatchObject({ teams: [{ name: 'Falcons' }] })
  const hidden = await anEvent(server.db, { is_public: false })
  expect((await server.get(`/events/${hidden.id}/embed`)).statusCode).toBe(404)
})
