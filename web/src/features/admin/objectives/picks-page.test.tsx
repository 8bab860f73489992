import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { aCategory, anEvent, anObjective } from '../../../test-event.tsx'
import { takeToasts, type ToastText } from '../../../ui/overlays/show-toast.ts'
import { answers, edited, name, press, row, sent, show, startPage, type } from './test-page.tsx'

// Ticks in the tree, and the change of all ticked objectives.

const leaf = (id: number, objective: string, more: object = {}) =>
  anObjective({ id, parent_id: 2, name: objective, version: id, required_number: 1, scoring_preset_id: null, ...more })
const treeOf = (more: object = {}) => ({
  ...aCategory({
    id: 1,
    version: 1,
    children: [
      aCategory({
        id: 2,
        parent_id: 1,
        name: 'Uniques',
        version: 1,
        children: [leaf(20, 'Tulfall', more), leaf(21, 'Mageblood', more), leaf(22, 'Goldrim', more)],
      }),
      aCategory({ id: 3, parent_id: 1, name: 'Week 2', version: 1, children: [] }),
    ],
  }),
  parent_id: null,
})

let toasts: ToastText[] = []
let leave: () => void
beforeEach(() => {
  startPage({ tree: treeOf() })
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(anEvent.id)).queryKey, [
    { id: 5, name: 'Race', type: 'OBJECTIVE' },
    { id: 6, name: 'Sets', type: 'CATEGORY' },
  ] as never)
  toasts = []
  leave = takeToasts((toast) => toasts.push(toast))
})
afterEach(() => leave())

const key = (pressed: string, more: object = {}) =>
  act(() => void fireEvent.keyDown(screen.getByRole('tree'), { key: pressed, ...more }))
const tick = (text: string) => row(text).getAttribute('aria-checked')
const count = () =>
  screen.getAllByRole('status', { hidden: true }).find(({ textContent }) => textContent?.includes('selected'))?.textContent
const dialog = () => within(screen.getByRole('dialog'))
const choose = (label: string, value: string) => type(dialog().getByLabelText(label), value)
const confirm = () =>
  act(async () => {
    fireEvent.click(dialog().getAllByRole('button').at(-1) as HTMLButtonElement)
    await vi.dynamicImportSettled()
  })

test('by keyboard: Space ticks, Shift with arrows a range, Ctrl+A everything shown, Escape nothing; the number is announced', async () => {
  await show({ edit: 20 })
  key(' ')
  expect([tick('Tulfall'), tick('Uniques'), count()]).toEqual(['true', 'mixed', '1 selected.'])
  key('ArrowDown', { shiftKey: true })
  key('ArrowDown', { shiftKey: true })
  expect([tick('Uniques'), count()]).toEqual(['true', '3 selected.'])
  key('ArrowUp', { shiftKey: true })
  expect([tick('Goldrim'), count()]).toEqual(['false', '2 selected.'])
  type(screen.getByLabelText('Find an objective'), 'gold')
  expect(count()).toBe('2 selected. 2 of them are not shown.')
  key('a', { ctrlKey: true })
  expect(count()).toBe('3 selected. 2 of them are not shown.')
  key('Escape')
  expect(count()).toBeUndefined()
  expect(name().value).toBe('Tulfall')
})

test('by mouse: boxes and Ctrl tick, Shift ticks a range, and only a plain click opens', async () => {
  await show({ edit: 20 })
  const click = (text: string, more: object = {}) => act(() => void fireEvent.click(row(text), more))
  act(() => void fireEvent.click(within(row('Mageblood')).getByTitle('Select')))
  expect(count()).toBe('1 selected.')
  click('Tulfall', { shiftKey: true })
  expect(count()).toBe('2 selected.')
  click('Goldrim', { ctrlKey: true })
  expect(count()).toBe('3 selected.')
  expect(name().value).toBe('Tulfall')
  click('Goldrim')
  expect(name().value).toBe('Goldrim')
  expect(count()).toBe('3 selected.')
  await press('Clear')
  expect(count()).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('tree'))
})

test('a newer tree keeps the active row and the ticks; a deleted objective loses its tick', async () => {
  await show({ edit: 20 })
  key('a', { ctrlKey: true })
  key('ArrowDown')
  const newer = treeOf()
  newer.children[0]?.children.pop()
  act(() => void queryClient.setQueryData(read('getObjectiveTreeForEvent', eventInput(anEvent.id)).queryKey, newer as never))
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /Goldrim/ })).toBeNull())
  expect(screen.getByRole('tree').getAttribute('aria-activedescendant')).toBe(row('Mageblood').id)
  expect(count()).toBe('2 selected.')
})

