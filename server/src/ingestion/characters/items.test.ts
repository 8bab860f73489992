import type { CharacterDetail, GameItem } from '@muster/contract/game-api'
import { assert, beforeEach, expect, test } from 'vitest'
import { evaluateRound } from '../../testing/evaluate-round.ts'
import { getEvent } from '../../testing/events.ts'
import { aPage, anOnlyEvent, aTab, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { listParticipants, mapKnownTabs, nameKey } from '../participants.ts'
import { findFacts } from '../rules/find-facts.ts'
import { pickTabs, storePages } from '../stash/store-pages.ts'
import { chooseTracked, loadCharacters, readDetail, recordCharacters } from './characters.ts'
import { insertCharacterSnapshots, loadCharacterItems, readCharacterSnapshots } from './items.ts'
import { unpackItems } from '../stash/stored-items.ts'
import { insertRows } from '../../testing/builders.ts'
import { useOpened } from '../../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
let game_version: 'poe1' | 'poe2' = 'poe1'

beforeEach(() => begin('poe1'))

async function begin(version: typeof game_version) {
  game_version = version
  event = await anOnlyEvent(world.ctx, { game_version })
}

const aRing: GameItem = anItem({ baseType: 'Ruby Ring', typeLine: 'Ruby Ring', frameType: 2, rarity: 'Rare' })
const aBelt: GameItem = anItem({ baseType: 'Heavy Belt', typeLine: 'Heavy Belt', frameType: 2, rarity: 'Rare' })
const isRing = { field: 'BASE_TYPE', operator: 'EQ', value: 'Ruby Ring' } as const
const byJuggernaut = { field: 'WORN_BY', operator: 'EQ', value: 'Juggernaut' } as const

const aCharacter = (more: Partial<CharacterDetail> = {}): CharacterDetail => ({
  id: 'character-a',
  name: 'Tank',
  class: 'Juggernaut',
  league: event.name,
  level: 92,
  experience: 1000,
  ...more,
})

const player = (place = 0) => {
  const found = event.teams.flatMap(({ players }) => players)[place]
  assert(found)
  return found
}

/** Runs the job with responses about one player: the list of characters, and the details of the best one. */
async function show(detail: CharacterDetail | null, { of = player(), listed = detail ? [detail.id] : [], follows = false } = {}) {
  const { db, clock } = world.ctx
  await world.clock.advance(60_000)
  const { user_id } = of
  const at = new Date(clock.now())
  return db.transact(async (tx) => {
    const row = await getEvent(db, event.event_id)
    const reports = detail ? [{ user_id, source: 'detail' as const, update: readDetail(detail, null, 'poe1'), at }] : []
    const owners = [{ user_id, inLeague: listed }]
    const seen = detail ? [{ user_id, detail, at }] : []
    const characters = await loadCharacters(tx, event.event_id, reports, owners)
    const kept = await loadCharacterItems(tx, event.event_id, seen, owners)
    await recordCharacters(tx, row, reports, characters)
    chooseTracked(tx, event.event_id, owners, characters)
    const participants = new Map((await listParticipants(db, event.event_id)).map((one) => [one.user_id, one.team_id]))
    const reading = {
      seen,
      kept,
      characters,
      owners,
      teamOf: (id: typeof user_id) => participants.get(id),
      followsIncubators: follows,
    }
    const snapshots = await readCharacterSnapshots(tx, event.event_id, reading, at)
    insertCharacterSnapshots(tx, event.event_id, snapshots)
    return snapshots.map(({ row: { kind, item_count } }) => [kind, item_count])
  })
}

async function showTab(items: GameItem[]) {
  const { db, clock } = world.ctx
  await world.clock.advance(60_000)
  const participants = await listParticipants(db, event.event_id)
  const byName = new Map(participants.map((one) => [nameKey(one.account_name), one]))
  // A tab may have the id of a character: they are separate sources.
  const page = aPage([aTab({ id: 'character-a', accountName: player().account_name, league: event.name, items })])
  const tabs = pickTabs(page, event.name, byName, await mapKnownTabs(db, event.event_id, participants))
  const row = await getEvent(db, event.event_id)
  await db.transact((tx) => storePages(tx, row, [{ change_id: `page-${clock.now()}`, at: new Date(clock.now()), tabs }]))
}

const evaluate = () => evaluateRound(world.ctx, event.event_id, { game_version })

async function listFacts() {
  const rows = await world.ctx.db
    .selectFrom('facts')
    .select(['source', 'number', 'user_id', 'objective_id'])
    .where('event_id', '=', event.event_id)
    .where('kind', '=', 'fact')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('facts as later').select('later.sequence').whereRef('later.retracts', '=', 'facts.sequence'))),
    )
    .orderBy('sequence')
    .execute()
  return rows.map(({ source, number }) => `${source} ${number}`)
}

