import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { Endpoint } from '@muster/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@muster/contract/endpoints'
import { ArchiveLine } from '@muster/contract/event-archive'
import type { GameVersion } from '@muster/contract/events'
import type { EventId } from '@muster/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyStandings } from '../scoring/verify.ts'
import { aUser, eventEnd } from '../testing/builders.ts'
import { aPlayedEvent, canary, type PlayedEvent, spreadIds } from '../testing/played-event.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { importArchive } from './import-archive.ts'
import { writeArchive } from './write-archive.ts'

// Archives an event played on one server, and imports it on another server without any of its data.

const later = eventEnd + 72 * 3_600_000

let here: TestServer
let there: TestServer
beforeAll(async () => {
  ;[here, there] = [await startTestServer(), await startTestServer()]
  await spreadIds(here, 9)
  await spreadIds(there, 7)
})
afterAll(() => Promise.all([here.close(), there.close()]))

async function archive(server: TestServer, event_id: EventId): Promise<string> {
  const event = await server.db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
  const pieces: Buffer[] = []
  await writeArchive(server.db, { event, now: later, log: server.ctx.log }, async (lines) => {
    for await (const piece of lines) pieces.push(piece as Buffer)
  })
  return Buffer.concat(pieces).toString()
}
const importInto = (server: TestServer, text: string) => importArchive(server.db, Readable.from([Buffer.from(text)]))
const recordsOf = (text: string) => text.split('\n').slice(1, -2)
/** An archive with other records and a valid end line. */
function withRecords(text: string, change: (records: Record<string, unknown>[]) => unknown[]): string {
  const lines = change(recordsOf(text).map((line) => JSON.parse(line) as Record<string, unknown>)).map((one) =>
    typeof one === 'string' ? `${one}\n` : `${JSON.stringify(one)}\n`,
  )
  const end = { type: 'end', records: lines.length, sha256: createHash('sha256').update(lines.join('')).digest('hex') }
  return `${text.split('\n')[0]}\n${lines.join('')}${JSON.stringify(end)}\n`
}

/**
 * Public calls that concern no event or no person in it, or are covered by other tests. getTeams returns the address of the logo.
 * A calendar names its event, and objectives that open later. Tables have the answers of other calls. An archive has no overlays.
 */
const elsewhere = [
  'getTeamLogo',
  'getEventCalendar',
  'getUserCalendar',
  'getEvents',
  'getTree',
  'oauthRedirect',
  'getHealth',
  'getReadiness',
  'getStatus',
  'getClock',
  'getItemImages',
  'findItemPictures',
  'scoreWebSocket',
  'getOverlay',
  'getOEmbed',
  'overlayStream',
  'scoreStream',
  'getEventTable',
  'simpleScoreWebSocket',
] satisfies Open[]

interface Subject {
  readonly event_id: number
  readonly users: readonly number[]
  readonly teams: readonly number[]
  readonly objectives: readonly number[]
  /** The game's ids, equal on every server. */
  readonly characters: readonly string[]
}

type Open = { [N in EndpointName]: Endpoints[N] extends { access: 'public'; method: 'GET' } ? N : never }[EndpointName]

/** Queries that change the response. */
const queriesOf = ({ teams, objectives }: Subject): Partial<Record<Open, readonly string[]>> => ({
  getSubmissions: ['', '?limit=1'],
  getEventRules: ['', '?version=1', '?version=9'],
  getScoreChanges: ['', '?only=points', '?limit=3&before=6', ...teams.map((id) => `?team_id=${id}`)],
  getScoreHistory: ['', ...objectives.map((id) => `?objective_id=${id}`)],
  getReceipt: teams.map((id) => `?team_id=${id}`),
})

