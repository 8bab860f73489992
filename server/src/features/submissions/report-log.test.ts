import { randomUUID } from 'node:crypto'
import type { LogReply } from '@muster/contract/game-log'
import type { Submission } from '@muster/contract/submissions'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { appendFacts } from '../../db/ledger.ts'
import { answerOf, timeText, useBountyEvent } from '../../testing/bounties.ts'
import { anObjective, aUser, eventEnd, eventStart, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)
let ninety: { id: number }
beforeEach(async () => {
  await setEvent({ game_log: 'followed' })
  ninety = await aGoal(90)
})

const setEvent = (more: object) => server.db.updateTable('events').set(more).where('id', '=', world.event.id).execute()
const aGoal = (required_number: number, more: object = {}) =>
  anObjective(server.db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'PLAYER',
    aggregation: 'EARLIEST',
    number_field: 'PLAYER_LEVEL',
    required_number,
    ...more,
  })

let line = 0
const level = (number: number, more: object = {}) => ({
  kind: 'level',
  character: 'AdaTheOcean',
  value: 'Witch',
  number,
  logged: '2026/01/17 12:40:00',
  uptime_ms: ++line,
  timestamp: null,
  ...more,
})
const report = async (events: readonly object[], key = randomUUID(), user = world.ada) =>
  server.send('POST', `/events/${world.event.id}/submissions/log`, await server.as(user), { key, events })
const reported = async (...parts: Parameters<typeof report>) => (await report(...parts)).json<LogReply>()
const readFacts = async () =>
  (await world.readLedger()).unretracted.map(({ objective_id, number, timestamp }) => [objective_id, number, timestamp.getTime()])

