import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Submission } from '@muster/contract/submissions'
import { describe, expect, it } from 'vitest'
import { appendFacts } from '../../db/ledger.ts'
import { answerOf, type BountyEvent, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { anObjective, testNow } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { useFolder } from '../../testing/folder.ts'

const folder = useFolder('builds')
const server = useTestServer({ environment: { DATA_DIR: folder } })
const world = useBountyEvent(server)

type User = BountyEvent['ada']
type Asked = readonly [field: 'ITEM_CLASS' | 'WORN_BY' | 'NAME', value: string]

async function anItemObjective(...conditions: readonly Asked[]) {
  const objective = await anObjective(server.db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'ITEM',
    aggregation: 'SUM_LATEST',
    number_field: 'STACK_SIZE',
  })
  for (const [field, value] of conditions)
    await insertRow(server.db, 'conditions', { objective_id: objective.id, field, operator: 'EQ', value })
  return objective
}
const aNumber = (number_field: 'PLAYER_LEVEL' | 'PANTHEON' | 'DELVE_DEPTH' | 'ASCENDANCY', more: object = {}) =>
  anObjective(server.db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'PLAYER',
    aggregation: 'EARLIEST',
    number_field,
    ...more,
  })

const ring = 'Rarity: RARE\nGale Loop\nRuby Ring\nItem Level: 79\nImplicits: 1\n+25% to Fire Resistance\n+60 to maximum Life'
const copiedRing = [
  'Item Class: Rings\nRarity: Rare\nGale Loop\nRuby Ring',
  'Requirements:\nLevel: 60',
  'Item Level: 79',
  '+25% to Fire Resistance (implicit)',
  '+60 to maximum Life',
].join('\n--------\n')
const sign = 'Rarity: UNIQUE\nThe Taming\nPrismatic Ring\nItem Level: 80\nImplicits: 0\n+20% to all Elemental Resistances'

const slots = (...items: readonly (readonly [string, string])[]) =>
  [
    ...items.map(([, text], at) => `<Item id="${at + 1}">${text}</Item>`),
    `<ItemSet id="1">${items.map(([slot], at) => `<Slot name="${slot}" itemId="${at + 1}"/>`).join('')}</ItemSet>`,
  ].join('')
const build = (items = slots(['Ring 1', ring]), attributes = 'level="91" pantheonMajorGod="Solaris" pantheonMinorGod="None"') =>
  `<PathOfBuilding><Build className="Witch" ascendClassName="Occultist" ${attributes}/><Items>${items}</Items></PathOfBuilding>`
const encode = (xml: string) => deflateSync(xml).toString('base64url')

const report = async (user: User, code: string, more: object = {}) =>
  server.send('POST', `/events/${world.event.id}/submissions/builds`, await server.as(user), {
    key: randomUUID(),
    code,
    timestamp: timeText(testNow - 1000),
    ...more,
  })
const reported = async (user: User, xml = build(), more: object = {}) =>
  (await report(user, encode(xml), more)).json<Submission[]>()
const ofObjectives = (submissions: readonly Submission[]) => submissions.map(({ objective_id, number }) => [objective_id, number])

