import type { SheetRow } from '@muster/domain/objective-sheet/columns'
import { listSetRows } from '@muster/domain/objective-sheet/set-rows'
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { GridSets } from './grid-sets.tsx'

beforeEach(() => {
  seedEvent({})
  queryClient.setQueryData(read('getItemNames', { query: { game_version: 'poe1' } }).queryKey, [
    {
      kind: 'unique',
      group: 'Belt',
      names: [{ name: 'Headhunter', base: 'Leather Belt' }, { name: 'Mageblood', base: 'Heavy Belt' }, { name: 'The Magnate' }],
    },
    { kind: 'gem', group: 'blue', names: [{ name: 'Arc' }] },
  ])
})

const latest: { rows: readonly SheetRow[] } = { rows: [] }

function Shown({ first }: { first: readonly SheetRow[] }) {
  const [shown, setShown] = useState(first)
  useEffect(() => void (latest.rows = shown), [shown])
  const before = { event: null, scoring_presets: null, objectives: [], rules: null }
  return <GridSets event={anEvent} before={before} rows={shown} onRows={setShown} />
}

async function open(first: readonly SheetRow[] = []) {
  await renderInEvent(<Shown first={first} />)
  const details = screen.getByText('Ready-made sets').closest('details') as HTMLDetailsElement
  details.open = true
  await act(async () => fireEvent(details, new Event('toggle')))
}

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const settings = { category: 'Uniques: Belt', scoring_preset: '' }

test('ticked names become rows of a category that is named after the set', async () => {
  await open()
  await press('Tick all 3')
  await act(async () => fireEvent.click(box(/^Mageblood/)))
  await press('Add 2 objectives to Uniques: Belt')
  expect(latest.rows).toEqual(listSetRows(['Headhunter', 'The Magnate'], 'unique', settings))
  expect(box(/^Headhunter/).disabled).toBe(true)
})

test('names that the grid already has cannot be ticked, and rows in the grid stay', async () => {
  const first = listSetRows(['headhunter'], 'unique', settings)
  await open(first)
  expect(box(/^Headhunter/).disabled).toBe(true)
  await press('Tick all 2')
  await press(/^Add 2 objectives/)
  expect(latest.rows).toEqual([...first, ...listSetRows(['Mageblood', 'The Magnate'], 'unique', settings)])
})

test('a search shows names and bases, and ticks only what it shows', async () => {
  await open()
  await act(async () => fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'heavy' } }))
  await press('Tick all 1')
  await press('Add 1 objective to Uniques: Belt')
  expect(latest.rows).toEqual(listSetRows(['Mageblood'], 'unique', settings))
})
