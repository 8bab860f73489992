import type { ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { Receipt } from '@muster/contract/receipts'
import type { ScoreDiff } from '@muster/contract/scores'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { connectDatabase } from '../../db/connect.ts'
import { appendFacts, type Observation } from '../../db/ledger.ts'
import { retractFact } from '../../testing/ledger.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { anObjective, aPreset, testNow, insertRows, publishDefinition } from '../../testing/builders.ts'
import { aBountyEvent, answerOf, type BountyEvent, useBountyEvent } from '../../testing/bounties.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { explain } from './explain.ts'

const server = useTestServer()
const world = useBountyEvent(server)

const seconds = (ms: number) => Math.floor(ms / 1000)

/** Brings the board up to the end of the ledger. */
async function score(): Promise<void> {
  await publishDefinition(server.db, world.event.id)
  const keeper = await openScorekeeper(server.ctx, world.event.id)
  await keeper.step()
}

const observe = (observation: Partial<Observation> & Pick<Observation, 'objective_id'>) =>
  server.db.transact((tx) =>
    appendFacts(tx, world.event.id, [
      {
        team_id: world.red.id,
        user_id: world.ada.id,
        source: 'stash:tab-1',
        number: 1,
        timestamp: new Date(testNow - 60_000),
        ...observation,
      },
    ]),
  )
const anItemObjective = async (objective: Parameters<typeof anObjective>[2] = {}) =>
  anObjective(server.db, world.event.id, {
    parent_id: world.root.id,
    scoring_preset_id: await aPreset(server.db, world.event.id, { points: [10] }),
    ...objective,
  })

type User = BountyEvent['ada']
const ask = async (objective_id: number, team_id: number, user?: User) =>
  server.get(`/events/${world.event.id}/objectives/${objective_id}/receipt?team_id=${team_id}`, user ? await server.as(user) : {})
const read = async (objective_id: ObjectiveId, team_id: TeamId = world.red.id, user?: User) =>
  (await ask(objective_id, team_id, user)).json<Receipt>()

describe('a receipt', () => {
  it("explains the team's points: every fact and its verdict", async () => {
    const { id } = await anItemObjective({ required_number: 3 })
    await observe({ objective_id: id, number: 2 })
    await observe({ objective_id: id, number: 4, timestamp: new Date(testNow - 30_000) })
    await score()
    expect(await read(id)).toEqual({
      objective_id: id,
      team_id: world.red.id,
      ledger_sequence: expect.any(Number),
      points: 10,
      own_points: 10,
      adjustment: null,
      rank: 0,
      number: 4,
      required_number: 3,
      finished: true,
      timestamp: seconds(testNow - 30_000),
      user: { id: world.ada.id, display_name: world.ada.display_name },
      scoring_method: 'PRESENCE',
      sentence: '4 of 3: finished, 10 points.',
      facts: [
        expect.objectContaining({ number: 2, verdict: 'not_reached', timestamp: seconds(testNow - 60_000) }),
        {
          sequence: expect.any(Number),
          source: 'stash',
          trust: 'tracked',
          submission_id: null,
          tab: null,
          character: null,
          number: 4,
          timestamp: seconds(testNow - 30_000),
          user: { id: world.ada.id, display_name: world.ada.display_name },
          verdict: 'counts',
          reason: 'counts',
          ruling: null,
          proof: null,
          approver: null,
          withdrawal: null,
        },
      ],
      facts_left_out: 0,
      children: [],
    })
    expect(await read(id, world.blue.id)).toMatchObject({ points: 0, finished: false, facts: [] })
  })

  it('names the character, by its current name and with its progress at that time', async () => {
    const { id } = await anItemObjective()
    const of = { event_id: world.event.id, user_id: world.ada.id }
    const now = { id: 'a-character', name: 'Tank', ascendancy: 'Juggernaut', level: 95, experience: 1 }
    await insertRows(server.db, 'characters', { ...of, ...now })
    const snapshot = { stash_id: 'a-character', kind: 'worn', change_id: 'worn-1', level: 92, class: 'Marauder' } as const
    const content = { timestamp: new Date(testNow), item_count: 0, items: Buffer.alloc(0), items_hash: Buffer.alloc(0) }
    const { id: stash_snapshot_id } = await server.db
      .insertInto('stash_snapshots')
      .values({ ...of, team_id: world.red.id, ...snapshot, ...content })
      .returning('id')
      .executeTakeFirstOrThrow()
    await observe({ objective_id: id, source: 'worn:a-character', stash_snapshot_id })
    await score()
    const seen = {
      source: 'worn',
      tab: null,
      character: { name: 'Tank', level: 92, class: 'Marauder' },
      user: { id: world.ada.id },
    }
    expect(await read(id)).toMatchObject({ points: 10, facts: [seen] })
  })

  it('names the submitter, the approving judge and the withdrawing judge', async () => {
    await server.db
      .updateTable('objectives')
      .set({ scoring_preset_id: await aPreset(server.db, world.event.id, { points: [25] }) })
      .where('id', '=', world.bounty.id)
      .execute()
    const { id } = await world.submitted(world.ada)
    await world.review(id, 'APPROVED', world.judge, { review_comment: 'seen' })
    await score()
    const [ada, judge] = [world.ada, world.judge].map((user) => ({ id: user.id, display_name: user.display_name }))
    const claim = { source: 'submission', submission_id: id, user: ada, number: 7 }
    const ruling = { author: judge, note: `Submission ${id} approved: seen` }
    expect(await read(world.bounty.id)).toMatchObject({
      points: 25,
      user: ada,
      facts: [{ ...claim, trust: 'confirmed', verdict: 'counts', ruling, withdrawal: null }],
    })
    await world.review(id, 'REJECTED', world.judge, { review_comment: 'forged' })
    await score()
    const withdrawal = { author: judge, note: `Submission ${id} rejected: forged` }
    expect(await read(world.bounty.id)).toMatchObject({
      points: 0,
      facts: [{ ...claim, verdict: 'retracted', ruling, withdrawal }],
    })
  })

  it('shows whether a player reports a level, or a judge has confirmed it', async () => {
    await server.db.updateTable('events').set({ reports: 'honour' }).where('id', '=', world.event.id).execute()
    const level = await anItemObjective({ objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL' })
    const { id } = await world.submitted(world.ada, world.claim({ objective_id: level.id }))
    await score()
    expect((await read(level.id)).facts).toMatchObject([{ source: 'submission', trust: 'reported', ruling: null }])
    await world.review(id, 'APPROVED')
    await score()
    expect((await read(level.id)).facts.find(({ verdict }) => verdict === 'counts')).toMatchObject({
      trust: 'confirmed',
      ruling: { author: { id: world.judge.id } },
    })
  })

  it('agrees with the board, even while the ledger is ahead of it', async () => {
    const { id } = await anItemObjective({ aggregation: 'MAXIMUM' })
    await observe({ objective_id: id, number: 2 })
    await score()
    await observe({ objective_id: id, number: 9, source: 'stash:tab-2' })
    expect(await read(id)).toMatchObject({ number: 2, facts: [{ number: 2 }] })
    await score()
    expect(await read(id)).toMatchObject({ number: 9, facts: [{ number: 2 }, { number: 9 }] })
  })

  it('adds up to the board over all objectives, with ranks, bonuses and retractions', async () => {
    const bonus = await aPreset(server.db, world.event.id, { points: [5, 3], scoring_method: 'BONUS_PER_COMPLETION' })
    const ranked = await aPreset(server.db, world.event.id, { points: [20, 12], scoring_method: 'RANKED_TIME' })
    const category = await anItemObjective({ objective_type: 'CATEGORY', aggregation: 'NONE', scoring_preset_id: bonus })
    const leaves = []
    for (let count = 0; count < 4; count++) {
      leaves.push(await anItemObjective({ parent_id: category.id, scoring_preset_id: ranked }))
    }
    for (const [place, { id }] of leaves.entries()) {
      const at = (offset: number) => new Date(testNow - 600_000 + place * 10_000 + offset)
      await observe({ objective_id: id, timestamp: at(0), team_id: (place % 2 ? world.red : world.blue).id })
      await observe({ objective_id: id, timestamp: at(5000), team_id: (place % 2 ? world.blue : world.red).id })
    }
    const first = await server.db
      .selectFrom('facts')
      .select('sequence')
      .where('event_id', '=', world.event.id)
      .orderBy('sequence')
      .executeTakeFirstOrThrow()
    await server.db.transact((tx) => retractFact(tx, first.sequence, world.judge.id, 'bought'))
    await score()
    const board = (await server.get(`/events/${world.event.id}/scores/latest`)).json<ScoreDiff[]>()
    const told = []
    for (const { objective_id, team_id } of board) {
      const { points, rank, number, finished } = await read(objective_id, team_id)
      told.push({ objective_id, team_id, points, rank, number, finished })
    }
    const shown = board.map(({ objective_id, team_id, score: { points, rank, number, finished } }) => ({
      objective_id,
      team_id,
      points,
      rank,
      number,
      finished,
    }))
    expect(told).toEqual(shown)
    expect(new Set(board.map((diff) => diff.objective_id)).size).toBe(5)
    expect(await read(category.id, world.red.id)).toMatchObject({
      sentence: '4 of 4 finished: 0 points.',
      children: leaves.map(({ id }) => ({ objective_id: id, finished: true })),
    })
    const second = leaves[1]?.id ?? category.id
    expect((await read(second, world.red.id)).adjustment).toMatchObject({ kind: 'bonus', objective_id: category.id })
  })

  it('shows one state of the board to all simultaneous callers', async () => {
    const objectives = [await anItemObjective(), await anItemObjective({ aggregation: 'SUM_LATEST' })]
    await score()
    const ids = objectives.map(({ id }) => id)
    for (const number of [1, 2, 3]) {
      for (const objective_id of ids) await observe({ objective_id, number })
      await score()
      const receipts = await Promise.all([...ids, ...ids].map((id) => read(id)))
      const shown = receipts.map((receipt) => [receipt.facts.length, receipt.finished])
      expect(shown).toEqual(shown.map(() => [number, true]))
      expect(new Set(receipts.map((receipt) => receipt.ledger_sequence)).size).toBe(1)
    }
  })

  it('is built again after the database failed half-way', async () => {
    const { id } = await anItemObjective()
    await observe({ objective_id: id })
    await score()
    const gone = connectDatabase(server.database_url)
    await gone.db.selectFrom('events').select('id').execute()
    await gone.close()
    let db = server.db
    const ctx: Context = {
      ...server.ctx,
      get db() {
        return db
      },
    }
    const readAt = (upTo: number) => explain(ctx, world.event, id, world.red.id, upTo)
    const { ledger_sequence } = await read(id)
    await readAt(0)
    db = gone.db
    const failed = [readAt(ledger_sequence), readAt(ledger_sequence)].map((receipt) => receipt.catch(() => 'failed'))
    expect(await Promise.all(failed)).toEqual(['failed', 'failed'])
    db = server.db
    expect(await readAt(ledger_sequence)).toMatchObject({ ledger_sequence, receipt: { points: 10, finished: true } })
  })

  it('shortens a very long history, and says by how much', async () => {
    const { id } = await anItemObjective({ aggregation: 'SUM_LATEST' })
    const timestamps = Array.from({ length: 230 }, (_, place) => new Date(testNow - 1_000_000 + place * 1000))
    const facts = timestamps.map((timestamp, place) => ({
      objective_id: id,
      team_id: world.red.id,
      user_id: null,
      timestamp,
      source: place === 0 ? 'stash:old' : 'stash:busy',
      number: place + 1,
    }))
    await server.db.transact((tx) => appendFacts(tx, world.event.id, facts))
    await score()
    const receipt = await read(id)
    expect([receipt.number, receipt.facts.length, receipt.facts_left_out]).toEqual([231, 200, 30])
    expect(receipt.facts.filter((fact) => fact.verdict === 'counts').map((fact) => fact.number)).toEqual([1, 230])
  })

  it('needs an objective and a team of this event', async () => {
    const { id } = await anItemObjective()
    const other = await aBountyEvent(server)
    expect(answerOf(await ask(other.bounty.id, world.red.id))).toEqual([404, 'objective_not_found'])
    expect(answerOf(await ask(id, other.red.id))).toEqual([404, 'team_not_found'])
    expect(answerOf(await ask(999_999, world.red.id))).toEqual([404, 'objective_not_found'])
    expect(answerOf(await ask(id, 0))).toEqual([400, 'invalid_request'])
    const path = `/events/${world.event.id}/objectives/${id}/receipt`
    expect(answerOf(await server.get(path))).toEqual([400, 'invalid_request'])
  })
})

describe('a receipt hides', () => {
  it('hidden progress, until it is finished', async () => {
    const { id } = await anItemObjective({ hide_progress: true, required_number: 3 })
    await observe({ objective_id: id, number: 2 })
    await score()
    const seenBy = async () => {
      const codes = []
      for (const user of [world.ada, world.judge, world.ben, undefined]) {
        codes.push((await ask(id, world.red.id, user)).json<{ code?: string }>().code ?? 'shown')
      }
      return codes
    }
    expect(await seenBy()).toEqual(['shown', 'shown', 'progress_hidden', 'progress_hidden'])
    // The existence of progress is hidden too.
    expect(answerOf(await ask(id, world.blue.id))).toEqual([403, 'progress_hidden'])
    await observe({ objective_id: id, number: 3 })
    await score()
    expect(await seenBy()).toEqual(['shown', 'shown', 'shown', 'shown'])
  })

  it('an objective that has not opened', async () => {
    const later = await anItemObjective({ valid_from: new Date(testNow + 1) })
    const below = await anItemObjective({ parent_id: later.id })
    await score()
    for (const { id } of [later, below]) {
      expect(answerOf(await ask(id, world.red.id))).toEqual([404, 'objective_not_found'])
    }
    expect((await read(world.root.id)).children.map((child) => child.objective_id)).toEqual([world.bounty.id])
  })

  it('the names of tabs', async () => {
    const { id } = await anItemObjective()
    const snapshot = await server.db
      .insertInto('stash_snapshots')
      .values({
        event_id: world.event.id,
        stash_id: 'tab-1',
        change_id: 'c',
        team_id: world.red.id,
        user_id: world.ada.id,
        timestamp: new Date(testNow),
        item_count: 0,
        items: Buffer.of(),
        items_hash: Buffer.of(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tab = { event_id: world.event.id, stash_id: 'tab-1', team_id: world.red.id, name: 'secret plans' }
    await insertRows(server.db, 'stashes', { ...tab, user_id: world.ada.id, latest_snapshot_id: snapshot.id })
    await observe({ objective_id: id, stash_snapshot_id: snapshot.id })
    await score()
    const tabs = []
    for (const user of [world.ada, world.judge, world.ben, undefined]) {
      const receipt = await ask(id, world.red.id, user)
      tabs.push([receipt.json<Receipt>().facts[0]?.tab, receipt.body.includes('secret plans'), receipt.body.includes('tab-1')])
    }
    const [told, untold] = [
      ['secret plans', true, false],
      [null, false, false],
    ]
    expect(tabs).toEqual([told, told, untold, untold])
  })

  it('when a team last came closer to a hidden child', async () => {
    const category = await anItemObjective({ objective_type: 'CATEGORY', aggregation: 'NONE' })
    const hidden = await anItemObjective({ parent_id: category.id, hide_progress: true, required_number: 5 })
    const open = await anItemObjective({ parent_id: category.id, required_number: 5 })
    for (const { id } of [hidden, open]) await observe({ objective_id: id, number: 2 })
    await score()
    const seen = seconds(testNow - 60_000)
    const children = async (user?: User) => (await read(category.id, world.red.id, user)).children.map((child) => child.timestamp)
    expect(await children(world.ada)).toEqual([seen, seen])
    expect(await children(world.ben)).toEqual([null, seen])
    expect(await children()).toEqual([null, seen])
  })
})

it('a deleted player leaves the receipt complete', async () => {
  const { id } = await anItemObjective()
  await observe({ objective_id: id, user_id: world.ada.id as UserId })
  await server.db.deleteFrom('users').where('id', '=', world.ada.id).execute()
  await score()
  expect(await read(id)).toMatchObject({ points: 10, user: null, facts: [{ user: null, verdict: 'counts' }] })
})
