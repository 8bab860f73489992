import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import { rebuild } from '@muster/domain/scoring/testing/rebuild'
import { diffBoards } from '@muster/domain/scoring/diff'
import { showDiffs } from '@muster/domain/scoring/recorded-change'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadDefinition } from '../db/definition.ts'
import { appendFacts, listFacts, type Observation } from '../db/ledger.ts'
import { retractFact } from '../testing/ledger.ts'
import { findSequence, listChangesAfter } from '../features/scores/store.ts'
import { anOnlyEvent, createTestContext, type SmallEvent } from '../testing/muster.ts'
import { openScorekeeper } from './scorekeeper.ts'
import { FenceLost, loadScoreboard } from './store.ts'
import { useOpened } from '../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
let wanted: ObjectiveId

beforeEach(async () => {
  event = await anOnlyEvent(world.ctx)
  wanted = await event.add({ name: 'Goldrim' }, [], [30, 20])
  await world.ctx.db
    .updateTable('scoring_presets')
    .set({ scoring_method: 'RANKED_TIME' })
    .where('event_id', '=', event.event_id)
    .execute()
  await event.publish()
})

function observe(team: 0 | 1, fields: Partial<Observation> = {}) {
  const { id, players } = event.teams[team] as SmallEvent['teams'][number]
  const user_id = players[0]?.user_id ?? null
  const observation = {
    objective_id: wanted,
    team_id: id,
    user_id,
    source: `stash:${id}`,
    number: 1,
    timestamp: new Date(world.clock.now()),
    ...fields,
  }
  return world.ctx.db.transact((tx) => appendFacts(tx, event.event_id, [observation]))
}

const listChanges = () =>
  world.ctx.db
    .selectFrom('score_changes')
    .select(['sequence', 'objective_id', 'team_id', 'diff_type', 'points_before', 'points', 'rank'])
    .where('event_id', '=', event.event_id)
    .where('objective_id', '=', wanted)
    .orderBy('sequence')
    .execute()

async function expectStoredEqualsRebuild() {
  const { db, clock } = world.ctx
  const engine = rebuild(await loadDefinition(db, event.event_id), await listFacts(db, event.event_id), clock.now())
  expect(diffBoards(await loadScoreboard(db, event.event_id), engine.scoreboard())).toEqual([])
}

