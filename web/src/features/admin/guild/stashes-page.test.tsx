import type { GuildStashTabContent } from '@muster/contract/guild-stash'
import type { StashItem, StashSearch, TeamStash, TeamStashTab } from '@muster/contract/team-stash'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { readStatus } from '../../../api/scores/event.ts'
import { changePreferences } from '../../../lib/browser/preferences.ts'
import { now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import type { StashLook } from './stash-search.ts'
import { StashesPage } from './stashes-page.tsx'

const made = <T,>(plain: unknown): T => plain as T

const aTab = (more: Record<string, unknown> = {}): TeamStashTab =>
  made({
    id: 'bank',
    name: 'Bank',
    type: 'PremiumStash',
    index: 0,
    color: '00cc00',
    parent_id: null,
    folder_name: null,
    fetch_enabled: true,
    is_priority: false,
    last_fetch: new Date(now_ms - 24_000).toISOString(),
    user_ids: [20],
    team_id: 2,
    item_count: 2,
    last_error: null,
    fetching: { state: 'fetched', due_at: null, problem: null, message: 'The last fetch worked.', advice: '' },
    scoring_items: 1,
    objectives: [{ objective_id: 30, items: 1, number: 1, reported: 1, is_only_source: true, points: 10 }],
    points: 10,
    ...more,
  })

const ring = {
  id: 'ring',
  w: 1,
  h: 1,
  x: 3,
  y: 2,
  name: 'Praxis',
  typeLine: 'Paua Ring',
  baseType: 'Paua Ring',
  frameType: 3,
  objectives: [30],
}
const orb = { id: 'orb', w: 1, h: 1, x: 0, y: 2, typeLine: 'Chaos Orb', baseType: 'Chaos Orb', frameType: 5, stackSize: 12 }
const bank: GuildStashTabContent = made({
  id: 'bank',
  name: 'Bank',
  type: 'PremiumStash',
  index: 0,
  metadata: {},
  items: [ring, orb],
  children: [],
})

const item: StashItem = made({
  tab: aTab(),
  key: 'ring',
  place: 0,
  item: { ...ring, ilvl: 84, implicitMods: ['+20 to maximum Mana'], corrupted: true },
  serves: [
    {
      objective_id: 30,
      name: 'Rings of water',
      path: ['Uniques'],
      number: 1,
      required_number: 3,
      closes_at: null,
      score: { points: 10, rank: 1, number: 2, finished: false, timestamp: 1, user: null },
      still_possible: 20,
      reported: 1,
      is_only_source: true,
    },
  ],
  serves_total: 1,
  others: [
    {
      objective_id: 31,
      name: 'Whole rings',
      path: [],
      matches: false,
      number: 0,
      obstacles: [],
      holding: 2,
      failing: 1,
      conditions: [
        { field: 'IS_CORRUPTED', operator: 'EQ', value: 'false', any_of: null, seen: true, holds: false, refused: null },
      ],
    },
  ],
  others_total: 1,
  log: {
    put_in: null,
    lines: [
      {
        id: '7',
        timestamp: now_ms / 1000 - 3600,
        account_name: 'Veskir#1',
        stash_name: 'Bank',
        item_name: 'Praxis',
        number: 1,
        action: 'added',
        guild_id: 1,
        x: 3,
        y: 2,
        match: 'place',
      },
    ],
    has_more: false,
  },
})

const found: StashSearch = made({
  hits: [
    {
      tab_id: 'bank',
      key: 'ring',
      place: 0,
      name: 'Praxis',
      type_line: 'Paua Ring',
      base_type: 'Paua Ring',
      icon: '',
      frame_type: 3,
      stack_size: null,
      w: 1,
      h: 1,
      x: 3,
      y: 2,
      objectives: [30],
      put_in: {
        guild_id: 1,
        entry_id: '7',
        timestamp: now_ms / 1000,
        account_name: 'Veskir#1',
        user: { id: 20, display_name: 'Veskir' },
        match: 'place',
      },
    },
  ],
  total: 1,
  tabs: [{ tab_id: 'bank', hits: 1 }],
  searched: { tabs: 1, items: 2 },
})

const place = { eventId: 'current' } as const

function seed(
  stash: Partial<TeamStash> = {},
  status: { team_id: number | null; is_team_lead: boolean } = { team_id: 2, is_team_lead: true },
) {
  seedEvent({ own_team_id: status.team_id })
  queryClient.setQueryData(readStatus('current').queryKey, (before) => before && made({ ...before, ...status }))
  const answer: TeamStash = made({ team_id: 2, is_fetching: true, tabs: [aTab()], members: [], ...stash })
  queryClient.setQueryData(read('getTeamStash', place).queryKey, answer)
  queryClient.setQueryData(read('getGuildStashTab', { ...place, stash_id: 'bank' }).queryKey, bank)
  queryClient.setQueryData(read('getStashItem', { ...place, stash_id: 'bank', item_id: 'ring', query: {} }).queryKey, item)
  queryClient.setQueryData(read('searchTeamStash', { ...place, query: { q: 'ring', limit: 50 } }).queryKey, found)
}

/** The address changes with the user's actions. */
function Page({ stash_id, start }: { stash_id: string | undefined; start: StashLook }) {
  const [look, setLook] = useState(start)
  return <StashesPage stash_id={stash_id} look={look} onLook={(next) => setLook((before) => ({ ...before, ...next }))} />
}
const show = (stash_id?: string, start: StashLook = {}) => renderInEvent(<Page stash_id={stash_id} start={start} />)
const board = () => within(screen.getByRole('group', { name: /Items in their slots/ }))

beforeEach(() => changePreferences({ itemImages: false }))
afterEach(cleanup)

describe('the list of tabs', () => {
  test('shows the age and scoring items of each tab, and gives the lead a switch and a fetch button', async () => {
    seed()
    await show()
    expect(screen.getByText('Premium, 24 s ago')).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Fetch Bank', checked: true })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Fetch Bank now' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open Bank' })).toBeTruthy()
  })

  test('gives members no switch, and says why the game refuses a tab', async () => {
    const refused = {
      state: 'refused',
      due_at: null,
      problem: 'rank_too_low',
      message: 'Their rank is too low.',
      advice: 'Raise it.',
    }
    seed({ tabs: [aTab({ fetching: refused })] }, { team_id: 2, is_team_lead: false })
    await show()
    expect(screen.getByText('Their rank is too low.')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Fetch Bank' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Update access' })).toBeNull()
  })

  test('a tab with priority says so, and a fifth one cannot get it', async () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => aTab({ id, name: `Tab ${id}`, is_priority: true }))
    seed({ tabs: [...four, aTab()] })
    const { unmount } = await show()
    expect(screen.getAllByText('Premium, priority, 24 s ago')).toHaveLength(4)
    expect(screen.getByRole('button', { name: 'Take the priority from Tab a', pressed: true })).toBeTruthy()
    const refused = screen.getByRole('button', { name: /^Your team has 4 priority tabs/ })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    unmount()
    seed({ tabs: four.slice(1).concat(aTab()) })
    await show()
    expect(await screen.findByRole('button', { name: 'Give Bank priority: it is fetched more often' })).toBeTruthy()
  })

  test('counts the parts of a collection for the collection', async () => {
    seed({
      tabs: [
        aTab({ id: 'u', name: 'Uniques', type: 'UniqueStash', scoring_items: 0, points: 0 }),
        aTab({ id: 'p', parent_id: 'u', scoring_items: 4 }),
      ],
    })
    await show()
    expect(screen.getByText('1 tab, 1 switched on. 4 items score.')).toBeTruthy()
  })
})

