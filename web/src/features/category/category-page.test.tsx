import { act, fireEvent, renderHook, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeDiffs } from '../../api/live/live.ts'
import { useSubmissionRequest } from '../../api/people/submission-request.ts'
import { changePreferences } from '../../lib/browser/preferences.ts'
import { aCategory, aDiff, anEvent, anObjective, aScore, aTree, renderInEvent, seedEvent, showFrames } from '../../test-event.tsx'
import type * as ProgressModule from '../../ui/marks/progress.tsx'
import { CategoryPage } from './category-page.tsx'

// Every card draws bars for its teams; rendering again draws them again.
const rendered = vi.hoisted(() => new Set<string>())
vi.mock('../../ui/marks/progress.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof ProgressModule>()
  return {
    ...original,
    Progress: (props: Parameters<typeof original.Progress>[0]) => {
      rendered.add(props.label)
      return original.Progress(props)
    },
  }
})

const anItem = (id: number, name: string, more = {}) => anObjective({ id, name, parent_id: 50, required_number: 1, ...more })
const aSet = (id: number, name: string, children: ReturnType<typeof anItem>[]) => aCategory({ id, name, parent_id: 5, children })
const uniques = aCategory({
  id: 5,
  name: 'Uniques',
  children: [
    aSet(50, 'Rings', [
      anItem(51, 'Blackheart'),
      anItem(52, 'Mokou', { extra: 'Not foil', conditions: [{ field: 'WORN_BY', operator: 'IN', value: 'Slayer, Champion' }] }),
    ]),
    aSet(60, 'Boots', [anItem(61, 'Wanderlust')]),
  ],
})
const cards = aCategory({
  id: 7,
  name: 'Strange brews',
  children: [
    anObjective({ id: 71, name: 'Ale', required_number: 10 }),
    anObjective({ id: 72, name: 'Mead', required_number: 20 }),
  ],
})
const tree = { ...aTree(), children: [uniques, cards] }

const show = (branch_id: number, search = {}, onSearch = vi.fn()) =>
  renderInEvent(
    <CategoryPage
      title="Page"
      view={branch_id === 5 ? 'uniques' : branch_id === 8 ? 'bounties' : null}
      branch_ids={[branch_id]}
      search={search}
      onSearch={onSearch}
    />,
  )
const push = async (...diffs: Parameters<typeof writeDiffs>[1]) => {
  await act(async () => {
    writeDiffs('current', diffs)
    await vi.advanceTimersByTimeAsync(1)
  })
}
const itemRow = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  rendered.clear()
})
afterEach(() => vi.useRealTimers())

