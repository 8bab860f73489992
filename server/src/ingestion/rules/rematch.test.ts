import type { ItemField, Operator } from '@muster/contract/conditions'
import type { ObjectiveType } from '@muster/contract/objectives'
import { numbersOf } from '@muster/domain/characters/number-rows'
import { kindAggregations } from '@muster/domain/objectives/kind-aggregations'
import { createPick, type Pick } from '@muster/domain/scoring/testing/event-generator'
import { beforeEach, describe, expect, test } from 'vitest'
import { retractFact } from '../../testing/ledger.ts'
import { aUser, insertRows } from '../../testing/builders.ts'
import { aSmallEvent, anItem, createTestContext } from '../../testing/muster.ts'
import { Killed, type Part, Rehearsal, type Script, somePersonal } from '../../testing/rehearsals.ts'
import { useOpened } from '../../testing/use-server.ts'

const minute = 60_000
/** Seeds of events with a score in the end. */
const seeds = [1, 2, 4, 5, 6, 7]
const world = useOpened(createTestContext)
beforeEach(async () => {
  await world.ctx.db.deleteFrom('events').execute()
  await world.ctx.db.deleteFrom('users').execute()
})

/** An event of four players; standings name them by their index. */
class Stage extends Rehearsal {
  override async standings(): Promise<string[]> {
    const name = (line: string) =>
      this.players.reduce((text, { user_id }, index) => text.replaceAll(`"user_id":${user_id}`, `"player":${index}`), line)
    return (await super.standings()).map(name).toSorted()
  }
}
const anEventToRehearse = async () => new Stage(world.ctx, await aSmallEvent(world.ctx, { is_current: false }))

const orbs = ['Chaos Orb', 'Vaal Orb', 'Divine Orb']
const anOrb = (baseType: string, stackSize: number, ilvl = 0) => anItem({ baseType, typeLine: baseType, stackSize, ilvl })
const isOrb = (value: string) => ({ field: 'BASE_TYPE' as ItemField, operator: 'EQ' as Operator, value })

function aPart(name: string, more: Partial<Part['columns']> = {}, conditions: Part['conditions'] = []): Part {
  const columns = {
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 1,
    valid_from: null,
    valid_to: null,
  } as const
  return { name, columns: { ...columns, ...more }, conditions, points: [10, 5] }
}

/** Works until there is nothing left to do. */
async function settle(stage: Rehearsal): Promise<void> {
  for (let more = await stage.work(5, true); more; ) more = await stage.work(5, false)
}

const shown = /^(?:PLAYER_LEVEL|EXPERIENCE|PLAYER_SCORE|LIFE|MANA|UNIQUES_WORN|GEMS_OF_LEVEL|STACK_SIZE|FINISHED_.*)$/
const shownNumbers = (type: ObjectiveType) => numbersOf[type].filter((field) => shown.test(field))