describe('a level-up in the log', () => {
  it('becomes a submission with the line as its proof, and the time of the server', async () => {
    const answer = await report([level(90)])
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      added: 1,
      submissions: [
        {
          objective_id: ninety.id,
          user_id: world.ada.id,
          team_id: world.red.id,
          number: 90,
          timestamp: timeText(testNow),
          proof: '2026/01/17 12:40:00 AdaTheOcean (Witch) is now level 90',
          comment: 'From the game’s log, read as the game wrote it.',
          approval_status: 'PENDING',
          counts_as: null,
        },
      ],
    })
    expect(await readFacts()).toEqual([])
  })

  it('counts at once in an event of honour, and waits there if it was read later', async () => {
    await setEvent({ reports: 'honour' })
    const later = await aGoal(91)
    const { submissions } = await reported([level(90), level(91, { timestamp: timeText(testNow - 3_600_000) })])
    expect(submissions.map(({ objective_id, counts_as, timestamp }) => [objective_id, counts_as, timestamp])).toEqual([
      [ninety.id, null, timeText(testNow - 3_600_000)],
      [later.id, null, timeText(testNow - 3_600_000)],
    ])
    expect(submissions[0]?.comment).toBe('From the game’s log, read later: the time is that of the player’s computer.')
    const more = await aGoal(92)
    await reported([level(92)])
    expect(await readFacts()).toEqual([[more.id, 92, testNow]])
  })

  it('is stored once, however often its line is read and sent', async () => {
    await setEvent({ reports: 'honour' })
    const key = randomUUID()
    const event = level(90)
    const first = await reported([event], key)
    expect(await reported([event], key)).toEqual({ ...first, added: 0 })
    expect(await reported([event, event], randomUUID())).toEqual({ added: 0, submissions: [] })
    expect(await reported([{ ...event, timestamp: timeText(testNow - 1000) }])).toEqual({ added: 0, submissions: [] })
    expect(await readFacts()).toEqual([[ninety.id, 90, testNow]])
  })

  it('is answered again after the end of the event, if the first answer was lost', async () => {
    const key = randomUUID()
    const event = level(90)
    const first = await reported([event], key)
    server.setNow(eventEnd + 1)
    expect(await reported([event], key)).toEqual({ ...first, added: 0 })
  })

  it('counts for an objective that is newer than the line, when the line is read again', async () => {
    const event = level(60)
    await reported([event])
    const sixty = await aGoal(60)
    const { added, submissions } = await reported([event])
    expect([added, submissions.map(({ objective_id, number }) => [objective_id, number])]).toEqual([0, [[sixty.id, 60]]])
  })

  it('that a judge rejected is not reported again; the next one is', async () => {
    const event = level(90)
    const [first] = (await reported([event])).submissions
    await world.review(first?.id ?? 0, 'REJECTED')
    expect(await reported([event])).toEqual({ added: 0, submissions: [] })
    expect((await reported([level(91)])).submissions).toMatchObject([{ objective_id: ninety.id, number: 91 }])
  })

  it('is reported below a number that was typed by hand and rejected', async () => {
    const body = { objective_id: ninety.id, timestamp: timeText(testNow - 1000), number: 100 }
    const typed = (
      await server.send('PUT', `/events/${world.event.id}/submissions`, await server.as(world.ada), body)
    ).json<Submission>()
    await world.review(typed.id, 'REJECTED')
    expect((await reported([level(91)])).submissions).toMatchObject([{ objective_id: ninety.id, number: 91 }])
  })

  it('of a gain adds nothing: a report has no number from the beginning of the window', async () => {
    await aGoal(1, { aggregation: 'DIFFERENCE_BETWEEN' })
    expect((await reported([level(50), level(80)])).submissions).toEqual([])
  })

  it('of two players is two events, even with the same line', async () => {
    const event = level(90)
    await reported([event])
    expect(await reported([event], randomUUID(), world.ben)).toMatchObject({ added: 1, submissions: [{ user_id: world.ben.id }] })
  })

  it('below the required number is stored, and adds no work for judges where only the first completion counts', async () => {
    const sum = await aGoal(500, { aggregation: 'SUM_LATEST' })
    const { added, submissions } = await reported([level(2), level(3)])
    expect([added, submissions.map(({ objective_id, number }) => [objective_id, number])]).toEqual([2, [[sum.id, 3]]])
  })

  it('of a second character adds nothing below the level that the game has shown', async () => {
    await setEvent({ reports: 'honour' })
    const sum = await aGoal(500, { aggregation: 'SUM_LATEST' })
    const tracked = { team_id: world.red.id, user_id: world.ada.id, source: `user:${world.ada.id}`, number: 92 }
    const seen = { ...tracked, timestamp: new Date(testNow - 5000) }
    await server.db.transact((tx) =>
      appendFacts(tx, world.event.id, [
        { ...seen, objective_id: sum.id },
        { ...seen, objective_id: ninety.id as typeof sum.id },
      ]),
    )
    expect((await reported([level(2, { character: 'AdaTheSecond' })])).submissions).toEqual([])
    const { submissions } = await reported([level(93)])
    expect(submissions.map(({ objective_id, number }) => [objective_id, number])).toEqual([[sum.id, 93]])
  })

  it('outside the window of an objective does not count for it', async () => {
    await aGoal(80, { valid_to: new Date(testNow - 1) })
    expect((await reported([level(90)])).submissions.map(({ objective_id }) => objective_id)).toEqual([ninety.id])
  })

  it('that no visible objective asks for is not stored', async () => {
    await server.db
      .updateTable('objectives')
      .set({ valid_from: new Date(testNow + 1000) })
      .where('id', '=', ninety.id as never)
      .execute()
    expect(await reported([level(90)])).toEqual({ added: 0, submissions: [] })
  })

  it('needs no other proof, and counts for the judge like any report', async () => {
    await setEvent({ report_proof: 'required' })
    const { submissions } = await reported([level(90)])
    await world.review(submissions[0]?.id ?? 0, 'APPROVED')
    expect(await readFacts()).toEqual([[ninety.id, 90, testNow]])
  })

  it('stays beside a report of the same number by hand at the same moment', async () => {
    await reported([level(90)])
    const claim = { objective_id: ninety.id, timestamp: timeText(testNow), number: 90, proof: 'https://clips.test/2' }
    expect((await world.submit(world.ada, claim)).statusCode).toBe(201)
  })
})