describe('a page of sets', () => {
  test('shows every set and all of their items', async () => {
    seedEvent({ tree, own_team_id: 2 })
    await show(5)
    expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual(['Rings', 'Boots'])
    expect(itemRow('Blackheart')).toBeTruthy()
    expect(itemRow('Wanderlust')).toBeTruthy()
  })

  test('names the character class that has to wear an item', async () => {
    seedEvent({ tree, own_team_id: 2 })
    await show(5)
    fireEvent.click(screen.getByRole('button', { name: /Mokou/ }))
    expect(screen.getByText('Counts when worn by: Slayer, Champion')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Blackheart/ }))
    expect(screen.getAllByText(/Counts when worn/)).toHaveLength(1)
  })

  test('says for the second game that only worn items count', async () => {
    seedEvent({ tree, events: [{ ...anEvent, game_version: 'poe2' }] })
    const { unmount } = await show(5)
    expect(screen.getByText(/counts when a character of the team wears it/)).toBeTruthy()
    unmount()
    seedEvent({ tree })
    await show(5)
    expect(screen.queryByText(/counts when a character/)).toBeNull()
  })

  test('updates the address when a set is selected, and shows its items alone', async () => {
    const onSearch = vi.fn()
    seedEvent({ tree, own_team_id: 2 })
    await show(5, {}, onSearch)
    fireEvent.click(screen.getByRole('button', { name: 'Boots' }))
    expect(onSearch).toHaveBeenCalledWith({ set: 60 })
    document.body.innerHTML = ''
    await show(5, { set: 60 })
    expect(screen.queryByRole('row', { name: /Blackheart/ })).toBeNull()
    expect(itemRow('Wanderlust')).toBeTruthy()
  })

  test('shows a find as soon as it is scored, with its place', async () => {
    seedEvent({ tree, own_team_id: 2 })
    await show(5)
    const cell = () => within(itemRow('Blackheart')).getAllByRole('img')[0]?.getAttribute('aria-label')
    expect(cell()).toContain('missing')
    await push(aDiff(51, 2, 101, { points: 30, number: 1, finished: true, rank: 1 }))
    expect(cell()).toContain('1st place')
  })

  test('renders only the set that changed', async () => {
    seedEvent({ tree, own_team_id: 2 })
    await show(5)
    rendered.clear()
    await push(aDiff(51, 2, 101, { points: 30, number: 1, finished: true, rank: 1 }))
    expect([...rendered]).toEqual(['Tidebreakers: 1 of 2', 'Lanterns: 0 of 2', 'Nightglass: 0 of 2'])
  })

  test('hides finished sets by preference, and remembers it', async () => {
    const scores = new Map([[61, new Map([[2, aScore({ finished: true, number: 1 })]])]])
    seedEvent({ tree, scores, own_team_id: 2 })
    changePreferences({ uniqueSets: { showCompleted: false, showFirstAvailable: true } })
    await show(5)
    expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual(['Rings'])
    expect(screen.getByRole('button', { name: 'Finished' }).getAttribute('aria-pressed')).toBe('false')
  })

  test('shows what an item pays and which teams have it when its name is pressed', async () => {
    const scores = new Map([[51, new Map([[1, aScore({ finished: true, number: 1, rank: 1, points: 30 })]])]])
    seedEvent({ tree, scores })
    await show(5)
    fireEvent.click(screen.getByRole('button', { name: /Blackheart/ }))
    expect(screen.getByText('Worth 30 / 20, then 10')).toBeTruthy()
    expect(screen.getByText(/1st place, 30 points/, { selector: 'bdi' })).toBeTruthy()
  })
})

describe('a category without a view', () => {
  test('has a page of cards, and renders only the changed one again', async () => {
    seedEvent({ tree, own_team_id: 2 })
    await show(7)
    expect(screen.getAllByRole('article')).toHaveLength(2)
    rendered.clear()
    await push(aDiff(72, 2, 101, { number: 7 }))
    expect([...rendered]).toEqual(['Tidebreakers: 7 of 20', 'Lanterns: 0 of 20', 'Nightglass: 0 of 20'])
  })

  test('has an empty state', async () => {
    seedEvent({ tree: { ...aTree(), children: [{ ...cards, children: [] }] } })
    await show(7)
    expect(screen.getByText('Nothing to score here yet')).toBeTruthy()
  })
})