test('all ticked objectives change in one save, which states its consequences beforehand, and are undone at once', async () => {
  await show({ edit: 20 })
  key('a', { ctrlKey: true })
  await press('Change…')
  expect(dialog().getByText(/^Nothing changes yet/)).toBeTruthy()
  expect(dialog().queryByRole('option', { name: 'Sets' })).toBeNull()
  choose('Category', '3')
  choose('Scoring preset', '5')
  expect(dialog().getByText('Moves 3 objectives into Week 2.')).toBeTruthy()
  expect(dialog().getByText('Gives 3 objectives the preset Race.')).toBeTruthy()
  const after = treeOf({ parent_id: 3, scoring_preset_id: 5, version: 50 })
  const [uniques, week] = after.children
  Object.assign(week ?? {}, { children: uniques?.children })
  Object.assign(uniques ?? {}, { children: [] })
  answers({ 'definition/edits': edited, objectives: after })
  await confirm()
  expect(sent('definition/edits')).toMatchObject([
    {
      reason: 'Moves 3 objectives into Week 2. Gives 3 objectives the preset Race.',
      edits: [20, 21, 22].map((id) => ({
        kind: 'save_objective',
        other_conditions: 'keep',
        objective: { id, base_version: id, parent_id: 3, scoring_preset_id: 5 },
      })),
    },
  ])
  await vi.waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['3 objectives changed']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(count()).toBe('3 selected.')
  await act(async () => {
    toasts[0]?.action?.run()
    await vi.waitFor(() => expect(sent('definition/edits')).toHaveLength(2))
  })
  const [, undone] = sent('definition/edits') as { edits: object[] }[]
  expect(undone?.edits).toHaveLength(6)
  expect(undone?.edits.slice(0, 2)).toMatchObject([
    { objective: { id: 20, base_version: 50, scoring_preset_id: null, parent_id: 3 } },
    { kind: 'place_objective', id: 20, parent_id: 2, before_id: null, base_version: 50 },
  ])
})

test('while the event runs, the question repeats the consequences beside the preview, and Cancel keeps ticks and input', async () => {
  startPage({ tree: treeOf(), isRunning: true })
  await show({ edit: 20 })
  key('a', { ctrlKey: true })
  await press('Change…')
  choose('Required', '3')
  answers({ 'what-if': new Promise(() => undefined), objectives: treeOf() })
  await confirm()
  const asked = within(screen.getByRole('dialog', { name: 'Change 3 objectives?' }))
  expect(asked.getByText(/^Requires 3 in 3 objectives\./)).toBeTruthy()
  expect(asked.getByText('Preview of this change')).toBeTruthy()
  await act(async () => fireEvent.click(asked.getByRole('button', { name: 'Cancel' })))
  expect(dialog().getByLabelText<HTMLInputElement>('Required').value).toBe('3')
  expect([count(), sent('definition/edits')]).toEqual(['3 selected.', []])
})

test('a refusal is beside its field, with the name of the objective, and keeps ticks and input', async () => {
  await show({ edit: 20 })
  key('a', { ctrlKey: true })
  await press('Change…')
  choose('Required', '3')
  const problems = [{ field: 'edits.1.objective.required_number', problem: 'is too large' }]
  const refusal = { error: 'refused', code: 'invalid_request', problems }
  answers({ 'definition/edits': new Response(JSON.stringify(refusal), { status: 400 }), objectives: treeOf() })
  await confirm()
  expect(await dialog().findByText('This is too large (“Mageblood”).')).toBeTruthy()
  const field = dialog().getByLabelText<HTMLInputElement>('Required')
  expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', '3'])
  expect(count()).toBe('3 selected.')
})

test('a field that cannot be changed like this is named before the save', async () => {
  startPage({ tree: treeOf({ valid_from: '2026-12-02T12:00:00Z' }) })
  await show({ edit: 20 })
  key(' ')
  await press('Change…')
  choose('Times', 'set')
  choose('Closes', '2026-12-01T12:00:30')
  expect(dialog().getByText(/^Tulfall: Closes must not be before/)).toBeTruthy()
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Change 1 objective' }).disabled).toBe(true)
})

test('in a locked event nothing can be changed', async () => {
  startPage({ tree: treeOf(), isLocked: true })
  await show({ edit: 20 })
  key(' ')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change…' }).disabled).toBe(true)
})
