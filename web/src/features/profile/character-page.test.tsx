import type { PoB } from '@muster/contract/characters'
import type { Event } from '@muster/contract/events'
import type { TreeLayout } from '@muster/contract/game-trees'
import type { Character } from '@muster/contract/ladder'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { changePreferences } from '../../lib/browser/preferences.ts'
import { aScore, anEvent, renderInEvent, seedEvent } from '../../test-event.tsx'
import { CharacterPage } from './character-page.tsx'
import { encodeBuild } from '../../api/items/test-builds.ts'
import { buildPages } from './build-pages.ts'

const user_id = 20
const character_id = 'c0ffee'
const made = <T,>(plain: unknown): T => plain as T

const xmlOf = (items: string, nodes: string) =>
  encodeBuild(`<PathOfBuilding><Build level="91" className="Witch" ascendClassName="Occultist"/>
  <Items><Item id="1">${items}</Item><ItemSet id="1"><Slot name="Helmet" itemId="1"/></ItemSet></Items>
  <Skills><Skill slot="Helmet"><Gem nameSpec="Arc" level="20" quality="3"/></Skill></Skills>
  <Tree><Spec treeVersion="3_28" nodes="${nodes}"/></Tree></PathOfBuilding>`)

const aBuild = (id: number, export_string: string): PoB => ({
  id,
  timestamp: new Date(Date.parse(anEvent.event_start_time) + id * 3_600_000).toISOString(),
  export_string,
  level: 91,
  ascendancy: 'Occultist',
  main_skill: 'Arc',
})
const aCharacter = (more: Partial<Character> = {}): Character =>
  made({
    id: character_id,
    user_id,
    event_id: anEvent.id,
    name: 'Emberweaver',
    level: 91,
    main_skill: 'Arc',
    ascendancy: 'Occultist',
    ascendancy_points: 8,
    atlas_node_count: 40,
    pantheon: true,
    ...more,
  })
const tree: TreeLayout = {
  game_version: 'poe1',
  kind: 'passive',
  patch: '3_29',
  nodes: [
    { id: 1, name: 'Iron Will', kind: 'keystone', stats: ['Strength also counts'], ascendancy: null, x: 0, y: 0 },
    { id: 2, name: 'Plain', kind: 'normal', stats: [], ascendancy: null, x: 100, y: 0 },
  ],
  edges: [[1, 2, 0]],
}
const old = aBuild(1, await xmlOf('Rarity: RARE\nRust Crown\nIron Hat\nImplicits: 0\n+5 to maximum Life', '1'))
const newest = aBuild(2, await xmlOf('Rarity: UNIQUE\nGoldrim\nLeather Cap\nImplicits: 0\n+30% to all Resistances', '1,2,70000'))

function seed({ character = aCharacter(), builds = [old, newest], layout = tree } = {}): void {
  seedEvent({
    scores: new Map([
      [
        30,
        new Map([
          [2, aScore({ points: 30, user_id: made(user_id), timestamp: 1_795_000_000 })],
          [3, aScore({ points: 5, user_id: made(99) })],
        ]),
      ],
    ]),
  })
  const input = eventInput('current')
  queryClient.setQueryData(read('getUserCharacters', { user_id }).queryKey, [character])
  queryClient.setQueryData(buildPages(user_id, character_id).queryKey, { pages: [[...builds]], pageParams: [0] })
  queryClient.setQueryData(read('getCharacterHistory', { user_id, character_id }).queryKey, [])
  queryClient.setQueryData(read('getAtlasProgression', { ...input, user_id }).queryKey, [])
  queryClient.setQueryData(read('getLadder', input).queryKey, [])
  for (const patch of ['3_28', '3_29'])
    queryClient.setQueryData(read('getTree', { game_version: 'poe1', kind: 'passive', query: { patch } }).queryKey, layout)
  queryClient.setQueryData(read('getTree', { game_version: 'poe1', kind: 'atlas', query: {} }).queryKey, {
    ...tree,
    patch: null,
    nodes: [],
    edges: [],
  })
}

const show = (search = {}, onSearch = vi.fn(), game_version: Event['game_version'] = 'poe1') =>
  renderInEvent(
    <CharacterPage
      user_id={user_id}
      event={{ ...anEvent, game_version }}
      character_id={character_id}
      search={search}
      onSearch={onSearch}
    />,
  )
const part = (name: string | RegExp) => screen.findByRole('region', { name })

beforeEach(() => seed())

