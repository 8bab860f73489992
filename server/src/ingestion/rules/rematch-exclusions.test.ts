import { expect, test } from 'vitest'
import { aUser, insertRows } from '../../testing/builders.ts'
import { aSmallEvent, anItem, createTestContext } from '../../testing/muster.ts'
import { type Part, Rehearsal } from '../../testing/rehearsals.ts'
import { useOpened } from '../../testing/use-server.ts'

const minute = 60_000
const world = useOpened(createTestContext)

const anOrb = (baseType: string, stackSize: number) => anItem({ baseType, typeLine: baseType, stackSize, ilvl: 0 })
/** Counts the largest number of these orbs in a tab. */
const aPart = (pattern: string): Part => ({
  name: 'Orb',
  columns: {
    objective_type: 'ITEM',
    aggregation: 'MAXIMUM',
    number_field: 'STACK_SIZE',
    required_number: 1,
    valid_from: null,
    valid_to: null,
  },
  conditions: [{ field: 'BASE_TYPE', operator: 'MATCHES', value: pattern }],
  points: [10, 5],
})

test('an excluded result stays out, even if its re-evaluation finds another number', async () => {
  const { ctx, clock } = world
  const event = await aSmallEvent(ctx, { is_current: false })
  const stage = new Rehearsal(ctx, event)
  const [start, end] = [new Date(clock.now()), new Date(clock.now() + 600 * minute)]
  const edit = (pattern: string) => stage.edit({ start, end, parts: [aPart(pattern)] })
  const settle = async () => {
    for (let more = await stage.work(5, true); more; ) more = await stage.work(5, false)
  }
  const show = async (...items: ReturnType<typeof anOrb>[]) => {
    await clock.advance(minute)
    await stage.show('tab-1', 'Player1#0001', items)
    await settle()
  }
  const listNumbers = async () => (await stage.countedFacts()).map((line) => line.split(' ')[2])

  await edit('^Chaos Orb$')
  await show(anOrb('Chaos Orb', 2))
  await show(anOrb('Chaos Orb', 9), anOrb('Vaal Orb', 1))
  const fact = await ctx.db.selectFrom('facts').selectAll().where('number', '=', 9).executeTakeFirstOrThrow()
  const { objective_id, team_id, source, timestamp } = fact
  const span = { from_at: timestamp, to_at: timestamp }
  const author_id = (await aUser(ctx.db)).id
  const why = { reason: 'bought', public_note: null, author_id, created_at: timestamp }
  const named = { event_id: event.event_id, what: 'fact' as const, objective_id, team_id, user_id: null, source }
  await insertRows(ctx.db, 'exclusions', { ...named, ...span, ...why })
  await edit('^Chaos Orb$')
  const before = await stage.standings()
  expect(before).toEqual([expect.stringMatching(/^Orb \/ team 0: \{"number":2,/)])

  await edit('^(Chaos|Vaal) Orb$')
  await settle()
  expect(await listNumbers()).toEqual(['2', '10'])
  expect(await stage.standings()).toEqual(before)
})
