import type { NumberField } from '@muster/contract/objectives'
import { beforeAll, expect, test } from 'vitest'
import type { GameContext } from '../context.ts'
import { createCalculatorService } from '../gateways/pob/http-calculator.ts'
import { anObjective, publishDefinition } from '../testing/builders.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { createCalculateBuilds } from './calculate-builds.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import { useOpened } from '../testing/use-server.ts'

// Numbers that follow from items and from calculated builds, with the simulated game and its calculator.

const minutes = (count: number) => count * 60_000

const world = useOpened(() => startSimulatedEvent({ hours: 6 }))
let ctx: GameContext
beforeAll(async () => {
  const url = `${world.simulator.calculator_url}/poe1/import-character`
  const service = { url, timeout_ms: 10_000, concurrency: 2, engine: 'test' }
  ctx = { ...world.ctx, config: { ...world.ctx.config, pob: { poe1: service, poe2: null } } }
})

const count = (number_field: NumberField, more: Parameters<typeof anObjective>[2] = {}) =>
  anObjective(ctx.db, world.event_id, { objective_type: 'PLAYER', aggregation: 'MAXIMUM', number_field, ...more })
const calculate = async () => {
  const { pob } = ctx.config
  const task = createCalculateBuilds({ poe1: pob.poe1 && createCalculatorService(pob.poe1 as never), poe2: null })
  expect(await task.run(ctx, new AbortController().signal)).toBeNull()
}
const factsOf = (objective_id: number) =>
  ctx.db
    .selectFrom('facts')
    .select(['source', 'number', 'timestamp'])
    .where('objective_id', '=', objective_id as never)
    .where('kind', '=', 'fact')
    .orderBy('sequence')
    .execute()

test('figures count from the time at which the game showed the build, for players and teams, even after an edit', async () => {
  const life = await count('LIFE')
  const [sum, many] = [
    await count('LIFE', { objective_type: 'TEAM', aggregation: 'SUM_LATEST' }),
    await count('LIFE', { objective_type: 'TEAM', aggregation: 'SUM_LATEST', players_from: 1 }),
  ]
  await publishDefinition(ctx.db, world.event_id)
  await world.run(fetchCharacterData, 2, ctx)
  const seen_at = ctx.clock.now()
  expect(await factsOf(life.id)).toEqual([])
  world.simulator.step(minutes(20))
  await calculate()
  await world.run(fetchCharacterData, 1, ctx)
  const facts = await factsOf(life.id)
  expect(facts.map(({ source }) => source).toSorted()).toEqual(world.players.map(({ user_id }) => `user:${user_id}`).toSorted())
  for (const { number, timestamp } of facts) {
    expect(number).toBeGreaterThan(0)
    expect(timestamp.getTime()).toBeLessThanOrEqual(seen_at)
  }
  const teams = new Map(world.players.map(({ user_id, team_id }) => [`user:${user_id}`, team_id]))
  for (const [team_id, own] of Map.groupBy(facts, ({ source }) => teams.get(source))) {
    const [ofSum, ofMany] = [await factsOf(sum.id), await factsOf(many.id)].map((all) =>
      all.filter(({ source }) => source === `team:${team_id}`).at(-1),
    )
    expect(ofSum?.number).toBe(own.reduce((total, { number }) => total + number, 0))
    expect(ofMany?.number).toBe(own.length)
  }

  // An objective added later finds the same numbers at the same times.
  const later = await count('LIFE')
  await publishDefinition(ctx.db, world.event_id)
  await world.run(fetchCharacterData, 4, ctx)
  expect(await factsOf(later.id)).toEqual(facts)
})

test('items count with the character, gems from the level that the objective states', async () => {
  const [gems, best, uniques] = [
    await count('GEMS_OF_LEVEL', { pieces_from: 1 }),
    await count('GEMS_OF_LEVEL', { pieces_from: 99 }),
    await count('UNIQUES_WORN'),
  ]
  await publishDefinition(ctx.db, world.event_id)
  await world.run(fetchCharacterData, 4, ctx)
  expect(await factsOf(gems.id)).toHaveLength(world.players.length)
  expect(await factsOf(best.id)).toEqual([])
  const [one] = world.players
  const before = (await factsOf(uniques.id)).findLast(({ source }) => source === `user:${one?.user_id}`)?.number ?? 0
  world.simulator.inject({ kind: 'wear', account: one?.account_name ?? '', item: { family: 'unique', name: 'Headhunter' } })
  world.simulator.step(minutes(61))
  await world.run(fetchCharacterData, 2, ctx)
  const after = (await factsOf(uniques.id)).findLast(({ source }) => source === `user:${one?.user_id}`)?.number ?? 0
  expect(after).toBeGreaterThanOrEqual(Math.max(1, before))
})