describe('an event that is edited while it runs', () => {
  const choose = <T>(pick: Pick, list: readonly T[]): T => list[pick(0, list.length - 1)] as T
  const at = (minutes: number) => new Date(world.clock.now() + minutes * minute)

  function drawPart(pick: Pick, name: string, began: number): Part {
    const objective_type = choose<ObjectiveType>(pick, ['ITEM', 'ITEM', 'ITEM', 'ITEM', 'PLAYER', 'TEAM', 'CATEGORY'])
    const moments = Array.from({ length: 6 }, (_, step) => new Date(began + step * 25 * minute))
    const [from, to] = [choose(pick, [null, null, ...moments.slice(0, 4)]), choose(pick, [null, null, ...moments.slice(2)])]
    const aggregation = choose(pick, kindAggregations[objective_type])
    const [number_field, isDifference] = [choose(pick, shownNumbers(objective_type)), aggregation === 'DIFFERENCE_BETWEEN']
    const conditions = [
      isOrb(choose(pick, orbs)),
      { field: 'BASE_TYPE', operator: 'IN', value: orbs.slice(pick(0, 1)).join(', ') },
      { field: 'ILVL', operator: 'GT', value: String(pick(0, 2)) },
      { field: 'BASE_TYPE', operator: 'MATCHES', value: choose(pick, ['^[CV]', 'Orb$', '(']) },
    ] as const
    return aPart(
      name,
      {
        objective_type,
        aggregation,
        number_field,
        pieces_from: number_field === 'GEMS_OF_LEVEL' ? pick(1, 20) : null,
        players_from: objective_type === 'TEAM' ? choose(pick, [null, null, pick(1, 60)]) : null,
        required_number: pick(1, 4),
        valid_from: isDifference ? (from ?? moments[1]) : from,
        valid_to: isDifference ? (to ?? moments[4]) : to,
      },
      objective_type === 'ITEM' ? conditions.filter(() => pick(1, 100) <= 45) : [],
    )
  }

  function drawEdit(pick: Pick, script: Script, began: number): Script {
    const { parts } = script
    const one = pick(0, parts.length - 1)
    const fresh = drawPart(pick, `part ${pick(1, 9)}`, began)
    switch (pick(0, 9)) {
      case 9:
        return { ...script, personal_objectives: choose(pick, [null, somePersonal(pick(1, 30))]) }
      case 0:
        return { ...script, parts: parts.length > 2 ? parts.filter((_, index) => index !== one) : parts }
      case 1:
        return { ...script, parts: [...parts.filter(({ name }) => name !== fresh.name), fresh] }
      case 2:
        return { ...script, start: new Date(began + pick(-2, 3) * 15 * minute) }
      case 3:
      case 5:
      case 6: {
        const window = { valid_from: fresh.columns.valid_from, valid_to: fresh.columns.valid_to }
        const change = (part: Part) => ({ ...part, columns: { ...part.columns, ...window } })
        const fits = (part: Part) => part.columns.aggregation !== 'DIFFERENCE_BETWEEN'
        return { ...script, parts: parts.map((part, index) => (index === one && fits(part) ? change(part) : part)) }
      }
      case 4:
        return { ...script, end: new Date(began + pick(4, 12) * 15 * minute) }
      default:
        return { ...script, parts: parts.map((part, index) => (index === one ? { ...fresh, name: part.name } : part)) }
    }
  }

  /** One move: a tab changes, a character is read, or a player moves to the other team. */
  function drawPlay(pick: Pick): (stage: Stage) => Promise<void> {
    const who = pick(0, 3)
    if (pick(1, 100) <= 60) {
      const tab = `tab ${pick(1, 4)}`
      const items = Array.from({ length: pick(0, 3) }, () => anOrb(choose(pick, orbs), pick(1, 3), pick(0, 3)))
      return (stage) => stage.show(tab, `Player${who + 1}#000${who + 1}`, items)
    }
    if (pick(1, 100) <= 85) {
      const [character, level] = [pick(1, 2), pick(1, 60)]
      const inLeague = pick(1, 100) <= 80 ? [1, 2] : [character]
      return (stage) => {
        const idOf = (number: number) => `character ${number} of player ${who}`
        return stage.meet(stage.players[who]?.user_id ?? (0 as never), idOf(character), level, inLeague.map(idOf))
      }
    }
    const team = pick(0, 1)
    return (stage) => stage.move(stage.players[who]?.user_id ?? (0 as never), team)
  }

  /** One round of work; one in four crashes halfway, and a new process continues. */
  async function workOn(pick: Pick, stage: Stage): Promise<void> {
    if (pick(1, 100) <= 10) stage.restart()
    const dies = pick(1, 100) <= 25
    await stage.work(pick(1, 4), pick(1, 100) <= 60, dies).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
      stage.restart()
    })
  }

  test.each(seeds)(
    'has the same facts as an event that had the final rules from the start, despite crashes (%i)',
    { timeout: 60_000 },
    async (seed) => {
      const pick = createPick(seed * 7919)
      const began = world.clock.now()
      const [edited, straight] = [await anEventToRehearse(), await anEventToRehearse()]
      const first: Script = {
        start: new Date(began),
        end: at(600),
        parts: Array.from({ length: 6 }, (_, index) => drawPart(pick, `part ${index + 1}`, began)),
      }
      const steps = Array.from({ length: 30 }, () => ({ passes: pick(0, 6), play: drawPlay(pick), edits: pick(1, 100) <= 25 }))
      const scripts = [first]
      for (const { edits } of steps) if (edits) scripts.push(drawEdit(pick, scripts.at(-1) ?? first, began))

      await edited.edit(first)
      await straight.edit(scripts.at(-1) ?? first)
      await settle(straight)
      let script = 0
      for (const { passes, play, edits } of steps) {
        await world.clock.advance(passes * minute)
        for (const stage of [edited, straight]) await play(stage)
        if (edits) await edited.edit(scripts[++script] ?? first)
        await workOn(pick, edited)
        await straight.work(50, false)
      }
      await settle(edited)
      await settle(straight)
      expect(await edited.standings()).toEqual(await straight.standings())
      expect((await straight.countedFacts()).length).toBeGreaterThan(0)
    },
  )
})

