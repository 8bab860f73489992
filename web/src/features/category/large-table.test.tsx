import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '@muster/contract/events'
import { aCategory, anEvent, anObjective, aTree, renderInEvent, seedEvent, showFrames } from '../../test-event.tsx'
import { CategoryPage } from './category-page.tsx'

const [aTeam] = anEvent.teams
const event = {
  ...anEvent,
  teams: Array.from({ length: 30 }, (_, place) => ({ ...aTeam, id: place + 1, name: `Team ${place + 1}`, abbreviation: '' })),
} as Event
const many = aCategory({
  id: 9,
  name: 'Everything',
  children: Array.from({ length: 60 }, (_, place) =>
    anObjective({ id: 1000 + place, name: `Thing ${place}`, parent_id: 9, required_number: 1 }),
  ),
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'requestAnimationFrame'] })
})
afterEach(() => vi.useRealTimers())

test('a large table renders a few rows at a time, names before cells, and announces the number of columns', async () => {
  seedEvent({ tree: { ...aTree(), children: [many] }, events: [event] })
  await renderInEvent(<CategoryPage title="Page" view={null} branch_ids={[9]} search={{}} onSearch={vi.fn()} />)
  const table = screen.getByRole('table', { name: 'Items' })
  expect(table.getAttribute('aria-colcount')).toBe('31')
  const rows = () => within(table).getAllByRole('row', { name: /Thing/ })
  const drawn = () => rows().filter((row) => within(row).queryAllByRole('cell').length > 0).length
  const before = drawn()
  expect(before).toBeLessThan(rows().length)
  await showFrames(1)
  expect(drawn()).toBeGreaterThan(before)
  await showFrames(40)
  expect(drawn()).toBe(60)
  // Each team in view has a cell, and the others share one.
  const cells = within(rows()[0] as HTMLElement).getAllByRole('cell')
  expect(cells.length).toBeLessThan(30)
  expect(cells[0]?.getAttribute('aria-colindex')).toBe('2')
})