describe('a reported build', () => {
  it('becomes a submission for each objective that a worn item or a number counts for', async () => {
    const rings = await anItemObjective(['ITEM_CLASS', 'Ring'])
    const worn = await anItemObjective(['WORN_BY', 'Occultist'])
    await anItemObjective(['WORN_BY', 'Witch'])
    const level = await aNumber('PLAYER_LEVEL', { required_number: 90 })
    await aNumber('PLAYER_LEVEL', { required_number: 92 })
    await aNumber('PANTHEON')
    await aNumber('DELVE_DEPTH')
    const written = await reported(world.ada)
    expect(ofObjectives(written)).toEqual([
      [rings.id, 1],
      [worn.id, 1],
      [level.id, 91],
    ])
    expect(written.map(({ item_name }) => item_name)).toEqual(['Gale Loop, Ruby Ring', 'Gale Loop, Ruby Ring', null])
    expect(written.every((one) => one.approval_status === 'PENDING' && one.counts_as === null)).toBe(true)
    const item = await server.get(`/events/${world.event.id}/submissions/${written[0]?.id}/item`, await server.as(world.judge))
    expect(item.json<{ text: string }>().text).toContain('Rarity: Rare\nGale Loop\nRuby Ring\n--------\nItem Level: 79')
  })

  it('shows ascendancy points once a passive tree is imported', async () => {
    const points = await aNumber('ASCENDANCY', { required_number: 2 })
    const xml = build('').replace('<Items>', '<Tree><Spec nodes="5,6,7"/></Tree><Items>')
    expect(answerOf(await report(world.ada, encode(xml)))).toEqual([400, 'no_objective_matches'])
    const nodes = [5, 6].map((id) => ({ id, name: '', kind: 'notable', stats: [], ascendancy: 'Occultist', x: 0, y: 0 }))
    const tree = { game_version: 'poe1', kind: 'passive', patch: '3_29', nodes, edges: [] }
    writeFileSync(join(folder, 'tree.poe1.passive.3_29.json'), JSON.stringify(tree))
    expect(ofObjectives(await reported(world.ada, xml))).toEqual([[points.id, 2]])
  })

  it('waits if it has an impossible item, even in an event on honour', async () => {
    await server.db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    const forged = ring.replace('Item Level: 79', 'Item Level: 179')
    const [one] = await reported(world.ada, build(slots(['Ring 1', forged])))
    expect(one).toMatchObject({ item_name: 'Gale Loop, Ruby Ring', counts_as: null })
  })

  it('counts at once in an event on honour, and by a judge who approves it', async () => {
    await server.db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
    const level = await aNumber('PLAYER_LEVEL', { required_number: 90 })
    const [one] = await reported(world.ada)
    expect(one).toMatchObject({ objective_id: level.id, counts_as: 'reported' })
    const facts = async () => (await world.readLedger()).unretracted.map(({ number, author_id }) => [number, author_id !== null])
    expect(await facts()).toEqual([[91, false]])
    await world.review(one?.id ?? 0, 'APPROVED')
    expect(await facts()).toEqual([[91, true]])
  })

  it('that is sent again, because the answer was lost, is stored once', async () => {
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    const key = randomUUID()
    const first = await reported(world.ada, build(), { key })
    expect(await reported(world.ada, build(), { key })).toEqual(first)
    expect(await world.list(world.judge)).toHaveLength(1)
  })

  it('adds a second ring and a higher level, and nothing twice', async () => {
    const rings = await anItemObjective(['ITEM_CLASS', 'Ring'])
    const level = await aNumber('PLAYER_LEVEL', { aggregation: 'MAXIMUM' })
    await reported(world.ada)
    expect(answerOf(await report(world.ada, encode(build())))).toEqual([409, 'already_reported'])
    const twice = build(slots(['Ring 1', ring], ['Ring 2', sign], ['Ring 3', sign]), 'level="92"')
    const later = await reported(world.ada, twice, { timestamp: timeText(testNow - 500) })
    expect(ofObjectives(later)).toEqual([
      [rings.id, 1],
      [rings.id, 1],
      [level.id, 92],
    ])
    expect(later.map(({ item_name }) => item_name)).toEqual(['The Taming, Prismatic Ring', 'The Taming, Prismatic Ring', null])
  })

  it('does not count an item that was pasted before, and the other way round', async () => {
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    const paste = async (user: User) =>
      server.send('POST', `/events/${world.event.id}/submissions/items`, await server.as(user), {
        key: randomUUID(),
        text: copiedRing,
        timestamp: timeText(testNow - 1000),
      })
    expect((await paste(world.ada)).statusCode).toBe(201)
    expect(answerOf(await report(world.ada, encode(build())))).toEqual([409, 'already_reported'])
    await reported(world.ben)
    expect(answerOf(await paste(world.ben))).toEqual([409, 'already_reported'])
  })

  it("shows judges another player's equal item", async () => {
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    const [first] = await reported(world.ada)
    await reported(world.ben)
    const seen = (await world.list(world.judge)).map(({ same_item_as }) => same_item_as)
    expect(seen).toEqual([null, first?.id])
  })

  it('may be sent again after a judge has rejected it', async () => {
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    const [one] = await reported(world.ada)
    await world.review(one?.id ?? 0, 'REJECTED')
    expect(await reported(world.ada)).toHaveLength(1)
  })

  it('adds no level below the level that the game has shown', async () => {
    await server.db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
    const level = await aNumber('PLAYER_LEVEL', { aggregation: 'SUM_LATEST' })
    const tracked = {
      objective_id: level.id,
      team_id: world.red.id,
      user_id: world.ada.id,
      source: `user:${world.ada.id}`,
      number: 92,
      timestamp: new Date(testNow - 5000),
    }
    await server.db.transact((tx) => appendFacts(tx, world.event.id, [tracked]))
    expect(answerOf(await report(world.ada, encode(build('', 'level="5"'))))).toEqual([409, 'already_reported'])
    expect(await reported(world.ben, build('', 'level="5"'))).toMatchObject([{ number: 5 }])
    expect(await reported(world.ada, build('', 'level="93"'))).toMatchObject([{ number: 93 }])
  })

  it('adds no second completion where the first one counts', async () => {
    const level = await aNumber('PLAYER_LEVEL', { required_number: 90 })
    const [one] = await reported(world.ada)
    const later = () => report(world.ada, encode(build('', 'level="92"')))
    expect(answerOf(await later())).toEqual([409, 'already_reported'])
    await world.review(one?.id ?? 0, 'REJECTED')
    expect(ofObjectives((await later()).json<Submission[]>())).toEqual([[level.id, 92]])
  })

  it('counts a rare item once, and lets a second equal unique wait for a judge', async () => {
    await server.db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    const written = await reported(
      world.ada,
      build(slots(['Ring 1', ring], ['Ring 2', ring], ['Ring 3', sign], ['Ring 4', sign]), 'level="0"'),
    )
    expect(written.map(({ item_name, counts_as }) => [item_name, counts_as])).toEqual([
      ['Gale Loop, Ruby Ring', 'reported'],
      ['The Taming, Prismatic Ring', 'reported'],
      ['The Taming, Prismatic Ring', null],
    ])
  })

  it('answers the same, whether or not it also counts for a hidden objective', async () => {
    await anItemObjective(['ITEM_CLASS', 'Ring'])
    await reported(world.ada)
    const parent = await anObjective(server.db, world.event.id, {
      parent_id: world.root.id,
      objective_type: 'CATEGORY',
      aggregation: 'NONE',
      valid_from: new Date(testNow + 3_600_000),
    })
    const hidden = await anItemObjective(['ITEM_CLASS', 'Ring'])
    await server.db.updateTable('objectives').set({ parent_id: parent.id }).where('id', '=', hidden.id).execute()
    expect(answerOf(await report(world.ada, encode(build())))).toEqual([409, 'already_reported'])
  })

  it('with a higher number of the same second is kept beside the first', async () => {
    await aNumber('PLAYER_LEVEL', { aggregation: 'MAXIMUM' })
    await reported(world.ada, build(''))
    expect(await reported(world.ada, build('', 'level="92"'))).toMatchObject([{ number: 92 }])
  })
})

