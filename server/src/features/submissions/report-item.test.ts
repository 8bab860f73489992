import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportRule } from '@muster/contract/report-rules'
import type { Submission } from '@muster/contract/submissions'
import { type BountyEvent, answerOf, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { aMember, anObjective, aUser, eventEnd, testNow } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)
let rings: { id: number }
beforeEach(async () => {
  rings = await anItemObjective([{ field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring' }])
})

type User = BountyEvent['ada']
type Asked = { readonly field: 'ITEM_CLASS' | 'BASE_TYPE' | 'NAME'; readonly operator: 'EQ'; readonly value: string }

async function anItemObjective(conditions: readonly Asked[], more: object = {}) {
  const { db } = server
  const objective = await anObjective(db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'ITEM',
    aggregation: 'SUM_LATEST',
    number_field: 'STACK_SIZE',
    ...more,
  })
  for (const condition of conditions) await insertRow(db, 'conditions', { objective_id: objective.id, ...condition })
  return objective
}

const ring = (life = 60, note = '') =>
  [
    'Item Class: Rings',
    'Rarity: Rare',
    'Gale Loop',
    'Ruby Ring',
    '--------',
    'Item Level: 79',
    '--------',
    '+25% to Fire Resistance (implicit)',
    '--------',
    `+${life} to maximum Life`,
    '+31% to Cold Resistance',
    ...(note === '' ? [] : ['--------', `Note: ${note}`]),
  ].join('\n')
const unique = ['Item Class: Rings', 'Rarity: Unique', 'Kaom’s Sign', 'Coral Ring', '--------', 'Item Level: 70'].join('\n')
const scarabs = (count: number) =>
  ['Item Class: Stackable Currency', 'Rarity: Currency', 'Chaos Orb', '--------', `Stack Size: ${count}/20`].join('\n')

const report = async (user: User, text: string, more: object = {}) =>
  server.send('POST', `/events/${world.event.id}/submissions/items`, await server.as(user), {
    key: randomUUID(),
    text,
    timestamp: timeText(testNow - 1000),
    ...more,
  })
const reported = async (user: User, text: string, more: object = {}) => (await report(user, text, more)).json<Submission[]>()
const countReports = (reports: ReportRule, more: object = {}) =>
  server.db
    .updateTable('events')
    .set({ reports, ...more })
    .where('id', '=', world.event.id)
    .execute()
/** Source and number of the facts that count, and whether a judge confirmed them. */
const readCounting = async () =>
  (await world.readLedger()).unretracted.map(({ objective_id, source, number, author_id }) => ({
    objective_id,
    source,
    number,
    is_judged: author_id !== null,
  }))

describe('a reported item', () => {
  it('becomes a pending submission for each objective it counts for', async () => {
    const [coral] = [await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Coral Ring' }])]
    const rubies = await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ruby Ring' }])
    const answer = await report(world.ada, ring())
    expect(answer.statusCode).toBe(201)
    const written = answer.json<Submission[]>()
    expect(written.map(({ objective_id }) => objective_id)).toEqual([rings.id, rubies.id])
    for (const one of written) {
      expect(one).toMatchObject({
        team_id: world.red.id,
        user_id: world.ada.id,
        number: 1,
        item_name: 'Gale Loop, Ruby Ring',
        approval_status: 'PENDING',
        counts_as: null,
        same_item_as: null,
        timestamp: timeText(testNow - 1000),
      })
    }
    expect(written.map(({ objective_id }) => objective_id)).not.toContain(coral?.id)
    expect(await readCounting()).toEqual([])
  })

  it('counts once a judge approves it, and no longer when the judge changes their mind', async () => {
    const [one] = await reported(world.ada, ring())
    const approved = await world.review(one?.id ?? 0, 'APPROVED')
    expect(approved.json()).toMatchObject({ counts_as: 'confirmed' })
    expect(await readCounting()).toEqual([
      { objective_id: rings.id, source: `submission:${one?.id}`, number: 1, is_judged: true },
    ])
    await world.review(one?.id ?? 0, 'REJECTED')
    expect(await readCounting()).toEqual([])
  })

  it('counts as many as its stack holds', async () => {
    await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    expect(await reported(world.ada, scarabs(7))).toMatchObject([{ number: 7 }])
  })

  it('shows its text to its author and to judges only', async () => {
    const [one] = await reported(world.ada, ring())
    const read = async (user: User) => server.get(`/events/${world.event.id}/submissions/${one?.id}/item`, await server.as(user))
    expect((await read(world.ada)).json()).toEqual({ text: ring() })
    expect((await read(world.judge)).json()).toEqual({ text: ring() })
    expect(answerOf(await read(world.ben))).toEqual([403, 'not_allowed'])
  })

  it('that is sent again, because the answer was lost, is stored once', async () => {
    const key = randomUUID()
    const first = await reported(world.ada, ring(), { key })
    expect(await reported(world.ada, ring(), { key })).toEqual(first)
    expect(await world.list(world.judge)).toHaveLength(1)
  })

  it('keeps its item when the player adds a proof, and waits for a judge again', async () => {
    const [one] = await reported(world.ada, ring())
    await world.review(one?.id ?? 0, 'APPROVED')
    const edit = {
      id: one?.id,
      objective_id: rings.id,
      timestamp: timeText(testNow - 500),
      number: 9,
      proof: 'https://clips.test/9',
    }
    expect((await world.submit(world.ada, edit)).json()).toMatchObject({
      number: 1,
      timestamp: one?.timestamp,
      proof: 'https://clips.test/9',
      item_name: 'Gale Loop, Ruby Ring',
      approval_status: 'PENDING',
    })
    expect(await readCounting()).toEqual([])
  })

  it('leaves the count with its submission', async () => {
    const [one] = await reported(world.ada, ring())
    await world.review(one?.id ?? 0, 'APPROVED')
    await world.remove(one?.id ?? 0, world.ada)
    expect(await readCounting()).toEqual([])
  })
})

describe('a report is refused', () => {
  it('with the line that cannot be read', async () => {
    const answer = await report(world.ada, 'a ring, trust me')
    expect(answerOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ problems: [{ field: 'text' }] })
  })

  it('for an item that no open objective asks for', async () => {
    expect(answerOf(await report(world.ada, scarabs(1)))).toEqual([400, 'no_objective_matches'])
    await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }], {
      valid_from: new Date(testNow + 60_000),
    })
    expect(answerOf(await report(world.ada, scarabs(1)))).toEqual([400, 'no_objective_matches'])
  })

  it('from a time before the event, and after its end', async () => {
    expect(answerOf(await report(world.ada, ring(), { timestamp: '2001-01-01T00:00:00Z' }))).toEqual([400, 'invalid_request'])
    server.setNow(eventEnd + 1)
    expect(answerOf(await report(world.ada, ring()))).toEqual([400, 'event_over'])
  })

  it('in an event that takes none', async () => {
    await countReports('refused')
    expect(answerOf(await report(world.ada, ring()))).toEqual([400, 'reports_refused'])
  })

  it('without the proof that the event asks for', async () => {
    await countReports('reviewed', { report_proof: 'required' })
    const answer = await report(world.ada, ring())
    expect(answer.json()).toMatchObject({ problems: [{ field: 'proof', problem: 'is required for this objective' }] })
    expect((await report(world.ada, ring(), { proof: 'https://clips.test/2' })).statusCode).toBe(201)
  })

  it('for an item that the player has reported already, with another note', async () => {
    await reported(world.ada, ring())
    expect(answerOf(await report(world.ada, ring(60, '~price 1 divine')))).toEqual([409, 'already_reported'])
    expect((await report(world.ada, ring(61))).statusCode).toBe(201)
  })

  it('even if another player was first', async () => {
    await reported(world.ben, ring())
    await reported(world.ada, ring())
    expect(answerOf(await report(world.ada, ring()))).toEqual([409, 'already_reported'])
  })

  it('but not after a judge has rejected the first: then judges see both', async () => {
    await countReports('honour')
    const [one] = await reported(world.ada, ring())
    await world.review(one?.id ?? 0, 'REJECTED')
    const [two] = await reported(world.ada, ring())
    expect(two).toMatchObject({ counts_as: null })
    expect(await world.list(world.judge)).toContainEqual(expect.objectContaining({ id: two?.id, same_item_as: one?.id }))
  })

  it('with a stack of 0 or less', async () => {
    await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    for (const size of [0, -5]) {
      expect(answerOf(await report(world.ada, scarabs(size)))).toEqual([400, 'invalid_request'])
    }
  })
})

