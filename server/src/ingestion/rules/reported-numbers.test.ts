import type { LastReported } from '@muster/domain/objectives/last-reported'
import { beforeEach, describe, expect, test } from 'vitest'
import { erasePerson } from '../../features/privacy/store.ts'
import { evaluateRound } from '../../testing/evaluate-round.ts'
import { aPage, anItem, anOnlyEvent, aTab, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { pickStreamPage, storeStreamPages } from '../../testing/stream-page.ts'
import { createRuleReader, type RuleReader, writeRuleBook } from './fact-rules.ts'
import { evaluateSnapshots } from '../stash/evaluate-snapshots.ts'
import { createReportedMemory, type ReportedMemory } from './reported-numbers.ts'
import { useOpened } from '../../testing/use-server.ts'

const pointAt = (position: number, book = writeRuleBook(new Map(), { game_version: 'poe1' })) => ({ position, book })
const numbers = (number: number): LastReported => new Map([[1, new Map([[7, number]])]])

describe('the cache of last reported numbers', () => {
  test('is valid at the same position, until another process has evaluated or the rules have changed', () => {
    const memory = createReportedMemory()
    const [from, to] = [pointAt(0), pointAt(5)]
    expect(memory.recall(from, 'stash:a')).toBeUndefined()
    memory.keep(from, to, new Map([['stash:a', numbers(3)]]))
    expect(memory.recall(to, 'stash:a')).toEqual(numbers(3))
    expect(memory.recall(to, 'stash:b')).toBeUndefined()
    expect(memory.recall({ ...to, position: 6 }, 'stash:a')).toBeUndefined()
    expect(memory.recall(pointAt(5), 'stash:a')).toBeUndefined()
  })

  test('also has earlier batches if no other process evaluated in between', () => {
    const memory = createReportedMemory()
    const [first, second, third] = [pointAt(0), pointAt(1), pointAt(2)]
    memory.keep(first, second, new Map([['stash:a', numbers(3)]]))
    memory.keep(second, third, new Map([['stash:b', numbers(4)]]))
    expect(memory.recall(third, 'stash:a')).toEqual(numbers(3))
    memory.keep(first, third, new Map([['stash:c', numbers(5)]]))
    expect(memory.recall(third, 'stash:a')).toBeUndefined()
    expect(memory.recall(third, 'stash:c')).toEqual(numbers(5))
  })

  test('is not affected by changes to returned copies', () => {
    const memory = createReportedMemory()
    const to = pointAt(5)
    memory.keep(pointAt(0), to, new Map([['stash:a', numbers(3)]]))
    memory.recall(to, 'stash:a')?.get(1)?.set(7, 99)
    expect(memory.recall(to, 'stash:a')).toEqual(numbers(3))
  })
})

describe('evaluation with a cache writes the same facts as without', () => {
  const world = useOpened(createTestContext)
  let event: SmallEvent
  let memory: ReportedMemory
  let readRules: RuleReader
  let page_number = 0
  beforeEach(async () => {
    event = await anOnlyEvent(world.ctx)
    memory = createReportedMemory()
    readRules = createRuleReader({ game_version: 'poe1' })
    await event.add({ name: 'Chaos' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await event.publish()
    await evaluateRound(world.ctx, event.event_id)
  })

  /** A player's tab shows a stack of Chaos Orbs. */
  async function show(stackSize: number, accountName = 'Player1#0001'): Promise<void> {
    await world.clock.advance(60_000)
    const items = stackSize > 0 ? [anItem({ typeLine: 'Chaos Orb', baseType: 'Chaos Orb', stackSize })] : []
    const page = aPage([aTab({ id: 'tab', accountName, league: event.name, items })])
    const packed = await pickStreamPage(world.ctx, event.event_id, page, `page-${++page_number}`)
    await storeStreamPages(world.ctx, event.event_id, [packed])
  }

  async function evaluate({ fails = false } = {}): Promise<void> {
    const { remember } = await world.ctx.db.transact(async (tx) => {
      const evaluated = await evaluateSnapshots(tx, event.event_id, { readRules, memory }, 100)
      if (fails) throw new Error('died')
      return evaluated
    })
    remember()
  }

  const listFacts = async () => {
    const facts = world.ctx.db.selectFrom('facts').select(['team_id', 'number']).where('event_id', '=', event.event_id)
    const names = new Map(event.teams.map(({ id }, place) => [id, place === 0 ? 'first' : 'second']))
    return (await facts.orderBy('sequence').execute()).map(({ team_id, number }) => `${names.get(team_id)} ${number}`)
  }

  test('over several batches', async () => {
    for (const count of [3, 3, 5, 0, 2]) {
      await show(count)
      await evaluate()
    }
    expect(await listFacts()).toEqual(['first 3', 'first 5', 'first 0', 'first 2'])
  })

  test('after a failed transaction', async () => {
    await show(3)
    await evaluate()
    await show(5)
    await expect(evaluate({ fails: true })).rejects.toThrow('died')
    await show(3)
    await evaluate()
    expect(await listFacts()).toEqual(['first 3', 'first 5', 'first 3'])
  })

  test('after another process has evaluated', async () => {
    await show(3)
    await evaluate()
    await show(5)
    await evaluateRound(world.ctx, event.event_id)
    await show(3)
    await evaluate()
    expect(await listFacts()).toEqual(['first 3', 'first 5', 'first 3'])
  })

  test('after the objective was edited and everything was re-evaluated', async () => {
    await show(3)
    await evaluate()
    await world.ctx.db.updateTable('conditions').set({ value: 'Vaal Orb' }).execute()
    await event.publish()
    await evaluateRound(world.ctx, event.event_id)
    await world.ctx.db.updateTable('conditions').set({ value: 'Chaos Orb' }).execute()
    await event.publish()
    await evaluateRound(world.ctx, event.event_id)
    await show(4)
    await evaluate()
    expect((await listFacts()).at(-1)).toBe('first 4')
    await show(0)
    await evaluate()
    expect((await listFacts()).at(-1)).toBe('first 0')
  })

  test('after its owner was deleted and the ledger calls the tab by another name', async () => {
    await show(3)
    await evaluate()
    const owner = event.teams[0]?.players[0]?.user_id ?? (0 as never)
    await world.ctx.db.transact((tx) => erasePerson(tx, owner, new Date(world.ctx.clock.now())))
    // A tab of the same name, owned by another player: it has reported nothing yet.
    await show(3, 'Player3#0003')
    await evaluate()
    expect(await listFacts()).toEqual(['first 3', 'second 3'])
  })

  test('when a tab changes hands', async () => {
    await show(3)
    await evaluate()
    await show(3, 'Player3#0003')
    await evaluate()
    expect(await listFacts()).toEqual(['first 3', 'first 0', 'second 3'])
  })
})
