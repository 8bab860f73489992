import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Receipt } from '@muster/contract/receipts'
import type { Submission, SubmissionHistory } from '@muster/contract/submissions'
import { freshReport_ms } from '@muster/domain/submissions/item-report'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { type BountyEvent, aBountyEvent, answerOf, timeText } from '../../testing/bounties.ts'
import { anObjective, publishDefinition, testNow } from '../../testing/builders.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let world: BountyEvent
let level: { id: number }
let second = 0
beforeEach(async () => {
  second = 0
  world = await aBountyEvent(server)
  level = await anObjective(server.db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'PLAYER',
    number_field: 'PLAYER_LEVEL',
  })
  await server.db.updateTable('events').set({ trusted_after: 2 }).where('id', '=', world.event.id).execute()
})

/** Each report has a time of its own. */
const report = (more: object = {}, user = world.ada): Promise<Submission> => {
  second += 1
  return world.submitted(user, world.claim({ objective_id: level.id, timestamp: timeText(testNow - second * 1000), ...more }))
}
const decideNext = async (...decisions: readonly ('APPROVED' | 'REJECTED')[]) => {
  for (const decision of decisions) {
    const { id } = await report()
    await world.review(id, decision)
    server.setNow(server.ctx.clock.now() + 1)
  }
}