describe('in an event that counts reports at once', () => {
  beforeEach(() => countReports('honour'))

  it('a report counts on the player’s word, and a judge confirms or rejects it', async () => {
    const [one] = await reported(world.ada, ring())
    expect(one).toMatchObject({ approval_status: 'PENDING', counts_as: 'reported' })
    const source = `submission:${one?.id}`
    expect(await readCounting()).toEqual([{ objective_id: rings.id, source, number: 1, is_judged: false }])
    await world.review(one?.id ?? 0, 'APPROVED')
    expect(await readCounting()).toEqual([{ objective_id: rings.id, source, number: 1, is_judged: true }])
    const reasons = (await world.readLedger()).rows.filter(({ kind }) => kind === 'retraction').map(({ reason }) => reason)
    expect(reasons).toEqual([`Submission ${one?.id} approved`])
    await world.review(one?.id ?? 0, 'REJECTED')
    expect(await readCounting()).toEqual([])
  })

  it('a report put back by a judge waits', async () => {
    const [one] = await reported(world.ada, ring())
    await world.review(one?.id ?? 0, 'PENDING')
    expect(await readCounting()).toEqual([])
  })

  it('an older find waits for a judge, because its time decides ranks', async () => {
    const at = (minutes: number) => ({ timestamp: timeText(testNow - minutes * 60_000) })
    expect(await reported(world.ada, ring(1), at(10))).toMatchObject([{ counts_as: 'reported' }])
    expect(await reported(world.ada, ring(2), at(11))).toMatchObject([{ counts_as: null }])
  })

  it('an item that another player has reported waits, and judges see both', async () => {
    const [one] = await reported(world.ada, ring())
    const [two] = await reported(world.ben, ring())
    expect(two).toMatchObject({ counts_as: null, same_item_as: null })
    const listed = await world.list(world.judge)
    expect(listed.map(({ id, same_item_as }) => [id, same_item_as])).toEqual([
      [one?.id, null],
      [two?.id, one?.id],
    ])
  })

  it('two uniques of one kind are possible, so the second waits; stacks are never doubles', async () => {
    await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await reported(world.ada, unique)
    expect(await reported(world.ada, unique)).toMatchObject([{ counts_as: null }])
    await reported(world.ada, scarabs(3))
    expect(await reported(world.ada, scarabs(3))).toMatchObject([{ counts_as: 'reported' }])
  })

  it('items of one player add up in the order of their times, whatever the order of arrival', async () => {
    const stacks = await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    const at = (seconds: number) => ({ timestamp: timeText(testNow - seconds * 1000) })
    await reported(world.ada, scarabs(5), at(10))
    const [early] = await reported(world.ada, scarabs(2), at(30))
    const [same] = await reported(world.ada, scarabs(4), at(10))
    const numbers = async () =>
      (await world.readLedger()).unretracted
        .filter(({ objective_id }) => objective_id === stacks.id)
        .toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime() || a.sequence - b.sequence)
        .map(({ number }) => number)
    expect(await numbers()).toEqual([2, 7, 11])
    await world.review(early?.id ?? 0, 'REJECTED')
    expect(await numbers()).toEqual([5, 9])
    await world.review(same?.id ?? 0, 'APPROVED')
    expect(await numbers()).toEqual([5, 9])
    await world.remove(same?.id ?? 0, world.ada)
    expect(await numbers()).toEqual([5])
  })

  it('a confirmed first item of one moment stays before the second', async () => {
    const stacks = await anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    const [first] = await reported(world.ada, scarabs(5))
    await reported(world.ada, scarabs(4))
    await world.review(first?.id ?? 0, 'APPROVED')
    const rows = (await world.readLedger()).unretracted.filter(({ objective_id }) => objective_id === stacks.id)
    expect(rows.map(({ number }) => number)).toEqual([5, 9])
  })

  it('a level is reported with its number, and a bounty still waits for a judge', async () => {
    const level = await anObjective(server.db, world.event.id, {
      parent_id: world.root.id,
      objective_type: 'PLAYER',
      number_field: 'PLAYER_LEVEL',
    })
    const claim = (objective_id: number) => world.claim({ objective_id, number: 92 })
    expect(await world.submitted(world.ada, claim(level.id))).toMatchObject({ counts_as: 'reported', number: 92 })
    expect(await world.submitted(world.ada, claim(world.bounty.id))).toMatchObject({ counts_as: null })
    const [first] = await world.list(world.judge)
    await world.review(first?.id ?? 0, 'PENDING', world.judge, { review_comment: 'needs a clip' })
    expect(await world.submitted(world.ada, { ...claim(level.id), id: first?.id })).toMatchObject({ counts_as: null })
    await countReports('refused')
    expect(answerOf(await world.submit(world.ben, claim(level.id)))).toEqual([400, 'reports_refused'])
    expect((await world.submit(world.ben, claim(world.bounty.id))).statusCode).toBe(201)
  })
})