test('equipment and inventory are stored once a condition can tell the difference', async () => {
  const equipment = [{ ...aRing, socketedItems: [anItem()] }]
  const inventory = [anItem({ stackSize: 3 })]
  expect(await show(aCharacter({ equipment, inventory }))).toEqual([
    ['worn', 1],
    ['carried', 1],
  ])
  const [worn] = await world.ctx.db.selectFrom('stash_snapshots').selectAll().where('event_id', '=', event.event_id).execute()
  assert(worn)
  expect(worn).toMatchObject({ kind: 'worn', stash_id: 'character-a', level: 92, class: 'Juggernaut', user_id: player().user_id })
  expect(unpackItems({ items: worn.items, base: null })).toEqual([{ ...aRing, worn_by: 'Juggernaut' }])
  // Experience, gems and positions change all the time.
  expect(await show(aCharacter({ experience: 2000, equipment: [{ ...aRing, x: 4 }], inventory }))).toEqual([])
  expect(await show(aCharacter({ equipment: [aRing, aBelt], inventory }))).toEqual([['worn', 2]])
  expect(await show(aCharacter({ equipment: [aRing, aBelt], inventory: [] }))).toEqual([['carried', 0]])
  expect(await show(aCharacter({ class: 'Marauder', equipment: [aRing, aBelt] }))).toEqual([['worn', 2]])
})

test('the progress of an incubator is stored if an objective asks for it', async () => {
  const ring = (progress: number) => ({ ...aRing, incubatedItem: { name: 'x', level: 80, progress, total: 9000 } })
  await show(aCharacter({ equipment: [ring(1)] }))
  expect(await show(aCharacter({ equipment: [ring(2)] }))).toEqual([])
  expect(await show(aCharacter({ equipment: [ring(3)] }), { follows: true })).toEqual([['worn', 1]])
})

test('in the first game, objectives about the wearer count equipment, and all others count tabs', async () => {
  const tabs = await event.add({ name: 'A ring' }, [isRing])
  const worn = await event.add({ name: 'A worn ring' }, [isRing, byJuggernaut])
  await showTab([aRing, aRing])
  await show(aCharacter({ equipment: [aRing], inventory: [aRing, aRing, aRing] }))
  await evaluate()
  expect(await listFacts()).toEqual(['stash:character-a 2', 'worn:character-a 1'])
  const rows = await world.ctx.db.selectFrom('facts').selectAll().where('event_id', '=', event.event_id).execute()
  expect(rows.map((row) => [row.objective_id, row.user_id])).toEqual([
    [tabs, player().user_id],
    [worn, player().user_id],
  ])
})

