import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { writeDiffs } from '../../../api/live/live.ts'
import { aCategory, aDiff, anObjective, aScore, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { CategoryPage } from '../category-page.tsx'

const hour_s = 3600
/** The event started a day before, so this is at hour 4 and some. */
const at = (hours: number) => now_ms / 1000 - 24 * hour_s + hours * hour_s
const names = ['Headhunter', 'Six rings', 'Mageblood', 'Cortex']
const tree = {
  ...aTree(),
  children: [
    aCategory({
      id: 9,
      name: 'Bingo',
      extra: '{"layout":{"view":"board"}}',
      children: names.map((name, index) =>
        anObjective({ id: 10 + index, parent_id: 9, name, required_number: name === 'Six rings' ? 6 : 1 }),
      ),
    }),
  ],
}
const scores = new Map([
  [10, new Map([1, 2].map((team) => [team, aScore({ finished: true, timestamp: at(4 + team) })]))],
  [11, new Map([[2, aScore({ number: 4 })]])],
  [12, new Map([[2, aScore({ finished: true, timestamp: at(8) })]])],
])

async function show(address = '/'): Promise<void> {
  seedEvent({ tree, scores, own_team_id: 2 })
  await renderInEvent(<CategoryPage title="Bingo" view="board" branch_ids={[9]} search={{}} onSearch={vi.fn()} />, address)
  await screen.findByRole('grid')
}
const field = (name: RegExp | string) => within(screen.getByRole('grid')).getByRole('button', { name })

test("shows the viewer's team first: fields with progress, time and first team, and the lines", async () => {
  await show()
  expect(screen.getByRole('grid', { name: 'Board of Tidebreakers' })).toBeDefined()
  expect(screen.getAllByRole('row').filter((row) => row.closest('[role=grid]'))).toHaveLength(2)
  expect(field('A1, Headhunter: done at hour 6:00, first: Lanterns, in 1 finished line')).toBeDefined()
  expect(field('B1, Six rings: open, 4 of 6')).toBeDefined()
  expect(screen.getByText('Column 1').parentElement?.textContent).toContain('6:00 to 8:00')
  expect(screen.getByText('Row 1').parentElement?.textContent).toContain('One field short: Six rings')
  expect(screen.getByText('Row 2').parentElement?.textContent).toContain('One field short: Cortex')
})

test('without objectives says that there is nothing yet', async () => {
  seedEvent({ tree: { ...tree, children: [{ ...tree.children[0], children: [] }] as typeof tree.children }, scores: new Map() })
  await renderInEvent(<CategoryPage title="Bingo" view="board" branch_ids={[9]} search={{}} onSearch={vi.fn()} />, '/')
  expect(await screen.findByText('Nothing to score here yet')).toBeDefined()
})

test('names that do not fit into their fields are listed with the state of the field', async () => {
  const many = Array.from({ length: 26 }, (_, at) =>
    anObjective({
      id: 100 + at,
      parent_id: 9,
      name: `Find ${at + 1}`,
      required_number: at === 1 ? 6 : 1,
      extra: `${at % 13},${Math.floor(at / 13)}`,
      valid_to: at < 2 ? new Date(now_ms - 1000).toISOString() : null,
    }),
  )
  seedEvent({ tree: { ...tree, children: [{ ...tree.children[0], children: many }] as typeof tree.children }, scores: new Map() })
  await renderInEvent(<CategoryPage title="Bingo" view="board" branch_ids={[9]} search={{}} onSearch={vi.fn()} />, '/')
  const item = async (name: string) => (await screen.findByText(name, { selector: 'li bdi' })).closest('li')?.textContent
  expect([await item('Find 1'), await item('Find 2'), await item('Find 3')]).toEqual([
    'A1Find 1closed',
    'B1Find 2closed, 0 of 6',
    'C1Find 3open',
  ])
  expect(field('A1, Find 1: closed')).toBeDefined()
})

test('shows the board of another team, and keeps the choice in the address', async () => {
  await show()
  const teams = within(screen.getByRole('group', { name: 'Team' }))
  expect(teams.getAllByRole('button').map((each) => each.textContent)).toEqual(['TIDyou2 of 4, 1 line', 'LAN1 of 4', 'NIG0 of 4'])
  await act(async () => fireEvent.click(teams.getByRole('button', { name: /LAN/ })))
  expect(screen.getByRole('grid', { name: 'Board of Lanterns' })).toBeDefined()
  expect(screen.getByText('No line is complete yet.')).toBeDefined()
})

test('the board is one Tab stop; arrow keys move inside, and a field opens its details', async () => {
  await show()
  const stops = () => [...screen.getByRole('grid').querySelectorAll<HTMLElement>('[tabindex="0"]')].map((each) => each.title)
  expect(stops()).toEqual(['Headhunter'])
  act(() => field(/^A1/).focus())
  fireEvent.keyDown(field(/^A1/), { key: 'ArrowRight' })
  fireEvent.keyDown(field(/^B1/), { key: 'ArrowDown' })
  expect(stops()).toEqual(['Cortex'])
  expect(document.activeElement?.getAttribute('title')).toBe('Cortex')
  fireEvent.click(field(/^B1/))
  expect(screen.getByRole('heading', { name: 'Six rings' })).toBeDefined()
  expect(screen.getByText(/Row 1 \(1 of 2\), Diagonal 2 \(1 of 2\), Column 2 \(0 of 2\)/)).toBeDefined()
})

test('a field fills and its line is complete as soon as it is scored', async () => {
  await show()
  await act(async () => writeDiffs('current', [aDiff(13, 2, 101, { finished: true, number: 1, timestamp: at(9) })]))
  expect(await within(screen.getByRole('grid')).findByRole('button', { name: /^B2, Cortex: done at hour 9:00/ })).toBeDefined()
  expect(screen.getByText('Row 2').parentElement?.textContent).toContain('8:00 to 9:00')
})
