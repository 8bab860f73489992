import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type DataColumn, DataTable, figure } from './data-table.tsx'
import { SortableTable } from './sortable-table.tsx'

interface Player {
  readonly id: number
  readonly name: string
  readonly level: number
}

const players: readonly Player[] = [
  { id: 1, name: 'Cora', level: 80 },
  { id: 2, name: 'Ada', level: 95 },
  { id: 3, name: 'Ben', level: 80 },
]

const columns: readonly DataColumn<Player>[] = [
  { head: 'Name', isName: true, sortBy: ({ name }) => name, show: ({ name }) => name },
  figure('Level', ({ level }) => level, { sortBy: ({ level }) => level, isLabelled: true }),
]

const listNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const press = (name: string) => void fireEvent.click(screen.getByRole('button', { name }))
const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

test('a table is sorted by one column at a time: text from A, figures from the highest, equal rows in their original order', () => {
  render(
    <SortableTable
      label="Players"
      columns={columns}
      rows={players}
      keyOf={({ id }) => id}
      sort={{ column: 'Level', direction: 'desc' }}
    />,
  )
  expect([listNames(), sortOf('Level'), sortOf('Name')]).toEqual([['Ada', 'Cora', 'Ben'], 'descending', null])
  press('Name')
  expect([listNames(), sortOf('Level'), sortOf('Name')]).toEqual([['Ada', 'Ben', 'Cora'], null, 'ascending'])
  press('Level')
  expect([listNames(), sortOf('Level')]).toEqual([['Ada', 'Cora', 'Ben'], 'descending'])
  press('Level')
  expect([listNames(), sortOf('Level')]).toEqual([['Cora', 'Ben', 'Ada'], 'ascending'])
})

test('a table names its rows, shows headers beside values on phones, and lets a cell span several columns', () => {
  const spanning: readonly DataColumn<Player>[] = [
    { head: 'Name', isName: true, show: ({ name }) => name },
    { ...figure<Player>('Level', ({ level }) => level), isLabelled: true, span: ({ id }) => (id === 1 ? 2 : 1) },
    { head: 'Actions', isHeadHidden: true, show: ({ name }) => <button type="button">Delete {name}</button> },
  ]
  render(<DataTable caption="Players" columns={spanning} rows={players} keyOf={({ id }) => id} />)
  const [, first, second] = within(screen.getByRole('table', { name: 'Players' })).getAllByRole('row')
  expect(
    first &&
      within(first)
        .getAllByRole('cell')
        .map((cell) => cell.getAttribute('colspan')),
  ).toEqual(['2'])
  expect(second && within(second).getByRole('cell', { name: '95' }).dataset['label']).toBe('Level')
  expect(second && within(second).getByRole('rowheader').textContent).toBe('Ada')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Delete Ada', 'Delete Ben'])
})