/** All addresses of public data about the event: all values of all parameters. */
function listAddresses(subject: Subject): Record<string, string[]> {
  const { event_id, users, teams, objectives, characters } = subject
  const values: Record<string, readonly (number | string)[]> = {
    event_id: [event_id],
    eventId: [event_id],
    user_id: users,
    team_id: teams,
    objective_id: objectives,
    character_id: characters,
  }
  const fill = (path: string): string[] => {
    const name = /\{(\w+)\}/.exec(path)?.[1]
    if (name === undefined) return [path]
    if (values[name] === undefined) throw new Error(`${path}: no value for ${name}`)
    return values[name].flatMap((value) => fill(path.replace(`{${name}}`, `${value}`)))
  }
  const open = Object.entries<Endpoint>(endpoints).filter(([, { access, method }]) => access === 'public' && method === 'GET')
  const queries: Partial<Record<string, readonly string[]>> = queriesOf(subject)
  const ofEvent = open.filter(([name]) => !(elsewhere as readonly string[]).includes(name))
  return Object.fromEntries(
    ofEvent.map(([name, { path }]) => [
      name,
      fill(path).flatMap((address) => (queries[name] ?? ['']).map((query) => address + query)),
    ]),
  )
}

const kindOf = (id: string) => `${Math.floor(Number(id.slice(1, 3)) / 5)}`

