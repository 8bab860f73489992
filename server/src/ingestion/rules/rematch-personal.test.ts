import type { NumberField } from '@muster/contract/objectives'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import type { FactRule } from '@muster/domain/objectives/fact-rule'
import { expect, test } from 'vitest'
import { aSmallEvent, createTestContext } from '../../testing/muster.ts'
import { observeReadings } from '../characters/observe-readings.ts'
import { type Part, Rehearsal, somePersonal } from '../../testing/rehearsals.ts'
import { useOpened } from '../../testing/use-server.ts'

const minute = 60_000
const world = useOpened(createTestContext)

const aPart = (name: string, number_field: NumberField): Part => ({
  name,
  columns: {
    objective_type: 'PLAYER',
    aggregation: 'MAXIMUM',
    number_field,
    required_number: 1,
    valid_from: null,
    valid_to: null,
  },
  conditions: [],
  points: [10, 5],
})
const parts = [aPart('Level', 'PLAYER_LEVEL'), aPart('Personal', 'PLAYER_SCORE')]

test('changed rules of personal objectives count all readings again, and only for personal points', async () => {
  const { ctx, clock } = world
  const stage = new Rehearsal(ctx, await aSmallEvent(ctx, { is_current: false }))
  const [start, end] = [new Date(clock.now()), new Date(clock.now() + 600 * minute)]
  const edit = (personal_objectives: PersonalObjectives | null) => stage.edit({ start, end, parts, personal_objectives })
  const settle = async () => {
    for (let more = await stage.work(5, true); more; ) more = await stage.work(5, false)
  }
  const who = stage.players[0]?.user_id ?? (0 as never)
  const readPersonal = async () =>
    (await stage.countedFacts()).filter((line) => line.startsWith('Personal')).map((line) => Number(line.split(' ')[2]))
  await edit(null)
  await settle()
  for (const level of [10, 20, 40]) {
    await clock.advance(minute)
    await stage.meet(who, 'Witch', level, ['Witch'])
  }
  expect(await readPersonal()).toEqual([1])
  await edit(somePersonal(20))
  await stage.work(5, true)
  expect(await ctx.db.selectFrom('rematches').selectAll().execute()).toHaveLength(1)
  await settle()
  expect(await readPersonal()).toEqual([2, 7])
  await stage.meet(who, 'Witch', 41, ['Witch'])
  expect(await readPersonal()).toEqual([2, 7])
  await edit(null)
  await settle()
  expect(await readPersonal()).toEqual([1])
})

test('a build that is calculated later changes personal points with a figure of the build, and no others', () => {
  const state = { level: 20, experience: 0, ascendancy_points: 0, pantheon_major: null, pantheon_minor: null }
  const values = { delve_depth: 0, atlas_node_count: 0, figures: { armour: 61_000 }, worn: null }
  const steps = [30_000, 60_000, 90_000].map((at, place) => ({ at, points: 2 ** place }))
  const own: PersonalObjectives = { cap: 0, steps: [], figures_cap: 0, figures: [{ number_field: 'ARMOUR', steps }] }
  const always = { reads: 'player', number_field: 'PLAYER_SCORE', from: null, to: null } as const
  const rules = new Map<number, FactRule>([
    [1, always],
    [2, { ...always, personal_objectives: own }],
    [3, { ...always, personal_objectives: somePersonal(20) }],
  ])
  const observe = (figures_only: boolean) => {
    const tracked = { timestamp: new Date(0), team_id: 1 as never, user_id: 1 as never, reading_ids: [7], figures_only }
    const states = new Map([[7, { ...state, ...values }]])
    return observeReadings([tracked], states, rules, 'poe1').map((one) => [one.objective_id, one.number])
  }
  expect(observe(true)).toEqual([[2, 2]])
  expect(observe(false)).toEqual([
    [1, 0],
    [2, 2],
    [3, 2],
  ])
})