describe('a report from the log waits if it may be wrong, and only judges see the sign:', () => {
  const listAs = async (user: typeof world.ada) =>
    (await server.get(`/events/${world.event.id}/submissions`, await server.as(user))).json<Submission[]>()
  const own = async () => (await listAs(world.judge)).filter(({ user_id }) => user_id === world.ada.id)
  beforeEach(() => setEvent({ reports: 'honour' }))

  it('a report without a sign does not wait', async () => {
    await reported([level(89, { logged: '2026/01/17 12:39:00', uptime_ms: 500 }), level(90, { uptime_ms: 60_500 })])
    expect(await own()).toMatchObject([{ number: 90, suspicions: [], counts_as: 'reported' }])
  })

  it('the clock of the log jumps', async () => {
    const { submissions } = await reported([level(89, { uptime_ms: 500 }), level(90, { uptime_ms: 3_600_500 })])
    expect(submissions).toMatchObject([{ number: 90, counts_as: null, suspicions: [] }])
    expect(await own()).toMatchObject([{ suspicions: ['log_clock_jumps'] }])
    expect((await listAs(world.ada)).map(({ suspicions }) => suspicions)).toEqual([[]])
    expect(await readFacts()).toEqual([])
  })

  it('the clock of the log jumps, and the player edits the comment', async () => {
    const { submissions } = await reported([level(89, { uptime_ms: 500 }), level(90, { uptime_ms: 3_600_500 })])
    const [{ id, number, timestamp, proof } = {}] = submissions
    const edit = { id, objective_id: ninety.id, number, timestamp, proof, comment: 'My clock was set back.' }
    expect((await world.submit(world.ada, edit)).statusCode).toBe(201)
    expect(await own()).toMatchObject([{ comment: edit.comment, suspicions: ['log_clock_jumps'], counts_as: null }])
    expect(await readFacts()).toEqual([])
  })

  it('a line comes again with another time', async () => {
    const line = level(89)
    await reported([line])
    await reported([{ ...line, logged: '2026/01/17 09:00:00' }, level(90, { logged: '2026/01/17 09:00:01' })])
    expect(await own()).toMatchObject([
      { number: 90, suspicions: ['log_clock_jumps', 'log_level_out_of_order'], counts_as: null },
    ])
  })

  it('a later level of the character is lower', async () => {
    await reported([level(90), level(41, { logged: '2026/01/17 12:41:00' })])
    expect(await own()).toMatchObject([{ number: 90, suspicions: ['log_level_out_of_order'], counts_as: null }])
  })

  it('another player sends the same character', async () => {
    await reported([level(90)], randomUUID(), world.ben)
    await reported([level(90)])
    expect(await own()).toMatchObject([{ suspicions: ['log_of_two_players'], counts_as: null }])
    expect((await readFacts()).length).toBe(1)
  })
})