describe('matching again', () => {
  let stage: Stage
  let script: Script
  beforeEach(async () => {
    stage = await anEventToRehearse()
    script = { start: new Date(world.clock.now()), end: new Date(world.clock.now() + 600 * minute), parts: [] }
  })

  const editParts = (...parts: Part[]) => stage.edit({ ...script, parts })
  const show = async (...stacks: number[]) => {
    await world.clock.advance(minute)
    await stage.show(
      'tab-1',
      'Player1#0001',
      stacks.map((size) => anOrb('Chaos Orb', size)),
    )
  }
  const countRows = async (table: 'facts' | 'rematch_facts' | 'rematches') =>
    (await world.ctx.db.selectFrom(table).selectAll().execute()).length
  const readNumbers = async () => (await stage.countedFacts()).map((line) => line.replace(/^(.*) (\S+) (\d+) \S+ \d+$/, '$1 $3'))

  test('an objective that is added later gets the times at which its items were seen', async () => {
    await editParts()
    const seen_at = world.clock.now() + minute
    await show(2)
    await settle(stage)
    await world.clock.advance(30 * minute)
    await editParts(aPart('Chaos', {}, [isOrb('Chaos Orb')]))
    await settle(stage)
    expect(await stage.countedFacts()).toEqual([
      `Chaos stash:tab-1 2 ${(seen_at / 1000).toFixed(6)} ${stage.players[0]?.user_id}`,
    ])
  })

  test('the old rule evaluates live data until the re-evaluation is done; then all facts are replaced at once', async () => {
    const [chaos, vaal] = [aPart('Orb', {}, [isOrb('Chaos Orb')]), aPart('Orb', {}, [isOrb('Vaal Orb')])]
    await editParts(chaos)
    for (const size of [1, 2, 3, 4, 5]) await show(size)
    await settle(stage)
    await editParts(vaal)
    await stage.work(5, true)
    await show(6)
    await stage.work(5, false)
    expect(await readNumbers()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Orb ${number}`))
    expect(await countRows('rematches')).toBe(1)
    await settle(stage)
    expect(await stage.countedFacts()).toEqual([])
  })

  test('sources with the same facts stay untouched', async () => {
    const part = aPart('Chaos', {}, [isOrb('Chaos Orb')])
    await editParts(part)
    for (const size of [1, 2, 3]) await show(size)
    await settle(stage)
    const before = await countRows('facts')
    await editParts({ ...part, conditions: [{ field: 'BASE_TYPE', operator: 'IN', value: 'Chaos Orb, Divine Orb' }] })
    await settle(stage)
    expect(await countRows('facts')).toBe(before)
    expect([await countRows('rematches'), await countRows('rematch_facts')]).toEqual([0, 0])
  })

  test('an edit that is reverted during its re-evaluation leaves no trace', async () => {
    const part = aPart('Chaos', {}, [isOrb('Chaos Orb')])
    await editParts(part)
    for (const size of [1, 2, 3]) await show(size)
    await settle(stage)
    const before = await countRows('facts')
    await editParts(aPart('Chaos', {}, [isOrb('Vaal Orb')]))
    await stage.work(5, true)
    await editParts(part)
    await settle(stage)
    expect([await countRows('facts'), await countRows('rematches'), await countRows('rematch_facts')]).toEqual([before, 0, 0])
  })

  test('an objective that is edited again during its re-evaluation starts over, and the others continue', async () => {
    await editParts(aPart('A'), aPart('B'))
    for (const size of [1, 2, 3, 4, 5, 6]) await show(size)
    await settle(stage)
    await editParts(aPart('A', {}, [isOrb('Vaal Orb')]), aPart('B', {}, [isOrb('Chaos Orb')]))
    await stage.work(5, true)
    await stage.work(5, false)
    await editParts(aPart('A', {}, [isOrb('Chaos Orb')]), aPart('B', {}, [isOrb('Chaos Orb')]))
    await stage.work(5, true)
    const positions = await world.ctx.db.selectFrom('rematches').select('done').orderBy('done').execute()
    expect(positions.map((row) => row.done)).toEqual([0, 6])
    await settle(stage)
    expect(await readNumbers()).toEqual(['A', 'B'].flatMap((name) => [1, 2, 3, 4, 5, 6].map((size) => `${name} ${size}`)))
  })

  test('deleting an objective ends its re-evaluation', async () => {
    await editParts(aPart('A'))
    for (const size of [1, 2, 3, 4, 5]) await show(size)
    await settle(stage)
    await editParts(aPart('A', {}, [isOrb('Chaos Orb')]))
    await stage.work(5, true)
    expect(await countRows('rematch_facts')).toBeGreaterThan(0)
    await editParts()
    expect([await countRows('rematches'), await countRows('rematch_facts')]).toEqual([0, 0])
    await settle(stage)
    expect(await stage.countedFacts()).toEqual([])
  })

  test('a fact excluded by a judge stays out, and the rest of the tab is re-evaluated', async () => {
    const judge = await aUser(world.ctx.db)
    await editParts(aPart('Orb', {}, [isOrb('Chaos Orb')]))
    await show(3)
    await stage.show('tab-1', 'Player1#0001', [anOrb('Chaos Orb', 4), anOrb('Vaal Orb', 1)])
    await settle(stage)
    const [first] = await world.ctx.db.selectFrom('facts').select('sequence').orderBy('sequence').execute()
    await world.ctx.db.transact((tx) => retractFact(tx, first?.sequence ?? 0, judge.id, 'bought'))
    await editParts(aPart('Orb', {}, [{ field: 'BASE_TYPE', operator: 'MATCHES', value: '^(Chaos|Vaal) Orb$' }]))
    await settle(stage)
    expect(await readNumbers()).toEqual(['Orb 5'])
    const rulings = await world.ctx.db
      .selectFrom('facts')
      .select(['reason', 'author_id'])
      .where('kind', '=', 'retraction')
      .where('is_automatic', '=', false)
      .execute()
    expect(rulings).toEqual([
      { reason: 'bought', author_id: judge.id },
      { reason: 'bought', author_id: judge.id },
    ])
  })

  test('a tab excluded by a judge does not return with its next snapshot', async () => {
    const judge = await aUser(world.ctx.db)
    await editParts(aPart('Orb', {}, [isOrb('Chaos Orb')]))
    await show(3)
    await settle(stage)
    const [first] = await world.ctx.db.selectFrom('facts').select('sequence').execute()
    await world.ctx.db.transact((tx) => retractFact(tx, first?.sequence ?? 0, judge.id, 'bought'))
    await world.clock.advance(minute)
    await stage.show('tab-1', 'Player1#0001', [anOrb('Chaos Orb', 3), anOrb('Vaal Orb', 1)])
    await settle(stage)
    expect(await stage.countedFacts()).toEqual([])
  })

  test('after a retraction, the same number is a change under the new rule', async () => {
    await editParts(aPart('Orb', {}, [isOrb('Chaos Orb')]))
    await show(3)
    await settle(stage)
    await editParts(aPart('Orb', {}, [isOrb('Vaal Orb')]))
    await settle(stage)
    await world.clock.advance(minute)
    await stage.show('tab-1', 'Player1#0001', [anOrb('Vaal Orb', 3)])
    await settle(stage)
    expect(await readNumbers()).toEqual(['Orb 3'])
  })

  test('submissions stay, even if the objective becomes an item objective', async () => {
    await editParts(aPart('Orb', { objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' }))
    await show(3)
    await settle(stage)
    const objective_id = stage.id('Orb') ?? (0 as never)
    const { event_id, team_id, user_id } = await world.ctx.db
      .selectFrom('team_users')
      .selectAll()
      .where('user_id', '=', stage.players[0]?.user_id ?? (0 as never))
      .executeTakeFirstOrThrow()
    const place = { event_id, objective_id, team_id, user_id }
    const timestamp = new Date(world.clock.now())
    await insertRows(world.ctx.db, 'facts', { ...place, source: 'submission:1', number: 9, timestamp })
    await editParts(aPart('Orb', {}, [isOrb('Chaos Orb')]))
    await settle(stage)
    expect(await readNumbers()).toEqual(['Orb 3', 'Orb 9'])
    await editParts(aPart('Orb', { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' }))
    await settle(stage)
    expect(await readNumbers()).toEqual(['Orb 9'])
  })

  test('a player objective that is added later has every value since the start', async () => {
    await editParts()
    const who = stage.players[0]?.user_id ?? (0 as never)
    for (const level of [3, 8, 8, 12]) {
      await world.clock.advance(minute)
      await stage.meet(who, 'Witch', level, ['Witch'])
    }
    await stage.meet(who, 'Twink', 2, ['Witch', 'Twink'])
    await editParts(
      aPart('Level', { objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL' }),
      aPart('Sum', { objective_type: 'TEAM', number_field: 'PLAYER_LEVEL' }),
    )
    await settle(stage)
    expect((await stage.countedFacts()).map((line) => line.split(' ').slice(0, 3).join(' ').replace(/:\d+/, ''))).toEqual([
      'Level user 3',
      'Level user 8',
      'Level user 12',
      'Sum team 3',
      'Sum team 8',
      'Sum team 12',
    ])
  })

  test('a window that opens later begins with its first snapshot, even if that shows nothing new', async () => {
    const opens = new Date(world.clock.now() + 10 * minute)
    await editParts(aPart('Orb', {}, [isOrb('Chaos Orb')]))
    await show(3)
    await settle(stage)
    await world.clock.advance(20 * minute)
    await stage.show('tab-1', 'Player1#0001', [anOrb('Chaos Orb', 3), anOrb('Vaal Orb', 1)])
    await settle(stage)
    expect(await stage.countedFacts()).toHaveLength(1)
    await editParts(aPart('Orb', { valid_from: opens }, [isOrb('Chaos Orb')]))
    await settle(stage)
    const [line] = await stage.countedFacts()
    expect(Number(line?.split(' ')[3])).toBeGreaterThan(opens.getTime() / 1000)
  })
})