describe('a player whose last reports were right', () => {
  it('reports at the level confirmed, without a judge', async () => {
    await decideNext('APPROVED')
    expect(await report()).toMatchObject({ approval_status: 'PENDING', counts_as: null })
    await decideNext('APPROVED')
    const trusted = await report({ number: 6 })
    expect(trusted).toMatchObject({ approval_status: 'APPROVED', counts_as: 'confirmed', reviewer_id: null, reviewed_at: null })
    const facts = (await world.readLedger()).unretracted
    expect(facts.find(({ source }) => source === `submission:${trusted.id}`)).toMatchObject({
      number: 6,
      author_id: null,
      reason: `Submission ${trusted.id} confirmed: trusted player`,
    })
    const history = await server.get(`/events/${world.event.id}/submissions/${trusted.id}/history`, await server.as(world.judge))
    expect(history.json<SubmissionHistory[]>()).toMatchObject([{ kind: 'submitted', to_status: 'APPROVED' }])
  })

  it('is marked as trusted on receipts', async () => {
    await decideNext('APPROVED', 'APPROVED')
    const { id } = await report({ number: 6 })
    await publishDefinition(server.db, world.event.id)
    const keeper = await openScorekeeper(server.ctx, world.event.id)
    await keeper.step()
    const path = `/events/${world.event.id}/objectives/${level.id}/receipt?team_id=${world.red.id}`
    const { facts } = (await server.get(path)).json<Receipt>()
    expect(facts.find(({ submission_id }) => submission_id === id)).toMatchObject({
      trust: 'confirmed',
      ruling: { author: null, note: `Submission ${id} confirmed: trusted player` },
    })
  })

  it('loses the trust with one rejection, even of a report that a judge looked at later', async () => {
    await decideNext('APPROVED', 'APPROVED')
    const { id } = await report()
    await world.review(id, 'REJECTED')
    expect((await world.readLedger()).unretracted.map(({ source }) => source)).not.toContain(`submission:${id}`)
    expect(await report()).toMatchObject({ counts_as: null })
    await decideNext('APPROVED')
    expect(await report()).toMatchObject({ counts_as: null })
    await decideNext('APPROVED')
    expect(await report()).toMatchObject({ counts_as: 'confirmed' })
  })

  it('cannot remove the rejection that ended the trust', async () => {
    await decideNext('APPROVED', 'APPROVED')
    const { id, timestamp } = await report()
    await world.review(id, 'REJECTED')
    expect(answerOf(await world.remove(id, world.ada))).toEqual([403, 'not_allowed'])
    const moved = { id, objective_id: world.bounty.id, timestamp, number: 1, proof: 'https://clips.test/1' }
    expect(answerOf(await world.submit(world.ada, moved))).toEqual([403, 'not_allowed'])
    expect(await report()).toMatchObject({ counts_as: null })
    const corrected = { id, objective_id: level.id, timestamp, number: 80 }
    expect(await world.submitted(world.ada, corrected)).toMatchObject({ number: 80, approval_status: 'REJECTED' })
    expect((await world.remove(id, world.judge)).statusCode).toBe(204)
  })

  it('may delete a rejected proof, which is not a report', async () => {
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'REJECTED')
    expect((await world.remove(id, world.ada)).statusCode).toBe(204)
  })

  it('keeps the level of an item when a proof is added', async () => {
    await decideNext('APPROVED', 'APPROVED')
    const item = {
      parent_id: world.root.id,
      objective_type: 'ITEM',
      aggregation: 'SUM_LATEST',
      number_field: 'STACK_SIZE',
    } as const
    const rings = await anObjective(server.db, world.event.id, item)
    await insertRow(server.db, 'conditions', { objective_id: rings.id, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring' })
    const text = 'Item Class: Rings\nRarity: Rare\nGale Loop\nRuby Ring\n--------\nItem Level: 79\n--------\n+60 to maximum Life'
    const body = { key: randomUUID(), text, timestamp: timeText(testNow) }
    const answer = await server.send('POST', `/events/${world.event.id}/submissions/items`, await server.as(world.ada), body)
    const [one] = answer.json<Submission[]>()
    expect(one).toMatchObject({ counts_as: 'confirmed' })
    const edit = { id: one?.id, objective_id: rings.id, timestamp: one?.timestamp, number: 1, proof: 'https://clips.test/9' }
    expect(await world.submitted(world.ada, edit)).toMatchObject({ counts_as: 'confirmed', proof: 'https://clips.test/9' })
  })

  it('loses the trust with a late rejection of an approved report, and not with an old rejection that stays', async () => {
    const old = await report()
    await world.review(old.id, 'REJECTED')
    server.setNow(server.ctx.clock.now() + 1)
    await decideNext('APPROVED', 'APPROVED')
    await world.review(old.id, 'REJECTED')
    const trusted = await report()
    expect(trusted).toMatchObject({ counts_as: 'confirmed' })
    server.setNow(server.ctx.clock.now() + 1)
    await decideNext('APPROVED', 'APPROVED')
    await world.review(trusted.id, 'REJECTED')
    expect(await report()).toMatchObject({ counts_as: null })
  })

  it('still waits with an older find, and after an edit', async () => {
    await decideNext('APPROVED', 'APPROVED')
    expect(await report({ timestamp: timeText(testNow - freshReport_ms - 5000) })).toMatchObject({ counts_as: null })
    const trusted = await report()
    const edit = { id: trusted.id, objective_id: level.id, timestamp: trusted.timestamp, number: 93 }
    expect(await world.submitted(world.ada, edit)).toMatchObject({ approval_status: 'PENDING', counts_as: null })
  })
})

describe('nobody is trusted', () => {
  it('because of another player', async () => {
    await decideNext('APPROVED', 'APPROVED')
    expect(await report({}, world.ben)).toMatchObject({ counts_as: null })
  })

  it('because of approved proofs, which are not reports', async () => {
    for (const at of [1, 2]) {
      const { id } = await world.submitted(world.ada, world.claim({ timestamp: timeText(testNow - at) }))
      await world.review(id, 'APPROVED')
    }
    expect(await report()).toMatchObject({ counts_as: null })
  })

  it('in an event without the rule', async () => {
    await decideNext('APPROVED', 'APPROVED')
    await server.db.updateTable('events').set({ trusted_after: null }).where('id', '=', world.event.id).execute()
    expect(await report()).toMatchObject({ counts_as: null })
  })
})
