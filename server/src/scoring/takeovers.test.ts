import type { ObjectiveId } from '@muster/contract/ids'
import { createPick } from '@muster/domain/scoring/testing/event-generator'
import { expect, test } from 'vitest'
import { appendFacts, listFacts } from '../db/ledger.ts'
import { rebuildEngine } from '../ledger-engine.ts'
import { eventStart } from '../testing/builders.ts'
import { retractFact } from '../testing/ledger.ts'
import { aSmallEvent, createTestContext } from '../testing/muster.ts'
import { openScorekeeper } from './scorekeeper.ts'
import { verifyStandings } from './verify.ts'
import { useOpened } from '../testing/use-server.ts'

const world = useOpened(createTestContext)

test('a scorekeeper killed at any moment loses nothing and counts nothing twice; batches of any size give the same board', async () => {
  const { ctx, clock } = world
  const event = await aSmallEvent(ctx, { is_current: false })
  const { event_id } = event
  const window = { valid_from: new Date(eventStart), valid_to: new Date(eventStart + 60_000) }
  const objectives: ObjectiveId[] = [
    await event.add({ aggregation: 'EARLIEST', required_number: 3 }, [], [30, 20]),
    await event.add({ aggregation: 'EARLIEST_FRESH_ITEM', required_number: 2 }),
    await event.add({ aggregation: 'SUM_LATEST', required_number: 5 }),
    await event.add({ objective_type: 'PLAYER', aggregation: 'SUM_LATEST', required_number: 5 }),
    await event.add({ objective_type: 'PLAYER', aggregation: 'MAXIMUM' }),
    await event.add({ objective_type: 'PLAYER', aggregation: 'DIFFERENCE_BETWEEN', ...window }),
  ]
  await event.publish()
  const players = event.teams.flatMap((team) => team.players.map(({ user_id }) => ({ user_id, team_id: team.id })))
  const pick = createPick(55)
  const one = <T>(list: readonly T[]) => list[pick(0, list.length - 1)] as T

  let keeper = await openScorekeeper(ctx, event_id)
  let takeovers = 0
  for (let round = 0; round < 24; round++) {
    const observations = Array.from({ length: pick(1, 6) }, () => ({
      ...one(players),
      objective_id: one(objectives),
      source: one(['stash:1', 'stash:2', 'user:1', 'deposit:1']),
      number: pick(0, 6),
      // Late facts and simultaneous facts are common.
      timestamp: new Date(eventStart + pick(-2, 12) * 10_000),
    }))
    await ctx.db.transact((tx) => appendFacts(tx, event_id, observations))
    if (round % 6 === 2) {
      const facts = (await listFacts(ctx.db, event_id)).filter(({ kind }) => kind === 'fact')
      await ctx.db.transact((tx) => retractFact(tx, one(facts).sequence, null, 'proof was wrong')).catch(() => undefined)
    }
    if (round % 6 === 4) {
      const edit = ctx.db.updateTable('objectives').set({ required_number: pick(1, 4) })
      await edit.where('id', '=', one(objectives)).execute()
      await event.publish()
    }
    await clock.advance(1000)
    await keeper.step()
    if (pick(0, 2) > 0) continue
    keeper = await openScorekeeper(ctx, event_id)
    takeovers++
    expect(await verifyStandings(ctx.db, event_id)).toMatchObject({ differences: [], is_behind: false })
    const { engine } = await rebuildEngine(ctx.db, event_id, Number.MAX_SAFE_INTEGER, clock.now(), pick(1, 9))
    expect(engine.scoreboard()).toEqual(keeper.engine().scoreboard())
  }
  expect(takeovers).toBeGreaterThan(4)
})