/** All responses to a visitor, with ids numbered by first occurrence. */
async function readAll(server: TestServer, subject: Subject): Promise<Record<string, string[]>> {
  const seen = new Map<string, Map<string, number>>()
  const rename = (text: string) =>
    // Not in names and notes, which are free text, except for the submission number at the beginning of Muster's own notes.
    text.replaceAll(/(?<=[:,[/="]|"Submission )[79]\d{6}(?=[,\]}/?" ]|$)/g, (id) => {
      const kind = seen.get(kindOf(id)) ?? new Map<string, number>()
      seen.set(kindOf(id), kind)
      if (!kind.has(id)) kind.set(id, kind.size + 1)
      return `#${kindOf(id)}-${kind.get(id)}`
    })
  const answers: Record<string, string[]> = {}
  const ask = async (name: string, addresses: readonly string[]) => {
    answers[name] = []
    for (const address of addresses) {
      const { statusCode, headers, body } = await server.get(address)
      answers[name].push(rename(`${address} ${statusCode} ${String(headers['x-score-sequence'])} ${body}`))
    }
  }
  for (const [name, addresses] of Object.entries(listAddresses(subject))) await ask(name, addresses)
  const teams = (await server.get(`/events/${subject.event_id}/teams`)).json<{ logo: string | null }[]>()
  await ask(
    'getTeamLogo',
    teams.flatMap(({ logo }) => (logo === null ? [] : [logo.slice('/api'.length)])),
  )
  return answers
}

/** The same event on both servers, each with its own ids; people in the order of the archive. */
async function readSubject(server: TestServer, event_id: number): Promise<Subject> {
  const tree = (await server.get(`/events/${event_id}/objectives`)).json<{ id: number; children: [] }>()
  const walk = (node: { id: number; children: [] }): number[] => [node.id, ...node.children.flatMap(walk)]
  const teams = (await server.get(`/events/${event_id}/teams`)).json<{ id: number }[]>()
  const members = (await server.get(`/events/${event_id}/users`)).json<Record<string, { id: number }[]>>()
  const users = teams.flatMap(({ id }) => (members[id] ?? []).map((user) => user.id))
  const characters = (await server.get(`/events/${event_id}/characters`)).json<{ id: string }[]>().map(({ id }) => id)
  return { event_id, characters, users, teams: teams.map(({ id }) => id), objectives: walk(tree).filter((id) => id !== 0) }
}

const strip = (answers: Record<string, string[]>, replace: (text: string) => string) =>
  Object.fromEntries(Object.entries(answers).map(([name, texts]) => [name, texts.map(replace)]))

describe.each<GameVersion>(['poe1', 'poe2'])('an event of %s', (game_version) => {
  let played: PlayedEvent
  let text: string
  let imported_id: EventId
  let subjects: { here: Subject; there: Subject }
  beforeAll(async () => {
    played = await aPlayedEvent(here, game_version)
    const rules = { reports: 'honour', report_proof: 'clip' } as const
    await here.db.updateTable('events').set(rules).where('id', '=', played.event_id).execute()
    const own = { reports: 'refused', report_proof: 'screenshot' } as const
    await here.db.updateTable('objectives').set(own).where('name', '=', 'Tabula').execute()
    here.setNow(later)
    there.setNow(later)
    text = await archive(here, played.event_id)
    imported_id = (await importInto(there, text)).event_id
    subjects = { here: await readSubject(here, played.event_id), there: await readSubject(there, imported_id) }
  })

  it('is archived in lines of the schema, without anything hidden from visitors', () => {
    const kinds = text
      .trimEnd()
      .split('\n')
      .map((line) => ArchiveLine.parse(JSON.parse(line)).type)
    const known = ArchiveLine.options.map((option) => option.shape.type.value)
    expect([...new Set(kinds)].toSorted()).toEqual(known.toSorted())
    expect(text).not.toContain(canary)
    for (const shown of ['Ada', 'Shy', 'Shown1#1', `Former player ${played.leaver.id}`, 'it was seen', 'not his', 'live_tv']) {
      expect(text).toContain(shown)
    }
  })

  it('gives the same responses after its import as on the original server', async () => {
    const [before, after] = [await readAll(here, subjects.here), await readAll(there, subjects.there)]
    const toldApart = (answer: string) => answer.replaceAll(/"archived_at":("[^"]*"|null)/g, '"archived_at":null')
    // An imported event has no objectives that open later.
    const withoutMasked = (answer: string) => answer.replaceAll(/,\{"id":0,[^}]*"children":\[\]\}/g, '')
    const replace = (answer: string) => withoutMasked(toldApart(answer))
    expect(strip(after, replace)).toEqual(strip(before, replace))
    expect(before['getReceipt']?.some((answer) => answer.includes('progress_hidden'))).toBe(true)
    expect(before['getTeamLogo']).toHaveLength(1)
    expect(before['getScoreChanges']?.[0]).toContain('"sequence":1,')
  })

  it('adapts submission numbers in notes to the new ones', () => {
    const records = recordsOf(text).map((line) => ArchiveLine.parse(JSON.parse(line)))
    const facts = records.flatMap((record) => (record.type === 'receipt' ? record.facts : []))
    const said = facts.flatMap(({ submission, ruling, withdrawal }) =>
      [ruling?.note, withdrawal?.note].flatMap((note) => (note?.startsWith('Submission ') ? [[submission, note]] : [])),
    )
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter(([submission, note]) => !String(note).startsWith(`Submission ${submission} `))).toEqual([])
  })

  it('produces the same archive again', async () => {
    expect(recordsOf(await archive(there, imported_id))).toEqual(recordsOf(text))
  })

  it('cannot be imported twice, nor on its original server', async () => {
    await expect(importInto(there, text)).rejects.toThrow(`This event exists already: event ${imported_id}`)
    await expect(importInto(here, text)).rejects.toThrow(`This event exists already: event ${played.event_id}`)
    const renamed = withRecords(text, ([event, ...rest]) => [{ ...event, name: 'Another name' }, ...rest])
    await importInto(there, renamed)
  })

  it('is not scored, and can only be read and deleted', async () => {
    const admin = await there.as(await aUser(there.db, { permissions: ['admin'] }))
    expect(await verifyStandings(there.db, imported_id)).toMatchObject({ compared: 0, differences: [] })
    const event = (await there.get(`/events/${imported_id}`)).json<Record<string, unknown>>()
    expect(event['archived_at']).toBe(new Date(later).toISOString())
    const refused = [
      await there.send('PUT', '/events', admin, { ...event, name: 'Mine now' }),
      await there.send('PUT', `/events/${imported_id}/teams`, admin, { name: 'More', allowed_classes: [] }),
      await there.send('PUT', `/events/${imported_id}/rules`, admin, { text: 'new', base_version: 2 }),
      await there.send('PUT', `/events/${imported_id}/signups/self`, admin, { expected_playtime: 3 }),
      await there.send('POST', '/jobs', admin, { event_id: imported_id, job_type: 'FetchStashChanges', duration_in_seconds: 60 }),
    ]
    expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(refused.map(() => 'event_archived'))
    const names = (await there.get('/users', admin)).json<{ display_name: string }[]>().map((user) => user.display_name)
    expect(names).not.toContain('Ada')
  })

  it('forgets an imported person when an admin deletes them', async () => {
    const admin = await there.as(await aUser(there.db, { permissions: ['admin'] }))
    const [shy] = subjects.there.users.slice(1)
    const answer = await there.send('POST', `/users/${shy}/delete`, admin, { display_name: 'Shy', reason: 'asked for it' })
    expect([answer.statusCode, text.match(/Hero of Shy/g)?.length]).toEqual([200, 3])
    const left = await archive(there, imported_id)
    expect([left.includes('Shy'), left.includes(`"name":"Former player ${shy}","level":77`)]).toEqual([false, true])
  })

  it('is deleted with all of its people, even if it was locked', async () => {
    await there.db.updateTable('events').set({ is_locked: true }).where('id', '=', imported_id).execute()
    const admin = await there.as(await aUser(there.db, { permissions: ['admin'] }))
    expect((await there.send('DELETE', `/events/${imported_id}`, admin)).statusCode).toBe(204)
    const left = await there.db.selectFrom('users').select('id').where('archived_event_id', '=', imported_id).execute()
    expect(left).toEqual([])
    await expect(importInto(there, text)).resolves.toMatchObject({ name: `Played in ${game_version}` })
  })
})