describe('an empty page names the next step', () => {
  test.each<[string, Partial<TeamStash>, string | undefined, RegExp]>([
    ['no tab is known', { tabs: [] }, undefined, /No tab of your guild has been seen yet/],
    ['nothing is switched on', { tabs: [aTab({ fetch_enabled: false })] }, undefined, /Switch on the tabs with items that count/],
    [
      'the tab was never fetched',
      { tabs: [aTab({ last_fetch: '0001-01-01T00:00:00.000Z' })] },
      'bank',
      /appears here with the next fetch/,
    ],
    ['the tab was deleted', {}, 'other', /was deleted in the game, or no member can see it now/],
    ['nobody fetches', { is_fetching: false }, undefined, /Organisers can start fetching under Jobs/],
  ])('%s', async (_name, stash, stash_id, words) => {
    seed(stash)
    await show(stash_id)
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('a viewer without a team reads that tabs are for teams', async () => {
    seed({}, { team_id: null, is_team_lead: false })
    await show()
    expect(screen.getByText('You are not in a team of this event')).toBeTruthy()
  })
})

describe('a tab', () => {
  test('highlights scoring items and dims the rest until that is switched off', async () => {
    seed()
    await show('bank')
    const [scoring, other] = [/^Praxis, Paua Ring, completes 1 objective$/, /^Chaos Orb, 12$/].map((name) =>
      board().getByRole('button', { name }),
    )
    expect(scoring?.classList.contains('stash-scores')).toBe(true)
    expect(other?.classList.contains('stash-dim')).toBe(true)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Highlight scoring items' }))
    expect(other?.classList.contains('stash-dim')).toBe(false)
  })

  test('is one Tab stop, and the arrow keys move within it', async () => {
    seed()
    await show('bank')
    const [first, second] = [/Chaos Orb/, /Praxis/].map((name) => board().getByRole('button', { name }))
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1])
    first?.focus()
    fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0])
  })

  test('can be shown as a list, scoring items first', async () => {
    seed()
    await show('bank', { view: 'list' })
    const rows = within(screen.getByRole('list', { name: /scoring items first/ })).getAllByRole('button')
    expect(rows.map((row) => row.textContent?.includes('Praxis'))).toEqual([true, false])
  })

  test('opens an item with its text, the objectives it counts for and misses, and its history', async () => {
    seed()
    await show('bank')
    fireEvent.click(board().getByRole('button', { name: /Praxis/ }))
    const panel = within(screen.getByRole('complementary', { name: 'Praxis' }))
    for (const words of ['+20 to maximum Mana', 'Corrupted', 'Rings of water', '+10', 'Near miss: 2 of 3 conditions match.'])
      expect(panel.getByText(words)).toBeTruthy()
    expect(panel.getByText(/it is not corrupted/)).toBeTruthy()
    expect(panel.getByText('Veskir#1 put it into Bank')).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.queryByRole('complementary', { name: 'Praxis' })).toBeNull()
  })
})

test('a hit shows where the item is, who put it in if that can be inferred, and its points', async () => {
  seed()
  await show(undefined, { search: 'ring' })
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toMatch(/Praxis.*Bank.*Veskir.*inferred.*\+10/)
  expect(
    within(row as HTMLElement)
      .getByRole('link', { name: 'Praxis' })
      .getAttribute('href'),
  ).toContain('/admin/guild/stashes/bank?search=ring'.slice(0, 26))
})