describe('a code is refused', () => {
  it.each([
    ['a link', 'https://pobb.in/abcdefghijkl', 'is a link: paste the code, not the link'],
    ['another text', 'eNot a code at all, but a sentence that is long enough', 'is not a code of Path of Building'],
    ['a broken code', encode(build()).slice(0, -30), 'is not a code of Path of Building'],
    ['a code that grows to gigabytes', encode('a'.repeat(64 * 1024 * 1024)), 'is larger than any build'],
    ['another document', encode('<html/>'), 'cannot be read: it is not a build of Path of Building'],
    ['the other game', encode('<PathOfBuilding2/>'), 'cannot be read: it is a build of the other game'],
    ['entities', encode('<!DOCTYPE x [<!ENTITY a "aa">]><PathOfBuilding>&a;</PathOfBuilding>'), 'it declares a document type'],
  ])('%s', async (_, code, problem) => {
    const answer = await report(world.ada, code)
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body).toContain(problem)
  })

  it('with more results than one report may add', async () => {
    for (let at = 0; at < 4; at++) await anItemObjective(['ITEM_CLASS', 'Ring'])
    const rings = Array.from(
      { length: 76 },
      (_, at) => [`Ring ${at % 10}${' '.repeat(at)}`, `${ring}\n+${at} to Strength`] as const,
    )
    const answer = await report(world.ada, encode(build(slots(...rings))))
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body).toContain('more than 300 results')
  })

  it('with nothing that counts', async () => {
    expect(answerOf(await report(world.ada, encode(build())))).toEqual([400, 'no_objective_matches'])
  })
})