describe('an invalid archive', () => {
  let text: string
  beforeAll(async () => {
    const played = await aPlayedEvent(here, 'poe1')
    here.setNow(later)
    const made = await archive(here, played.event_id)
    text = withRecords(made, ([event, ...rest]) => [{ ...event, name: 'Never here before' }, ...rest])
  })

  type Records = Record<string, unknown>[]
  /** The archive with a change to the first record of a type; the message names its line. */
  const changed = (type: string, change: object) => (records: Records) =>
    records.map((one, at) => (at === records.findIndex((other) => other['type'] === type) ? { ...one, ...change } : one))
  const lineOf = (type: string) => recordsOf(text).findIndex((one) => one.startsWith(`{"type":"${type}"`)) + 2
  const without = (type: string) => (records: Records) => records.filter((one) => one['type'] !== type)

  it.each<[string, (records: Records) => unknown[], string, RegExp]>([
    ['a field of another type', changed('score', { points: 'many' }), 'score', /points: .*expected number/],
    ['a missing field', changed('team', { name: undefined }), 'team', /name: /],
    ['an unknown field', changed('guild', { secret: 1 }), 'guild', /the record: Unrecognized key: "secret"/],
    ['an unknown value', changed('scoring_preset', { scoring_method: 'MAGIC' }), 'scoring_preset', /scoring_method: /],
    ['an undescribed team', changed('score', { team: 99 }), 'score', /team: team 99 is not described on an earlier line/],
    [
      'an undescribed person',
      changed('submission', { reviewer: 99 }),
      'submission',
      /reviewer: person 99 is not described on an earlier line/,
    ],
    [
      'an undescribed character',
      changed('reading', { character: 'x' }),
      'reading',
      /character: it is not described on an earlier line/,
    ],
    [
      'a parent described later',
      changed('objective', { parent: 3 }),
      'objective',
      /parent: objective 3 is not described on an earlier line/,
    ],
    ['a number that is too large', changed('score_change', { team: 2_000_000 }), 'score_change', /team: must not be larger/],
    ['a name that reverses its line', changed('team', { name: 'The \u202ELanterns' }), 'team', /name: must be a single line/],
    ['a name of two lines', changed('person', { name: 'Ada\nAdmin' }), 'person', /name: must be a single line/],
    ['a name with terminal codes', changed('objective', { name: '\u001B[2J' }), 'objective', /name: must be a single line/],
    ['text that cannot be stored', changed('rules', { text: 'a\0b' }), 'rules', /text: must not contain U\+0000/],
    [
      'an invalid picture',
      changed('team', { logo: { hash: 'a'.repeat(64), picture: 'AAAA' } }),
      'team',
      /logo\.picture: is not a WebP/,
    ],
  ])('with %s is rejected, naming the line and the field', async (_, change, type, problem) => {
    const message = await importInto(there, withRecords(text, change)).catch((error: Error) => error.message)
    expect(message).toMatch(new RegExp(`^Line ${lineOf(type)}: ${problem.source}`))
  })

  it.each<[string, (text: string) => string, RegExp]>([
    ['no archive', () => 'hello\n', /^Line 1: is not JSON/],
    ['empty', () => '', /^Line 1: the line of type end is missing/],
    ['cut off between two lines', (whole) => whole.split('\n').slice(0, 40).join('\n').concat('\n'), /^Line 41: .*cut off/],
    ['cut off within a line', (whole) => whole.slice(0, -9), /^Line \d+: ends without a line feed/],
    ['changed', (whole) => whole.replace('Goldrim', 'Tabulas'), /^Line \d+: sha256: /],
    ['with a missing line', (whole) => whole.split('\n').toSpliced(30, 1).join('\n'), /^Line \d+: records: the archive has/],
    ['of another version', (whole) => whole.replace('"version":1', '"version":2'), /^Line 1: version: /],
    ['without a header', (whole) => whole.split('\n').slice(1).join('\n'), /^Line 1: must be of type header/],
    ['longer than one', (whole) => `${whole}{}\n`, /^Line \d+: nothing may follow/],
    [
      'with a repeated number',
      (whole) => withRecords(whole, changed('team', { team: 2 })),
      /^Line \d+: team: 2 is already described/,
    ],
    ['without an event', (whole) => withRecords(whole, without('event')), /^Line 2: line 2, and no other, must be of type event/],
  ])('is refused: %s', async (_, change, problem) => {
    await expect(importInto(there, change(text))).rejects.toThrow(problem)
  })

  it('leaves nothing in the database, even if only the database rejects it', async () => {
    const listPeople = () => there.db.selectFrom('users').select('id').where('archived_event_id', 'is not', null).execute()
    const before = await listPeople()
    const twice = withRecords(text, (records) => [...records, ...records.filter((one) => one['type'] === 'receipt').slice(0, 1)])
    await expect(importInto(there, twice)).rejects.toThrow(/^Lines? \d+ .*cannot be stored .*already exists/)
    const events = await there.db.selectFrom('events').select('id').where('name', '=', 'Never here before').execute()
    expect(events).toEqual([])
    expect(await listPeople()).toEqual(before)
    expect((await importInto(there, text)).name).toBe('Never here before')
  })
})

describe('the call', () => {
  it('sends the archive compressed, once the event is over, public and scored', async () => {
    const played = await aPlayedEvent(here, 'poe1')
    const admin = await here.as(played.admin)
    const ask = () => here.get(`/events/${played.event_id}/archive`, admin)
    const code = async () => (await ask()).json<{ code: string }>().code
    here.setNow(eventEnd - 1)
    expect(await code()).toBe('event_not_over')
    here.setNow(later)
    const answer = await ask()
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="muster-event-${played.event_id}.jsonl.gz"`,
    })
    expect(gunzipSync(answer.rawPayload).toString()).toBe(await archive(here, played.event_id))
    await here.db.updateTable('score_cursors').set({ ledger_sequence: 1 }).where('event_id', '=', played.event_id).execute()
    expect(await code()).toBe('unavailable')
    await here.db.updateTable('events').set({ is_public: false }).where('id', '=', played.event_id).execute()
    expect(await code()).toBe('event_hidden')
  })
})