describe('a scorekeeper', () => {
  test('D-31: turns facts into scores and numbered changes, with or without followers', async () => {
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    await observe(0)
    await world.clock.advance(1000)
    await observe(1)
    await keeper.step()
    const scored = (await listChanges()).filter((change) => change.points > 0)
    expect(scored.map(({ team_id, points, rank }) => ({ team_id, points, rank }))).toEqual([
      { team_id: event.teams[0]?.id, points: 30, rank: 1 },
      { team_id: event.teams[1]?.id, points: 20, rank: 2 },
    ])
    await expectStoredEqualsRebuild()
  })

  test('D-76: numbers are without gaps, and a step without changes writes nothing', async () => {
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    await observe(0)
    await keeper.step()
    await keeper.step()
    await observe(1)
    await keeper.step()
    const all = await world.ctx.db
      .selectFrom('score_changes')
      .select('sequence')
      .where('event_id', '=', event.event_id)
      .orderBy('sequence')
      .execute()
    expect(all.map((change) => change.sequence)).toEqual(all.map((_, index) => index + 1))
    const cursor = await world.ctx.db
      .selectFrom('score_cursors')
      .selectAll()
      .where('event_id', '=', event.event_id)
      .executeTakeFirstOrThrow()
    expect(cursor.change_sequence).toBe(all.length)
  })

  test('D-30: a new scorekeeper continues where the old one was killed and counts nothing twice', async () => {
    const first = await openScorekeeper(world.ctx, event.event_id)
    await observe(0)
    await first.step()
    await world.clock.advance(1000)
    await observe(1)
    const changesBefore = (await listChanges()).length
    await openScorekeeper(world.ctx, event.event_id)
    expect((await listChanges()).length).toBe(changesBefore + 1)
    await openScorekeeper(world.ctx, event.event_id)
    expect((await listChanges()).length).toBe(changesBefore + 1)
    await expectStoredEqualsRebuild()
  })

  test('a scorekeeper that was replaced can no longer write', async () => {
    const old = await openScorekeeper(world.ctx, event.event_id)
    await openScorekeeper(world.ctx, event.event_id)
    await observe(0)
    await expect(old.step()).rejects.toThrow(FenceLost)
    expect((await listChanges()).filter((change) => change.points > 0)).toEqual([])
  })

  test('after a retraction, the next fact counts', async () => {
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    await observe(0)
    await world.clock.advance(1000)
    await observe(1)
    await keeper.step()
    const first = (await listFacts(world.ctx.db, event.event_id))[0]
    await world.ctx.db.transact((tx) => retractFact(tx, first?.sequence ?? 0, null, 'proof was wrong'))
    await keeper.step()
    const board = await loadScoreboard(world.ctx.db, event.event_id)
    expect(board.get(wanted)?.get(event.teams[1]?.id ?? 0)).toMatchObject({ points: 30, rank: 1 })
    expect(board.get(wanted)?.get(event.teams[0]?.id ?? 0)?.points ?? 0).toBe(0)
    await expectStoredEqualsRebuild()
  })

  test('an edited preset applies to earlier facts', async () => {
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    await observe(0)
    await keeper.step()
    await world.ctx.db
      .updateTable('scoring_presets')
      .set({ points: [100, 1] })
      .where('event_id', '=', event.event_id)
      .execute()
    await event.publish()
    await keeper.step()
    const board = await loadScoreboard(world.ctx.db, event.event_id)
    expect(board.get(wanted)?.get(event.teams[0]?.id ?? 0)?.points).toBe(100)
    await expectStoredEqualsRebuild()
  })

  test('problems of scoring are stored, and deleted once solved', async () => {
    const listProblems = () =>
      world.ctx.db
        .selectFrom('scoring_problems')
        .select(['code', 'objective_id'])
        .where('event_id', '=', event.event_id)
        .execute()
    const close = async (valid_to: Date | null) => {
      const valid_from = valid_to && new Date(valid_to.getTime() + 1000)
      await world.ctx.db.updateTable('objectives').set({ valid_from, valid_to }).where('id', '=', wanted).execute()
      await event.publish()
    }
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    expect(await listProblems()).toEqual([])
    await close(new Date(world.clock.now()))
    await keeper.step()
    expect(await listProblems()).toEqual([{ code: 'bad_dates', objective_id: wanted }])
    await openScorekeeper(world.ctx, event.event_id)
    expect(await listProblems()).toHaveLength(1)
    await close(null)
    const next = await openScorekeeper(world.ctx, event.event_id)
    await next.step()
    expect(await listProblems()).toEqual([])
  })

  describe('when an objective starts or stops hiding its progress', () => {
    const hide = async (hide_progress: boolean) => {
      await world.ctx.db.updateTable('objectives').set({ hide_progress }).where('id', '=', wanted).execute()
      await event.publish()
    }
    /** The messages about the objective after a number, for others and for the team itself. */
    const tell = async (after: number) => {
      const changes = (await listChangesAfter(world.ctx.db, event.event_id, after, 1000)).filter(
        ({ objective_id }) => objective_id === wanted,
      )
      const words = (audience: TeamId | null) =>
        showDiffs(changes, audience).map(({ diff_type, score }) => [diff_type, score.number])
      return { outsiders: words(null), own: words(event.teams[0]?.id ?? null) }
    }
    const newest = () => findSequence(world.ctx.db, event.event_id)
    beforeEach(async () => {
      await world.ctx.db.updateTable('objectives').set({ required_number: 5 }).where('id', '=', wanted).execute()
      await event.publish()
    })

    test('others receive the removed or added score at once, its own team nothing', async () => {
      const keeper = await openScorekeeper(world.ctx, event.event_id)
      await observe(0, { number: 3 })
      await keeper.step()
      const open = await newest()
      await hide(true)
      await keeper.step()
      expect(await tell(open)).toEqual({ outsiders: [['Removed', 0]], own: [] })
      const hidden = await newest()
      await hide(false)
      await keeper.step()
      expect(await tell(hidden)).toEqual({ outsiders: [['Added', 3]], own: [] })
      await expectStoredEqualsRebuild()
    })

    test('if the number changes with the same edit, both are one change', async () => {
      const keeper = await openScorekeeper(world.ctx, event.event_id)
      await observe(0, { number: 3 })
      await keeper.step()
      const open = await newest()
      await hide(true)
      await observe(0, { number: 4 })
      await keeper.step()
      expect(await tell(open)).toEqual({ outsiders: [['Removed', 0]], own: [['Changed', 4]] })
    })

    test('after an edit without a scorekeeper, the next scorekeeper sends it', async () => {
      const keeper = await openScorekeeper(world.ctx, event.event_id)
      await observe(0, { number: 3 })
      await keeper.step()
      const open = await newest()
      await hide(true)
      await openScorekeeper(world.ctx, event.event_id)
      expect(await tell(open)).toEqual({ outsiders: [['Removed', 0]], own: [] })
    })

    test('finished scores stay visible to everyone', async () => {
      const keeper = await openScorekeeper(world.ctx, event.event_id)
      await observe(0, { number: 5 })
      await keeper.step()
      const open = await newest()
      await hide(true)
      await keeper.step()
      expect(await tell(open)).toEqual({ outsiders: [], own: [] })
    })
  })

  test("facts outside the event's time are stored but do not score", async () => {
    const keeper = await openScorekeeper(world.ctx, event.event_id)
    await observe(0, { timestamp: new Date(world.clock.now() + 365 * 86_400_000) })
    await keeper.step()
    expect((await listChanges()).filter((change) => change.points > 0)).toEqual([])
    expect(await listFacts(world.ctx.db, event.event_id)).toHaveLength(1)
  })
})

describe('the ledger', () => {
  test('an observation that repeats the last one of its source is not written again', async () => {
    expect(await observe(0)).toBe(1)
    expect(await observe(0)).toBe(0)
    expect(await observe(0, { number: 2 })).toBe(1)
    expect(await observe(0, { source: 'stash:other', number: 0 })).toBe(0)
  })

  test('sequence numbers follow the order of commits under concurrent writes', async () => {
    const seen: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await observe((index % 2) as 0 | 1, { source: `stash:${index}` })
        const newest = (await listFacts(world.ctx.db, event.event_id)).map((fact) => fact.sequence)
        seen.push(newest.at(-1) ?? 0)
        expect(newest).toEqual(newest.toSorted((a, b) => a - b))
      }),
    )
    expect(seen).toHaveLength(20)
    expect(await listFacts(world.ctx.db, event.event_id)).toHaveLength(20)
  })
})
