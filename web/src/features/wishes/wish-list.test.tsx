import type { TeamWishes, WantedItemStates, Wish } from '@muster/contract/wishes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { anObjective, aTree, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { placeBefore } from './use-wishes.ts'
import { WishList } from './wish-list.tsx'

const fetched = vi.fn<typeof fetch>()
const team = { ...eventInput('current'), team_id: 1 as never }
const statusKey = read('getEventStatus', eventInput('current')).queryKey
const self = { id: 10, display_name: 'Veskir', permissions: [] }

const aWish = (id: number, name: string, more: Partial<Wish> = {}): Wish => ({
  id: id as never,
  user: { id: 11 as never, display_name: 'Wren' },
  kind: 'unique',
  name,
  position: id,
  is_build_enabling: false,
  fulfilled_at: null,
  is_ticked_by_hand: false,
  added_at: new Date(now_ms).toISOString(),
  ...more,
})
const own = { user: { id: 10 as never, display_name: 'Veskir' } }

async function show(wishes: Wish[], states: Partial<WantedItemStates> = {}, isLead = false) {
  seedEvent({ own_team_id: 1, tree: aTree(anObjective({ id: 20, parent_id: 2, name: 'Find a belt' })) })
  queryClient.setQueryData(read('getUser', {}).queryKey, self as never)
  queryClient.setQueryData(statusKey, (before) => before && { ...before, is_team_lead: isLead })
  queryClient.setQueryData(read('getTeamWishes', team).queryKey, { team_id: 1, wishes } as TeamWishes)
  queryClient.setQueryData(read('findWantedItems', team).queryKey, { items: [], guild_tabs: 3, public_tabs: 4, ...states })
  await renderInEvent(<WishList team_id={1 as never} />)
}
const rows = () => within(screen.getByRole('list', { name: /open/ })).getAllByRole('heading')

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('an empty list says how to begin', async () => {
  await show([])
  expect(await screen.findByText('No wishes yet')).toBeTruthy()
})

test('a wish shows its player, who else wants it, where it is, and what it counts for', async () => {
  const place = { owner: null, guild_tab_id: 'a', tab_name: 'Uniques', items: 2 }
  const objectives = [{ objective_id: 20 as never, is_certain: false }]
  const items = [{ kind: 'unique' as const, name: 'Headhunter', places: [place], places_total: 6, objectives }]
  await show([aWish(1, 'Headhunter'), aWish(2, 'Headhunter', { ...own, is_build_enabling: true }), aWish(3, 'Goldrim')], {
    items,
  })
  const [first, second] = await screen.findAllByRole('listitem').then((all) => all.filter((one) => one.dataset['row']))
  expect(first?.textContent).toContain('Wren · unique · 1 other wants it')
  expect(second?.textContent).toContain('you · unique · 1 other wants it')
  expect(second?.textContent).toContain('build needs it')
  expect(first?.textContent).toContain('Guild tab Uniques 2×')
  expect(first?.textContent).toContain('and 5 more tabs')
  expect(first?.textContent).toContain('May count for Find a belt')
  expect(screen.getByText('Tabs read: 3 of the guild, 4 public.')).toBeTruthy()
  // Only the owner changes it.
  expect(screen.getAllByRole('checkbox', { name: /Headhunter/ })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('two public tabs of one name are two places', async () => {
  const complaints = vi.spyOn(console, 'error')
  const place = { guild_tab_id: null, tab_name: 'Sale', owner: { id: 11 as never, display_name: 'Wren' }, items: 1 }
  await show([aWish(1, 'Headhunter')], {
    items: [{ kind: 'unique', name: 'Headhunter', places: [place, place], places_total: 2, objectives: [] }],
  })
  expect(await screen.findAllByText(/^Public tab Sale of Wren/)).toHaveLength(2)
  expect(complaints).not.toHaveBeenCalled()
  complaints.mockRestore()
})

test('fulfilled wishes are folded and say why', async () => {
  const fulfilled_at = new Date(now_ms).toISOString()
  await show([aWish(1, 'Goldrim', { fulfilled_at }), aWish(2, 'Mageblood', { ...own, fulfilled_at, is_ticked_by_hand: true })])
  expect(await screen.findByText('2 fulfilled')).toBeTruthy()
  expect(screen.getByText(/seen on the character/)).toBeTruthy()
  expect(screen.getByText(/ticked by hand/)).toBeTruthy()
  expect(screen.getByText('Every wish is fulfilled')).toBeTruthy()
})

describe('a lead', () => {
  test('moves wishes by button and key: shown immediately, sent as a move before another wish', async () => {
    const bodies: unknown[] = []
    fetched.mockImplementation(async (address, options) => {
      bodies.push([(address as string).replace(/.*\/api/, ''), options?.body])
      return new Promise(() => {})
    })
    await show([aWish(1, 'A'), aWish(2, 'B'), aWish(3, 'C')], {}, true)
    await screen.findByRole('button', { name: 'Move A of Wren down' })
    expect(screen.getByRole('button', { name: 'Move A of Wren up' }).hasAttribute('disabled')).toBe(true)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Move C of Wren up' })))
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(['A', 'C', 'B']))
    expect(screen.getByText('C is wish 2 of 3')).toBeTruthy()
    await waitFor(() => expect(bodies).toContainEqual(['/events/current/wishes/3/position', JSON.stringify({ before: 2 })]))
    await act(async () =>
      fireEvent.keyDown(screen.getByRole('button', { name: 'Move B of Wren up' }), { key: 'ArrowUp', altKey: true }),
    )
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(['A', 'B', 'C']))
    await act(async () =>
      fireEvent.keyDown(screen.getByRole('button', { name: 'Move B of Wren up' }), { key: 'ArrowDown', altKey: true }),
    )
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(['A', 'C', 'B']))
  })
})

test.each([
  [3, 1, ['C', 'A', 'B']],
  [1, null, ['B', 'C', 'A']],
  [1, 3, ['B', 'A', 'C']],
  [9, 1, ['A', 'B', 'C']],
])('moving %s before %s', (id, before, expected) => {
  const order = placeBefore([aWish(1, 'A'), aWish(2, 'B'), aWish(3, 'C')], id as never, before as never)
  expect(order.map(({ name }) => name)).toEqual(expected)
  expect(order.map(({ position }) => position)).toEqual([1, 2, 3])
})