describe('pictures of worn items', () => {
  const origin = 'https://web.poecdn.com'
  const art = (name: string) => `${origin}/image/Art/2DItems/Armours/Helmets/${name}.png`
  const seedPictures = (names: { uniques?: string; types?: string }, known: readonly object[]) => {
    queryClient.setQueryData(read('getItemImages', {}).queryKey, { origin })
    const query = { game_version: 'poe1' as const, uniques: undefined, types: undefined, ...names }
    queryClient.setQueryData(read('findItemPictures', { query }).queryKey, made(known))
  }
  const readHelmet = async (name: string) =>
    within(await part('Equipment'))
      .getByRole('button', { name })
      .querySelector('img')
      ?.getAttribute('src')

  beforeEach(() => changePreferences({ itemImages: true }))

  test('a unique has its own picture', async () => {
    seedPictures({ uniques: 'Goldrim' }, [{ name: 'Goldrim', is_unique: true, address: art('Goldrim') }])
    await show()
    expect(await readHelmet('Helmet: Goldrim')).toBe(art('Goldrim'))
  })

  test('another item has the picture of its type', async () => {
    seedPictures({ types: 'Iron Hat' }, [{ name: 'Iron Hat', is_unique: false, address: art('Hat') }])
    await show({ build: 1 })
    expect(await readHelmet('Helmet: Rust Crown')).toBe(art('Hat'))
  })

  test('an item without a picture has a placeholder', async () => {
    seedPictures({ uniques: 'Goldrim' }, [])
    await show()
    expect(await readHelmet('Helmet: Goldrim')).toBeUndefined()
    expect(document.querySelector('.slot-unique .slot-icon')).not.toBeNull()
  })
})

describe('the page of a character', () => {
  test('shows the newest build, its items by key and pointer, its skills and its passives', async () => {
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Emberweaver' })).toBeTruthy()
    const equipment = await part('Equipment')
    const helmet = within(equipment).getByRole('button', { name: 'Helmet: Goldrim' })
    fireEvent.focus(helmet)
    expect(within(equipment).getByText('+30% to all Resistances')).toBeTruthy()
    expect(within(await part('Skills')).getByText('level 20, quality 3 %')).toBeTruthy()
    const passives = await part('Passive tree')
    expect(passives.textContent).toContain('3 passives allocated')
    expect(passives.textContent).toContain('1 more is not in the imported tree')
    expect(passives.textContent).toContain('Drawn on the 3.29 tree')
    fireEvent.click(within(passives).getByRole('button', { name: /Iron Will/ }))
    expect(within(passives).getByRole('status').textContent).toContain('Strength also counts')
  })

  test('walks through builds, and shows the differences to another one', async () => {
    const onSearch = vi.fn()
    await show({ with: 1 }, onSearch)
    const changes = await part(/^Changes since 1:00/)
    expect(changes.textContent).toMatch(/Rust Crown.*removed.*Goldrim.*new/)
    expect(changes.textContent).toContain('2 allocated, 0 refunded')
    fireEvent.click(screen.getByRole('button', { name: 'Previous build' }))
    expect(onSearch).toHaveBeenCalledWith({ build: 1 })
  })

  test('lists the points of the player’s finds only', async () => {
    await show()
    const given = await part('Points contributed')
    expect(within(given).getAllByRole('button')).toHaveLength(1)
    expect(given.textContent).toContain('+30')
  })

  test('accepts an unknown class and unreadable builds', async () => {
    seed({ character: aCharacter({ ascendancy: 'Gardener of Doom' }), builds: [old, aBuild(3, 'broken!')] })
    await show()
    expect(await screen.findByText('Level 91 Gardener of Doom')).toBeTruthy()
    expect(await screen.findByText('This build cannot be read')).toBeTruthy()
    expect(await part('Points contributed')).toBeTruthy()
  })

  test('explains how to import a missing tree', async () => {
    seed({ layout: { ...tree, patch: null, nodes: [], edges: [] } })
    await show()
    expect((await part('Passive tree')).textContent).toContain('npm run game-data -- import FILE')
  })

  test('has an empty state before the first build', async () => {
    seed({ builds: [] })
    await show()
    expect(await screen.findByText('No builds yet')).toBeTruthy()
    expect(await screen.findByText('No readings yet')).toBeTruthy()
    expect(await screen.findByText('No atlas yet')).toBeTruthy()
  })

  test('of an unknown character has a heading that says so', async () => {
    seed({ character: aCharacter({ id: 'another' }) })
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Character not found for this player' })).toBeTruthy()
  })

  test('shows for the second game only data that it has', async () => {
    seed()
    queryClient.setQueryData(read('getTree', { game_version: 'poe2', kind: 'passive', query: { patch: '3_28' } }).queryKey, tree)
    await show({}, vi.fn(), 'poe2')
    const stats = await part('Stats')
    expect(within(stats).getByText(/paste it into Path of Building for Path of Exile 2/)).toBeTruthy()
    for (const text of ['Bandit', 'Pantheon', 'Atlas', 'Atlas last changed']) expect(screen.queryByText(text)).toBeNull()
    expect(await part('Tracking')).toBeTruthy()
  })
})