test('a bounty has a submission button on its card for members of a team only, and a finished place opens its receipt', async () => {
  const bounties = aCategory({
    id: 8,
    name: 'Bounties',
    children: [anObjective({ id: 81, name: 'Kill it', objective_type: 'SUBMISSION', required_number: 1 })],
  })
  const scores = new Map([[81, new Map([[2, aScore({ points: 30, rank: 1, finished: true, number: 1 })]])]])
  seedEvent({ tree: { ...aTree(), children: [bounties] }, scores })
  const view = await show(8)
  expect(screen.getByRole('button', { name: /Tidebreakers: 1st place, 30 points. Why\?/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  view.unmount()
  seedEvent({ tree: { ...aTree(), children: [bounties] }, scores, own_team_id: 1 })
  await show(8)
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(renderHook(() => useSubmissionRequest()).result.current).toEqual({ objective_id: 81 })
})

describe('the proof that a report needs', () => {
  const asking = (report_proof: string, reports = 'reviewed') => ({ ...tree, report_proof, reports }) as typeof tree

  test('is shown in the details of an item, and on cards', async () => {
    seedEvent({ tree: asking('screenshot') })
    const view = await show(5)
    fireEvent.click(screen.getByRole('button', { name: /Blackheart/ }))
    expect(screen.getByText('A report needs a screenshot.')).toBeTruthy()
    view.unmount()
    await show(7)
    expect(screen.getAllByText('A report needs a screenshot.')).toHaveLength(2)
  })

  test.each([
    ['it is optional', asking('optional'), {}],
    ['reports are refused', asking('clip', 'refused'), {}],
    ['the event is over', asking('clip'), { event_end_time: '2026-11-21T08:00:00Z' }],
  ])('is not mentioned where %s', async (_, asked, more) => {
    seedEvent({ tree: asked, events: [{ ...anEvent, ...more }] })
    await show(7)
    expect(screen.queryByText(/A report needs/)).toBeNull()
  })
})

describe('a result that counts on a report without a judge', () => {
  const words = 'counts on a report that no judge has confirmed'
  const done = aScore({ points: 30, rank: 1, finished: true, number: 10 })
  const answer = { totals: [], unconfirmed: [51, 71, 72].map((objective_id) => ({ objective_id, team_ids: [2] })) }
  const scores = new Map([
    [
      51,
      new Map([
        [1, done],
        [2, done],
      ]),
    ],
    [
      71,
      new Map([
        [1, done],
        [2, done],
      ]),
    ],
    [
      72,
      new Map([
        [1, aScore({ number: 3 })],
        [2, aScore({ number: 7 })],
      ]),
    ],
  ])
  const show_honoured = async (branch_id: number, reports: 'honour' | 'reviewed') => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(answer)))
    fetched.mockClear()
    seedEvent({ tree: { ...tree, reports }, scores })
    await show(branch_id)
    await act(() => vi.advanceTimersByTimeAsync(1))
    return fetched
  }

  test('is marked in the table of items and in its details, and no other team is', async () => {
    await show_honoured(5, 'honour')
    const labels = () =>
      within(itemRow('Blackheart'))
        .getAllByRole('img')
        .map((cell) => cell.getAttribute('aria-label'))
    expect(labels()).toEqual([
      'found, hour 24:00, 1st place, 30 points',
      `found, hour 24:00, 1st place, 30 points, ${words}`,
      'missing',
    ])
    fireEvent.click(screen.getByRole('button', { name: /Blackheart/ }))
    expect(screen.getByText(`found, hour 24:00, 1st place, 30 points, ${words}`, { selector: 'bdi' })).toBeTruthy()
  })

  test('is marked on cards, finished or not', async () => {
    await show_honoured(7, 'honour')
    expect(screen.getByRole('button', { name: `Tidebreakers: 1st place, 30 points, ${words}. Why?` })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Lanterns: 1st place, 30 points. Why?' })).toBeTruthy()
    expect(screen.getAllByText(words)).toHaveLength(1)
  })

  test('is not asked for where judges confirm every report first', async () => {
    const fetched = await show_honoured(7, 'reviewed')
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/item-images'])
  })
})

test('a card far from the window shows only its name', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'requestAnimationFrame'] })
  const sight = vi.spyOn(window.IntersectionObserver.prototype, 'observe').mockImplementation(() => {})
  const children = Array.from({ length: 30 }, (_, place) =>
    anObjective({ id: 1000 + place, name: `Bounty ${place}`, parent_id: 9 }),
  )
  const many = { ...cards, id: 9, children } as typeof cards
  seedEvent({ tree: { ...aTree(), children: [many] } })
  await show(9)
  expect(screen.getAllByRole('heading', { name: /^Bounty/ })).toHaveLength(30)
  const lines = () => screen.getAllByRole('article').filter((card) => within(card).queryAllByRole('listitem').length > 0)
  expect(lines()).toHaveLength(6)
  sight.mockRestore()
  document.body.innerHTML = ''
  await show(9)
  await showFrames(20)
  expect(lines()).toHaveLength(30)
})

test('of very many objectives the first are shown, and the others on demand', async () => {
  const many = aCategory({
    id: 9,
    name: 'Everything',
    children: Array.from({ length: 300 }, (_, place) => anObjective({ id: 1000 + place, parent_id: 9, required_number: 10 })),
  })
  seedEvent({ tree: { ...aTree(), children: [many] } })
  await renderInEvent(<CategoryPage title="Page" view={null} branch_ids={[9]} search={{}} onSearch={vi.fn()} />)
  expect(screen.getAllByRole('article')).toHaveLength(120)
  fireEvent.click(screen.getByRole('button', { name: 'Show 120 more objectives' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show 60 more objectives' }))
  expect(screen.getAllByRole('article')).toHaveLength(300)
  expect(screen.queryByRole('button', { name: /more objective/ })).toBeNull()
})
