import type { Objective } from '@muster/contract/objectives'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { anEvent, anObjective, aToken } from '../../../test-event.tsx'
import { answers, press, sent, show, startPage, tree } from './test-page.tsx'

const names = ['Tulfall', 'Mageblood', 'Cortex', 'Impresence']
const preset = {
  id: 3,
  name: 'Lines',
  description: '',
  points: [100, 50],
  point_cap: 0,
  scoring_method: 'BINGO_BOARD',
  type: 'CATEGORY',
  version: 4,
}

async function open(): Promise<void> {
  const [uniques] = tree.children
  const children = names.map((name, at) => anObjective({ id: 20 + at, parent_id: 2, name, version: 1, required_number: 1 }))
  const board = { ...uniques, extra: '{"layout":{"view":"board"}}', scoring_preset_id: 3, children } as Objective
  startPage({ tree: { ...tree, children: [board] } })
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(anEvent.id)).queryKey, [preset as never])
  await show({ category: 2, edit: 2 })
  await press('Board')
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Board of Uniques' }))
const cells = () => within(dialog().getByRole('grid', { name: 'Cells of the board' }))
const click = (button: HTMLElement) => act(async () => void fireEvent.click(button))
const pressIn = (name: string | RegExp) => click(dialog().getByRole('button', { name }))
const readCells = () =>
  cells()
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label'))

test('two objectives swap their cells, and Undo takes the step back', async () => {
  await open()
  expect(readCells()).toEqual(['A1, Tulfall', 'B1, Mageblood', 'A2, Cortex', 'B2, Impresence'])
  await click(cells().getByRole('button', { name: /^A1/ }))
  expect(dialog().getByText('Tulfall is selected.')).toBeDefined()
  await click(cells().getByRole('button', { name: /^B2/ }))
  expect(readCells()).toEqual(['A1, Impresence', 'B1, Mageblood', 'A2, Cortex', 'B2, Tulfall'])
  await pressIn('Undo')
  expect(readCells()).toEqual(['A1, Tulfall', 'B1, Mageblood', 'A2, Cortex', 'B2, Impresence'])
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test('a cleared cell is a finding, and its objective waits beside the board', async () => {
  await open()
  expect(dialog().getByText('6 lines can be completed.')).toBeDefined()
  await click(cells().getByRole('button', { name: /^A1/ }))
  await pressIn('Clear A1')
  expect(dialog().getByText('1 cell is empty. A line with an empty cell cannot be completed.')).toBeDefined()
  expect(dialog().getByText('3 lines can be completed.')).toBeDefined()
  await click(within(dialog().getByRole('group', { name: 'Not on the board' })).getByRole('button', { name: 'Tulfall' }))
  await click(cells().getByRole('button', { name: /^B1/ }))
  expect(readCells()).toEqual(['A1, empty', 'B1, Tulfall', 'A2, Cortex', 'B2, Impresence'])
})

test('the cells and a drawn line are saved in one change', async () => {
  await open()
  await click(cells().getByRole('button', { name: /^A1/ }))
  await click(cells().getByRole('button', { name: /^B1/ }))
  await pressIn('Draw a line')
  const drawing = within(dialog().getByRole('grid', { name: 'Cells of the new line' }))
  await click(drawing.getByRole('button', { name: /^B2/ }))
  await click(drawing.getByRole('button', { name: /^A1/ }))
  await pressIn('Add a line of 2 cells')
  expect(dialog().getByText('A1, B2')).toBeDefined()
  expect(dialog().getByText('1 line can be completed.')).toBeDefined()
  await pressIn('Save')
  expect(sent('definition/edits')).toMatchObject([
    {
      reason: 'Board of Uniques',
      edits: [
        { objective: { id: 20, extra: '1,0', base_version: 1 }, other_conditions: 'keep' },
        { objective: { id: 21, extra: '0,0' } },
        { objective: { id: 22, extra: '0,1' } },
        { objective: { id: 23, extra: '1,1' } },
        {
          preset: {
            id: 3,
            base_version: 4,
            parameters: {
              drawn_lines: [
                [
                  [0, 0],
                  [1, 1],
                ],
              ],
            },
          },
        },
      ],
    },
  ])
})

describe('a board that was left', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(aToken(7))
  })
  afterEach(() => localStorage.clear())
  const moved = ['A1, Mageblood', 'B1, Tulfall', 'A2, Cortex', 'B2, Impresence']
  const leave = async () => {
    await open()
    await click(cells().getByRole('button', { name: /^A1/ }))
    await click(cells().getByRole('button', { name: /^B1/ }))
    await pressIn('Cancel')
    cleanup()
  }

  test('is found again, and Undo or Discard bring the saved one back', async () => {
    await leave()
    await open()
    expect(readCells()).toEqual(moved)
    expect(dialog().getByText(/^Draft from/)).toBeDefined()
    await pressIn('Undo')
    expect(readCells()[0]).toBe('A1, Tulfall')
    expect(Object.keys(localStorage).filter((key) => key.includes('objective_board'))).toEqual([])
  })

  test('is gone once it is saved', async () => {
    await leave()
    await open()
    await pressIn('Save')
    expect(Object.keys(localStorage).filter((key) => key.includes('objective_board'))).toEqual([])
  })
})

test('a refusal names the objective and its problem, and keeps the board', async () => {
  await open()
  await click(cells().getByRole('button', { name: /^A1/ }))
  await click(cells().getByRole('button', { name: /^B1/ }))
  const problems = [{ field: 'edits.1.objective.extra', problem: 'is too long' }]
  const refused = { error: 'The request is not valid', code: 'invalid_request', problems }
  answers({ 'definition/edits': new Response(JSON.stringify(refused), { status: 400 }) })
  await pressIn('Save')
  const alert = await dialog().findByRole('alert')
  expect(alert.textContent).toContain('is too long (“Mageblood”)')
  expect(readCells()[0]).toBe('A1, Mageblood')
})

test('arrow keys move between the cells', async () => {
  await open()
  const first = cells().getByRole('button', { name: /^A1/ })
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('A2, Cortex')
})
