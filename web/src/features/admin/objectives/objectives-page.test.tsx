import type { Objective } from '@muster/contract/objectives'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../../lib/browser/session.ts'
import { pick, search } from '../../../test-choices.ts'
import { aToken } from '../../../test-event.tsx'
import { answers, name, press, row, sent, show, startPage, tree, type } from './test-page.tsx'

beforeEach(() => startPage())

test('the tree opens by keyboard, and Enter shows the objective in the editor', async () => {
  await show()
  const list = screen.getByRole('tree')
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter']) act(() => void fireEvent.keyDown(list, { key }))
  expect(row('Tulfall').getAttribute('aria-selected')).toBe('true')
  expect(name().value).toBe('Tulfall')
  expect(screen.getByText('An item counts if its name is Tulfall.')).toBeTruthy()
})

test('Alt with an arrow moves the objective, and announces its new position', async () => {
  await show({ edit: 21 })
  await act(async () => {
    fireEvent.keyDown(screen.getByRole('tree'), { key: 'ArrowUp', altKey: true })
    await Promise.resolve()
  })
  expect(sent('definition/edits')).toMatchObject([
    { edits: [{ kind: 'place_objective', id: 21, parent_id: 2, before_id: 20, base_version: 5 }] },
  ])
})

test('input stays while another objective is shown, and its row says that it is unsaved', async () => {
  await show({ edit: 20 })
  type(name(), 'Tulfall, renamed')
  act(() => void fireEvent.click(row('Mageblood')))
  expect(name().value).toBe('Mageblood')
  expect(within(row('Tulfall')).getByText('Unsaved')).toBeTruthy()
  act(() => void fireEvent.click(row('Tulfall')))
  expect(name().value).toBe('Tulfall, renamed')
  type(name(), 'Tulfall')
  expect(within(row('Tulfall')).queryByText('Unsaved')).toBeNull()
})

test('W-05: a new objective starts empty after another one was edited, and is created, not saved over it', async () => {
  await show({ edit: 20 })
  type(name(), 'Half an edit')
  await press('New objective')
  expect(name().value).toBe('')
  type(name(), 'Brand new')
  type(screen.getByLabelText('Value of condition 1'), 'Brand new')
  await press('Create')
  expect(sent('definition/edits')).toMatchObject([
    {
      edits: [
        {
          kind: 'save_objective',
          key: 'new',
          objective: { id: null, name: 'Brand new', conditions: [{ id: null, field: 'NAME', value: 'Brand new' }] },
        },
      ],
    },
  ])
})

test('an edit is saved with its starting version, and removed conditions are deleted', async () => {
  await show({ edit: 20 })
  await press('Remove condition 1')
  await press('Save')
  expect(sent('definition/edits')).toMatchObject([
    { edits: [{ other_conditions: 'remove', objective: { id: 20, base_version: 3, parent_id: 2, conditions: [] } }] },
  ])
})

test('when another organiser has saved meanwhile, both versions are shown field by field, and no input is lost', async () => {
  const theirs = structuredClone(tree)
  Object.assign(theirs.children[0]?.children[0] ?? {}, { name: 'Theirs', extra: 'A note of theirs', version: 4 })
  answers({
    'definition/edits': new Response(JSON.stringify({ error: 'changed', code: 'changed_meanwhile' }), { status: 409 }),
    objectives: theirs,
  })
  await show({ edit: 20 })
  type(name(), 'Mine')
  await press('Save')
  await act(() => vi.waitFor(() => screen.getByText('Another organiser saved this while you were editing')))
  expect(name().value).toBe('Mine')
  const notice = screen.getByText('Another organiser saved this while you were editing').closest('section') as HTMLElement
  expect(within(notice).getByText('Theirs')).toBeTruthy()
  expect(screen.getByText(/1 other saved change is kept/)).toBeTruthy()
})

test('a group is framed, and described as such', async () => {
  await show({ edit: 20 })
  await press('Add group')
  const frame = screen.getByRole('group', { name: 'Group 1' })
  expect(within(frame).getAllByLabelText(/^Value of condition/)).toHaveLength(2)
  expect(screen.getByText(/and any of these holds/)).toBeTruthy()
})

