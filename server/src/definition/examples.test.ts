import type { DefinitionProblems } from '@muster/contract/definition-problems'
import type { DefinitionExample, DefinitionFile } from '@muster/contract/definition-file'
import type { Event } from '@muster/contract/events'
import { exampleNames } from '@muster/contract/example-names'
import type { EventReadiness, ReadinessCode } from '@muster/contract/readiness'
import { listEntries } from '@muster/domain/definition-file/document'
import { readDefinition } from '@muster/domain/definition-file/read'
import { isSighting, listSightWays } from '@muster/domain/objectives/sight'
import { describe, expect, it } from 'vitest'
import { useRole, useTestServer } from '../testing/use-server.ts'
import { listExamples } from './examples.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')

const start = Date.parse('2031-05-02T18:00:00Z')
const day = 86_400_000
const at = (days: number) => new Date(start + days * day).toISOString()
const create = (body: object) =>
  server.send('PUT', '/events', admin, {
    name: 'Spring Muster',
    max_size: 40,
    waitlist_size: 0,
    application_start_time: at(-14),
    application_end_time: at(-1),
    event_start_time: at(0),
    event_end_time: at(10),
    ...body,
  })
const readFile = async (id: number) => (await server.get(`/events/${id}/definition`, admin)).json<DefinitionFile>()
const upFrom = (section: string, text: string) => text.slice(text.indexOf(`\n${section}:`))

/** Steps about the definition; the others are about people, jobs, and files that the operator imports for all events. */
const ofDefinition: readonly ReadinessCode[] = [
  'dates',
  'objectives',
  'presets',
  'never_matching',
  'unknown_names',
  'item_sources',
  'rules',
  'problems',
]

describe('an example that comes with Muster', () => {
  it.each(listExamples())(
    '$name fills an empty event, and its readiness list names no problem',
    async ({ name, game_version, text }) => {
      const answer = await create({ example: name, game_version })
      expect(answer.statusCode).toBe(201)
      const event = answer.json<Event>()
      const { lines } = (await server.get(`/events/${event.id}/readiness`, admin)).json<EventReadiness>()
      const open = lines.filter(({ code, weight }) => ofDefinition.includes(code) && weight !== 'done')
      expect(open).toEqual([])
      const found = (await server.get(`/events/${event.id}/definition/problems`, admin)).json<DefinitionProblems>()
      // Intended notices are fine: the same map counts for a race and for a collection.
      expect(found.problems.filter(({ severity }) => severity !== 'notice')).toEqual([])
      // The event has the whole file, its own name and start, and shows no objective before the start.
      const file = await readFile(event.id)
      expect(upFrom('scoring_presets', file.text)).toBe(upFrom('scoring_presets', text))
      expect(event).toMatchObject({ name: 'Spring Muster', event_start_time: at(0), objectives_shown: 'at_start', teams: [] })
      const tree = await server.get(`/events/${event.id}/objectives`)
      expect([tree.statusCode, tree.body.includes('Goldrim')]).toEqual([404, false])
    },
  )

  it('fills an event whose texts were left empty', async () => {
    const answer = await create({ example: 'weekend', game_version: 'poe1', patch: '', embed_hosts: '' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json<Event>()).toMatchObject({ patch: null, embed_hosts: null })
  })

  it('is refused for the other game, and for an event that exists; nothing is stored', async () => {
    const before = (await server.get('/events', admin)).json<Event[]>()
    const refused = await create({ example: 'weekend', game_version: 'poe2' })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { problems: [{ field: 'example', problem: 'is for poe1' }] },
    ])
    const [one] = before
    const edited = await create({ ...one, example: 'weekend', shares_league: true })
    expect([edited.statusCode, edited.json()]).toMatchObject([400, { problems: [{ field: 'example' }] }])
    expect((await server.get('/events', admin)).json<Event[]>()).toEqual(before)
  })

  it('is one change in the history of the definition', async () => {
    const { id } = (await create({ example: 'poe2', game_version: 'poe2', name: 'Other league' })).json<Event>()
    const changes = (await server.get(`/events/${id}/definition/changes`, admin)).json<{ reason: string }[]>()
    expect(changes).toMatchObject([{ reason: 'created from the example poe2' }])
  })

  it('is served with all others, unless the browser has it', async () => {
    const answer = await server.get('/definition-examples', admin)
    expect(answer.json<DefinitionExample[]>().map(({ name }) => name)).toEqual(exampleNames)
    const again = await server.get('/definition-examples', { ...admin, 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('without the game, all objectives of an example are seen', () => {
  /** A sum over a team is not a report of a single player. */
  const byHand = {
    league: ['Steps of all players'],
    season: ['Points of all players'],
    poe2: ['Steps of all players'],
    weekend: [],
  }

  it.each(listExamples())('$name, except for a sum over the team', ({ name, game_version, text }) => {
    const rules = { reports: 'reviewed', report_proof: 'optional', game_log: 'off', guild_log: 'names' } as const
    const choices = { ...rules, game_version, presets: [], reads_game: false }
    const read = readDefinition(text)
    if (!read.ok) throw new Error(`the example ${name} cannot be read`)
    const ways = listEntries(read.document.objectives ?? [])
      .map(({ entry }) => ({ name: entry.name, way: listSightWays({ ...entry, scoring_preset_id: null }, choices)[0] }))
      .filter(({ way }) => way !== 'parts')
    const unseen = ways.filter(({ way }) => !isSighting(way))
    expect(unseen.map((one) => one.name)).toEqual(byHand[name])
    expect(unseen.map(({ way }) => way)).toEqual(byHand[name].map(() => 'by_hand'))
    expect((ways.length - unseen.length) / ways.length).toBeGreaterThanOrEqual(0.95)
  })
})