test('missing equipment and inventory items go to 0, even when their character is gone', async () => {
  await event.add({ name: 'A worn ring' }, [isRing, byJuggernaut])
  await event.add({ name: 'Carried rings' }, [isRing, { field: 'WORN_BY', operator: 'LENGTH_EQ', value: '0' }])
  await show(aCharacter({ equipment: [aRing], inventory: [aRing, aRing] }))
  await show(aCharacter({ equipment: [aBelt], inventory: [aRing, aRing] }))
  await show(aCharacter({ equipment: [aRing], inventory: [aRing] }))
  await evaluate()
  const before = [
    'worn:character-a 1',
    'carried:character-a 2',
    'worn:character-a 0',
    'worn:character-a 1',
    'carried:character-a 1',
  ]
  expect(await listFacts()).toEqual(before)
  // A renamed character is the same character.
  expect(await show(aCharacter({ name: 'Tank renamed', equipment: [aRing], inventory: [aRing] }))).toEqual([])
  // Deleted or moved to another league: no longer in the list.
  expect(await show(null)).toEqual([
    ['carried', 0],
    ['worn', 0],
  ])
  expect(await show(null)).toEqual([])
  await evaluate()
  expect(await listFacts()).toEqual([...before, 'carried:character-a 0', 'worn:character-a 0'])
})

test('of two characters, only the scoring one shows its items', async () => {
  await event.add({ name: 'A worn ring' }, [isRing, { field: 'WORN_BY', operator: 'LENGTH_GT', value: '0' }])
  await show(aCharacter({ equipment: [aRing] }))
  const second = aCharacter({ id: 'character-b', name: 'Bow', class: 'Deadeye', experience: 5000, equipment: [aRing, aRing] })
  expect(await show(second, { listed: ['character-a', 'character-b'] })).toEqual([
    ['worn', 2],
    ['worn', 0],
  ])
  await show(aCharacter({ id: 'character-c', equipment: [aRing] }), { of: player(2) })
  await evaluate()
  expect(await listFacts()).toEqual(['worn:character-a 1', 'worn:character-b 2', 'worn:character-a 0', 'worn:character-c 1'])
})

test('after a change of teams, the same items are recorded for the new team', async () => {
  await event.add({ name: 'A worn ring' }, [isRing, byJuggernaut])
  await show(aCharacter({ equipment: [aRing] }))
  const other = event.teams[1]?.id
  assert(other !== undefined)
  await world.ctx.db.updateTable('team_users').set({ team_id: other }).where('user_id', '=', player().user_id).execute()
  expect(await show(aCharacter({ equipment: [aRing] }))).toEqual([['worn', 1]])
  await evaluate()
  expect(await listFacts()).toEqual(['worn:character-a 1', 'worn:character-a 0', 'worn:character-a 1'])
})

test('an edit re-evaluates all stored data, whichever source the objective now uses', async () => {
  const id = await event.add({ name: 'A ring' }, [isRing])
  await showTab([aRing, aRing])
  await show(aCharacter({ equipment: [aRing] }))
  await show(aCharacter({ equipment: [] }))
  await evaluate()
  expect(await listFacts()).toEqual(['stash:character-a 2'])
  const { db } = world.ctx
  await insertRows(db, 'conditions', { objective_id: id, ...byJuggernaut })
  const found = await findFacts(
    db,
    event.event_id,
    new Map([[id, { reads: 'character_items', conditions: [isRing, byJuggernaut], from: null, to: null }]]),
    { game_version },
  )
  await evaluate()
  const worn = ['worn:character-a 1', 'worn:character-a 0']
  expect(await listFacts()).toEqual(worn)
  // A preview finds the same.
  expect(found.facts.map((one) => `${one.source} ${one.number}`)).toEqual(worn)
  await db.deleteFrom('conditions').where('field', '=', 'WORN_BY').execute()
  await evaluate()
  expect(await listFacts()).toEqual(['stash:character-a 2'])
})

test('in the second game, every item objective counts equipment and inventory', async () => {
  await begin('poe2')
  await event.add({ name: 'A ring' }, [isRing])
  await event.add({ name: 'A worn ring' }, [isRing, { ...byJuggernaut, value: 'Titan' }])
  await show(aCharacter({ class: 'Titan', equipment: [aRing, aBelt], inventory: [aRing, aRing] }))
  await evaluate()
  expect((await listFacts()).toSorted()).toEqual(['carried:character-a 2', 'worn:character-a 1', 'worn:character-a 1'])
})