test('the editor of a value matches its field', async () => {
  await show({ edit: 20 })
  const field = await screen.findByRole('combobox', { name: 'Field of condition 1' })
  pick(field, 'corrupted')
  expect(screen.getByRole('group', { name: 'Value of condition 1' })).toBeTruthy()
  pick(field, 'item level')
  expect(screen.getByLabelText('Value of condition 1').getAttribute('inputmode')).toBe('numeric')
  pick(field, 'frame type')
  expect(screen.getByRole('option', { name: 'Divination card (6)' })).toBeTruthy()
  type(screen.getByLabelText('Value of condition 1'), '3')
  expect(screen.getByText('An item counts if its frame type is Unique (3).')).toBeTruthy()
  pick(field, 'base type')
  type(screen.getByLabelText('Comparison of condition 1'), 'IN')
  const add = screen.getByLabelText('Value of condition 1: add an entry')
  type(add, 'Vaal Orb, Divine Orb,')
  expect(screen.getByRole('button', { name: 'Remove Divine Orb' })).toBeTruthy()
  expect(screen.getByText('An item counts if its base type is one of Vaal Orb, Divine Orb.')).toBeTruthy()
})

test('the display style of a category can be chosen, and its stored text stays hidden', async () => {
  const [uniques] = tree.children
  startPage({
    tree: { ...tree, children: [{ ...uniques, extra: '{"layout":{"view":"races","note":"Be quick"}}' } as Objective] },
  })
  await show({ category: 2, edit: 2 })
  expect(screen.getByLabelText<HTMLInputElement>('Text for players').value).toBe('Be quick')
  const shownAs = screen.getByLabelText<HTMLSelectElement>('Shown as')
  expect(shownAs.value).toBe('races')
  type(shownAs, 'by_name')
  expect(screen.getByRole('option', { name: 'Unique sets (from the category’s name)' })).toBeTruthy()
  type(screen.getByLabelText('Title of its tab'), 'All of them')
  await press('Save')
  expect(sent('definition/edits')).toMatchObject([
    { edits: [{ objective: { id: 2, extra: '{"layout":{"tab":"All of them","note":"Be quick"}}' } }] },
  ])
})

test('an objective of a board has a cell', async () => {
  const [uniques] = tree.children
  startPage({ tree: { ...tree, children: [{ ...uniques, extra: '{"layout":{"view":"board"}}' } as Objective] } })
  await show({ category: 2, edit: uniques?.children[0]?.id })
  const cell = screen.getByLabelText<HTMLSelectElement>('Board cell')
  // A row and a column more than the two objectives need.
  expect([...cell.options].map(({ value }) => value).join(' ')).toBe(' A1 B1 C1 A2 B2 C2 A3 B3 C3')
  type(cell, 'B1')
  await press('Save')
  expect(sent('definition/edits')).toMatchObject([{ edits: [{ objective: { extra: '1,0' } }] }])
})

test('an unfinished list stays when its dialog is closed', async () => {
  storeToken(aToken(7))
  await show({ category: 2 })
  await press('Create many')
  type(screen.getByLabelText('Names, or a table'), 'Goldrim, Wurm')
  await press('Cancel')
  await press('Create many')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Names, or a table').value).toBe('Goldrim, Wurm')
  localStorage.clear()
})

test('a locked event says so, and offers no action that would be refused', async () => {
  startPage({ isLocked: true })
  await show({ category: 2 })
  expect(screen.getByText(/The event is locked/)).toBeTruthy()
  for (const label of ['New objective', 'New category', 'Create many']) {
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: label })) expect(button.disabled).toBe(true)
  }
})

test('for the second game only its numbers are offered, by source, and the page says which items count', async () => {
  startPage({ game_version: 'poe2' })
  await show({ edit: 20 })
  expect(screen.getByText(/counts by submission, or from characters’ equipment/)).toBeTruthy()
  type(screen.getByLabelText('Counts'), 'PLAYER')
  expect(screen.queryByText(/from characters’ equipment/)).toBeNull()
  const field = await screen.findByRole('combobox', { name: 'Number' })
  search(field, 'l')
  const calculated = within(await screen.findByRole('group', { name: 'The calculated build' }))
  expect(calculated.getByRole('option', { name: 'Life' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'Delve depth' })).toBeNull()
  pick(field, 'gems of a level')
  expect(await screen.findByLabelText('From gem level')).toBeTruthy()
  expect(screen.getByText(/The game shows the items/)).toBeTruthy()
  expect(screen.queryByLabelText('Count players from')).toBeNull()
  type(screen.getByLabelText('Counts'), 'TEAM')
  expect(await screen.findByLabelText('Count players from')).toBeTruthy()
})
