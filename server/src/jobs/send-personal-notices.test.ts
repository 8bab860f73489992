import { expect, describe, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import { createEgress } from '../gateways/egress/egress.ts'
import { aMember, anEvent, aUser, insertRows, testNow } from '../testing/builders.ts'
import { usePersonalScene } from '../testing/personal-scene.ts'
import { runTaskOnce } from './scheduled-tasks.ts'
import { createSendPersonalNotices } from './send-personal-notices.ts'

const minute = 60_000
const hour = 60 * minute
const scene = usePersonalScene(createEgress, (server, egress) =>
  runTaskOnce(server.ctx, createSendPersonalNotices(egress), new AbortController().signal),
)
const { turn, objective, score, decide, told, rulesOf } = scene

describe('the player of a report', () => {
  test('gets one notice of the decision, and other players get none', async () => {
    const { id } = await objective()
    await turn()
    await decide(id)
    await turn()
    await turn()
    expect(await told(scene.ada)).toEqual([{ kind: 'report_decided', values: { case: 'APPROVED', objective: 'Mirror' } }])
    expect(await told(scene.judge)).toEqual([])
  })

  test('is not notified of decisions before the first look, nor of their own', async () => {
    const { id } = await objective()
    await decide(id)
    await turn()
    await decide(id, 'REJECTED', scene.ada.id)
    await turn()
    expect(await told(scene.ada)).toEqual([])
  })

  test('learns no name of an objective that is not open', async () => {
    const { id } = await objective({ name: 'Secret', valid_from: new Date(testNow + 30 * hour) })
    await turn()
    await decide(id)
    await turn()
    expect(JSON.stringify(await told(scene.ada))).not.toContain('Secret')
    expect((await told(scene.ada)).length).toBe(1)
  })

  test('gets a notice of a decision that became visible late, after a long transaction', async () => {
    const { id } = await objective()
    await turn()
    await turn(4 * minute)
    const late = scene.now
    scene.now -= 3 * minute
    await decide(id)
    scene.now = late
    await turn()
    expect((await told(scene.ada)).length).toBe(1)
  })
})

describe('a team', () => {
  test('that is overtaken gets notices for members who want them, at most every five minutes', async () => {
    const mirror = await objective()
    await rulesOf()
    const ben = await aUser(scene.server.db)
    await aMember(scene.server.db, scene.teams[0] as Row<'teams'>, ben.id)
    await score(mirror, 0, 10)
    await turn()
    await turn(5 * minute)
    await score(mirror, 1, 20)
    await turn(minute)
    expect(await told(scene.ada)).toEqual([])
    await turn(4 * minute)
    expect(await told(scene.ada)).toEqual([{ kind: 'overtaken', values: { rivals: 'Falcons', team: 'Lanterns', rank: 2 } }])
    expect(await told(ben)).toEqual([])
  })

  test('gets no notice of scores that others may not see', async () => {
    const hidden = await objective({ valid_from: new Date(testNow + 30 * hour) })
    const open = await objective()
    await rulesOf()
    await score(open, 0, 10)
    await turn()
    await score(hidden, 1, 500)
    await turn(5 * minute)
    expect(await told(scene.ada)).toEqual([])
  })
})

describe('a player', () => {
  test('without readings gets the reason after ten minutes, and a notice when it is solved', async () => {
    await turn()
    await turn(2 * minute)
    await turn(8 * minute)
    expect(await told(scene.ada)).toEqual([])
    await turn(2 * minute)
    await turn(10 * minute)
    expect((await told(scene.ada)).map(({ kind, values }) => [kind, values['case'], values['problem']])).toEqual([
      ['tracking', 'stopped', 'No game account is connected, so nothing can be tracked for this player.'],
    ])
    await insertRows(scene.server.db, 'accounts', {
      user_id: scene.ada.id,
      provider: 'poe',
      account_id: 'ada',
      name: 'Ada#1234',
      scopes: ['account:characters'],
      access_token: Buffer.alloc(1),
      expires_at: new Date(testNow + 100 * hour),
    })
    await turn(2 * minute)
    expect((await told(scene.ada)).map(({ values }) => values['case'])).toEqual(['stopped', 'solved'])
  })
})

describe('dates', () => {
  test('members are notified ten minutes before objectives open, without their names', async () => {
    const opens_at = testNow + 2 * hour
    await objective({ name: 'Secret daily', valid_from: new Date(opens_at) })
    await turn()
    await turn(opens_at - 11 * minute - scene.now)
    expect(await told(scene.ada)).toEqual([])
    await turn(minute)
    await turn(minute)
    expect(await told(scene.ada)).toEqual([{ kind: 'opening_soon', values: { case: 'usual', minutes: 10 } }])
    expect(await told(scene.judge)).toEqual([])
  })

  test('people with a login who are not signed up are notified a day before signups close, once', async () => {
    const [member, visitor] = [await aUser(scene.server.db), await aUser(scene.server.db)]
    for (const { id } of [member, visitor])
      await insertRows(scene.server.db, 'accounts', { user_id: id, provider: 'discord', account_id: `${id}`, name: `${id}` })
    const next = await anEvent(scene.server.db, {
      name: 'Winter Muster',
      application_start_time: new Date(testNow - hour),
      application_end_time: new Date(testNow + 25 * hour),
      event_start_time: new Date(testNow + 48 * hour),
      event_end_time: new Date(testNow + 96 * hour),
    })
    await insertRows(scene.server.db, 'signups', {
      event_id: next.id,
      user_id: member.id,
      timestamp: new Date(scene.now),
      expected_playtime: 5,
    })
    await turn()
    await turn(30 * minute)
    expect(await told(visitor)).toEqual([])
    await turn(hour)
    await turn(hour)
    expect(await told(visitor)).toEqual([{ kind: 'signups_closing', values: {} }])
    expect([await told(member), await told(scene.judge)]).toEqual([[], []])
  })
})

describe('an event that is hidden', () => {
  test('sends no notices, not even later', async () => {
    const { id } = await objective()
    await turn()
    await scene.server.db.updateTable('events').set({ is_public: false }).where('id', '=', scene.event.id).execute()
    await decide(id)
    await turn()
    await scene.server.db.updateTable('events').set({ is_public: true }).where('id', '=', scene.event.id).execute()
    await turn()
    expect(await told(scene.ada)).toEqual([])
  })
})