describe('other numbers', () => {
  const event = (kind: string, value: string, number = 0) =>
    level(number, { kind, value, number, character: kind === 'death' ? 'AdaTheOcean' : '' })

  it('follow from deaths, areas, passives and last words', async () => {
    const fields = ['DEATHS', 'AREA_LEVEL', 'AREAS_ENTERED', 'ACTS_FINISHED', 'PASSIVES_ALLOCATED', 'BOSS_LINES'] as const
    const goals = await Promise.all(fields.map((number_field) => aGoal(1, { number_field, aggregation: 'MAXIMUM' })))
    const { submissions } = await reported([
      event('death', ''),
      event('death', ''),
      event('area', '1_3_town', 23),
      event('area', 'MapWorldsStrand', 68),
      event('passive', 'spells18'),
      event('boss', 'maven'),
    ])
    const found = new Map(submissions.map(({ objective_id, number }) => [objective_id as number, number]))
    expect(goals.map(({ id }) => found.get(id))).toEqual([2, 68, 2, 2, 1, 1])
  })

  it('with conditions count the named areas and bosses, and no other event is stored', async () => {
    const ask = async (number_field: 'AREAS_ENTERED' | 'BOSS_LINES', field: 'AREA' | 'BOSS', value: string) => {
      const goal = await aGoal(1, { number_field })
      await server.db.insertInto('conditions').values({ objective_id: goal.id, field, operator: 'EQ', value }).execute()
      return goal
    }
    const realm = await ask('AREAS_ENTERED', 'AREA', 'MapWorldsShapersRealm')
    const sirus = await ask('BOSS_LINES', 'BOSS', 'sirus')
    await ask('BOSS_LINES', 'BOSS', 'maven')
    const { added, submissions } = await reported([
      event('area', 'MapWorldsStrand', 68),
      event('area', 'MapWorldsShapersRealm', 84),
      event('boss', 'sirus'),
      event('boss', 'black_star'),
    ])
    expect([added, submissions.map(({ objective_id, number, proof }) => [objective_id, number, proof])]).toEqual([
      2,
      [
        [realm.id, 1, '2026/01/17 12:40:00 Generating level 84 area "MapWorldsShapersRealm"'],
        [sirus.id, 1, '2026/01/17 12:40:00 Last words of Sirus, Awakener of Worlds'],
      ],
    ])
  })

  it('count older events that arrive later, at the time of the last event', async () => {
    const deaths = await aGoal(1, { number_field: 'DEATHS', aggregation: 'MAXIMUM' })
    await reported([event('death', '')])
    const older = await reported([{ ...event('death', ''), timestamp: timeText(testNow - 3_600_000) }])
    expect(older.submissions.map(({ objective_id, number, timestamp }) => [objective_id, number, timestamp])).toEqual([
      [deaths.id, 2, timeText(testNow)],
    ])
  })

  it('are not reported for the lowest number of an objective, which would always be the first', async () => {
    await aGoal(1, { number_field: 'DEATHS', aggregation: 'MINIMUM' })
    expect(await reported([event('death', '')])).toEqual({ added: 0, submissions: [] })
  })
})

describe('a report is refused:', () => {
  it.each([
    ['an event that does not read the log', { game_log: 'off' }, {}, [400, 'log_refused']],
    ['an event that accepts no reports', { reports: 'refused' }, {}, [400, 'reports_refused']],
    ['a time before the event', { game_log: 'followed' }, { timestamp: timeText(eventStart - 1) }, [400, 'invalid_request']],
    ['a time in the future', { game_log: 'followed' }, { timestamp: timeText(testNow + 120_000) }, [400, 'invalid_request']],
    ['a line of another form', { game_log: 'followed' }, { logged: 'yesterday' }, [400, 'invalid_request']],
    ['a name with marks of chat', { game_log: 'followed' }, { character: '@From Bob: hello' }, [400, 'invalid_request']],
    ['a sentence as the name of a boss', { game_log: 'followed' }, { kind: 'boss', value: 'meet me' }, [400, 'invalid_request']],
    ['a level that no character has', { game_log: 'followed' }, { number: 101 }, [400, 'invalid_request']],
    [
      'a value with the marks of an address',
      { game_log: 'followed' },
      { value: 'meet me at 203.0.113.7' },
      [400, 'invalid_request'],
    ],
  ])('%s', async (_, event, more, answer) => {
    await setEvent(event)
    expect(answerOf(await report([level(90, more)]))).toEqual(answer)
  })

  it('everything after the end of the event', async () => {
    server.setNow(eventEnd + 1)
    expect(answerOf(await report([level(90)]))).toEqual([400, 'event_over'])
  })

  it('more than 50,000 events of one player', async () => {
    await sql`insert into game_log_events (event_id, user_id, kind, character, value, number, logged, uptime_ms, is_live, timestamp)
      select ${world.event.id}, ${world.ada.id}, 'passive', '', 'str1', 0, '2026/01/17 12:40:00', uptime_ms, true, now()
      from generate_series(1, 50000) as uptime_ms`.execute(server.db)
    expect(answerOf(await report([level(90)]))).toEqual([400, 'log_full'])
  })

  it('a person without a team', async () => {
    expect((await report([level(90)], randomUUID(), await aUser(server.db))).statusCode).toBe(403)
  })
})