it('teammates can report equal items; only judges see the mark', async () => {
  const cara = await aUser(server.db)
  await aMember(server.db, world.red, cara.id)
  await reported(world.ada, ring())
  const [second] = await reported(cara, ring())
  expect(await world.list(cara)).toContainEqual(expect.objectContaining({ id: second?.id, same_item_as: null }))
})

describe('an objective or its category may have rules of its own', () => {
  const branch = (name: string, more: object) =>
    anObjective(server.db, world.event.id, { parent_id: world.root.id, name, objective_type: 'CATEGORY', ...more })
  const below = (parent: { id: number }, base: string, more: object = {}) =>
    anItemObjective([{ field: 'BASE_TYPE', operator: 'EQ', value: base }], { parent_id: parent.id, ...more })

  it('and each submission of a report follows its own objective', async () => {
    const honoured = await below(await branch('Honoured', { reports: 'honour' }), 'Ruby Ring')
    await below(await branch('Refused', { reports: 'refused' }), 'Ruby Ring')
    const written = await reported(world.ada, ring())
    expect(written.map(({ objective_id, counts_as }) => [objective_id, counts_as])).toEqual([
      [rings.id, null],
      [honoured.id, 'reported'],
    ])
    expect(await readCounting()).toMatchObject([{ objective_id: honoured.id, is_judged: false }])
  })

  it('and the nearest decides: an objective accepts reports in an event that takes none', async () => {
    await countReports('refused')
    const category = await branch('Refused', { reports: 'refused' })
    const open = await below(category, 'Ruby Ring', { reports: 'reviewed' })
    expect(await reported(world.ada, ring())).toMatchObject([{ objective_id: open.id }])
    await server.db
      .updateTable('objectives')
      .set({ reports: null })
      .where('id', '=', open.id as never)
      .execute()
    expect(answerOf(await report(world.ben, ring()))).toEqual([400, 'reports_refused'])
  })

  it('and a proof is needed if any of the objectives that take the report asks for it', async () => {
    const proof = 'https://clips.test/2'
    const strict = await branch('Strict', { report_proof: 'required' })
    await below(strict, 'Ruby Ring')
    expect(answerOf(await report(world.ada, ring()))).toEqual([400, 'invalid_request'])
    expect((await report(world.ada, ring(), { proof })).statusCode).toBe(201)
    await below(strict, 'Coral Ring', { reports: 'refused' })
    expect((await report(world.ada, unique)).statusCode).toBe(201)
  })

  it('and an edit cannot take the proof away', async () => {
    const strict = await below(await branch('Strict', { report_proof: 'required' }), 'Ruby Ring')
    const written = await reported(world.ada, ring(), { proof: 'https://clips.test/2' })
    const edit = async (objective_id: number) => {
      const id = written.find((one) => one.objective_id === objective_id)?.id
      const body = { id, objective_id, timestamp: timeText(testNow), proof: '' }
      return answerOf(await server.send('PUT', `/events/${world.event.id}/submissions`, await server.as(world.ada), body))
    }
    expect(await edit(strict.id)).toEqual([400, 'invalid_request'])
    expect((await edit(rings.id))[0]).toBe(201)
  })
})
