import { maxEdits, type WhatIf } from '@muster/contract/definition'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shelfOf } from '../../../api/drafts/drafts.ts'
import { followPerson } from '../../../api/people/person.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { aCategory, anEvent, anObjective, aToken, noEffect } from '../../../test-event.tsx'
import { takeToasts, type ToastText } from '../../../ui/overlays/show-toast.ts'
import { createDraftStore, findDrafts, isObjectiveForm } from './draft-store.ts'
import { answers, edited, name, press, row, sent, show, startPage, tree, type } from './test-page.tsx'

// Edits: previewed while the event runs, undone, refused, and in conflict with another organiser's.

const team_id = anEvent.teams[0]?.id
const effect: WhatIf = {
  ...noEffect,
  teams: [{ team_id: team_id as never, points_now: 5, points_then: 15, rank_now: 1, rank_then: 1 }],
}
const refusal = (status: number, body: object) => new Response(JSON.stringify({ error: 'refused', ...body }), { status })
const dialog = () => within(screen.getByRole('dialog'))
/** The last button of the dialog confirms. */
const actButton = () => dialog().getAllByRole('button').at(-1) as HTMLButtonElement
const see = (text: string | RegExp) => screen.findByText(text, {}, { timeout: 5_000 })
const click = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button)
    await vi.dynamicImportSettled()
  })
const key = (pressed: string) =>
  act(async () => {
    fireEvent.keyDown(screen.getByRole('tree'), { key: pressed, altKey: true })
    await vi.dynamicImportSettled()
  })
const names = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent?.replace(/\d+$/, ''))

/** The tree after another organiser has changed Tulfall. */
function changedTree(change: object) {
  const theirs = structuredClone(tree)
  Object.assign(theirs.children[0]?.children[0] ?? {}, change)
  return theirs
}

let toasts: ToastText[] = []
let leave: () => void
beforeEach(() => {
  startPage()
  toasts = []
  leave = takeToasts((toast) => toasts.push(toast))
})
afterEach(() => leave())

/** Presses the button of the message with these words, once it has appeared. */
async function undo(title: string): Promise<void> {
  await waitFor(() => expect(toasts.map((toast) => toast.title)).toContain(title), { timeout: 5_000 })
  const sentBefore = sent('definition/edits').length
  toasts.find((toast) => toast.title === title)?.action?.run()
  await waitFor(() => expect(sent('definition/edits').length).toBeGreaterThan(sentBefore))
}

test('moves by keyboard are shown before the server has answered, so that a held key continues from there', async () => {
  await show({ edit: 21 })
  answers({})
  await key('ArrowUp')
  expect(names()).toEqual([expect.any(String), 'Uniques', 'Mageblood', 'Tulfall'])
  await key('ArrowLeft')
  expect(names()).toEqual([expect.any(String), 'Uniques', 'Tulfall', 'Mageblood'])
  expect(sent('definition/edits')).toHaveLength(1)
})

test('an objective is moved without dragging or keys, into a category and before one of its objectives', async () => {
  await show({ edit: 20 })
  await press('Move')
  fireEvent.change(dialog().getByLabelText('Into'), { target: { value: '1' } })
  fireEvent.change(dialog().getByLabelText('Before'), { target: { value: '2' } })
  await click(actButton())
  expect(sent('definition/edits')).toMatchObject([{ edits: [{ kind: 'place_objective', id: 20, parent_id: 1, before_id: 2 }] }])
})

test('rules for reports are inherited by name, chosen for one objective, and left to the category again', async () => {
  const strict = structuredClone(tree)
  Object.assign(strict.children[0] ?? {}, { report_proof: 'screenshot' })
  startPage({ tree: strict })
  await show({ edit: 20 })
  answers({ 'definition/edits': edited, objectives: strict })
  const reports = screen.getByLabelText('Reports of players')
  expect(within(reports).getByText('The rule of the event: Wait for a judge')).toBeTruthy()
  const proof = screen.getByLabelText('Proof in a report')
  expect(within(proof).getByText('The rule of Uniques: A screenshot')).toBeTruthy()
  type(reports, 'honour')
  type(proof, 'clip')
  await press('Save')
  for (const field of [reports, proof]) type(field, '')
  await press('Save')
  expect(sent('definition/edits')).toMatchObject([
    { edits: [{ objective: { reports: 'honour', report_proof: 'clip' } }] },
    { edits: [{ objective: { reports: null, report_proof: null } }] },
  ])
})

test('a submission does not name the event as the source of its rule', async () => {
  await show({ edit: 20 })
  type(screen.getByLabelText('Counts'), 'SUBMISSION')
  expect(within(screen.getByLabelText('Proof in a report')).getByText('The rule of submissions: Optional')).toBeTruthy()
})

test('while the event runs, a move to another category previews its effect, and needs a confirmation', async () => {
  startPage({ isRunning: true })
  await show({ edit: 20 })
  answers({ 'what-if': effect, 'definition/edits': edited, objectives: tree })
  await key('ArrowLeft')
  await see('Change the score of 1 team')
  expect(sent('definition/edits')).toEqual([])
  expect(sent('what-if')).toMatchObject([{ edits: [{ kind: 'place_objective', id: 20, parent_id: 1 }] }])
  type(dialog().getByLabelText('Reason'), 'It belongs there')
  await click(actButton())
  expect(sent('definition/edits')).toMatchObject([{ reason: 'It belongs there', edits: [{ id: 20, parent_id: 1 }] }])
})

test.each([
  ['a copy', 'Duplicate', 'Duplicate Tulfall?'],
  ['an edit', 'Check and save', 'Save this change?'],
])('while the event runs, %s does not happen when the question is closed', async (_, button, title) => {
  startPage({ isRunning: true })
  await show({ edit: 20 })
  answers({ 'what-if': effect, 'definition/edits': edited, objectives: tree })
  await press(button)
  await see(title)
  await click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent('definition/edits')).toEqual([])
})

test('input that the server would refuse has an error beside its field, and no question follows', async () => {
  startPage({ isRunning: true })
  await show({ edit: 20 })
  const problems = [{ field: 'edits.0.objective.name', problem: 'is taken' }]
  answers({ 'what-if': refusal(400, { code: 'invalid_request', problems }), objectives: tree })
  await press('Check and save')
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'), { timeout: 5_000 })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(/is taken/)).toBeTruthy()
})

test('an invalid condition has an error beside it, until it is changed', async () => {
  await show({ edit: 20 })
  type(screen.getByLabelText('Value of condition 1'), 'Ra(re')
  const problems = [{ field: 'edits.0.objective.conditions.0.value', problem: 'is not a pattern' }]
  answers({ 'definition/edits': refusal(400, { code: 'invalid_request', problems }), objectives: tree })
  await press('Save')
  const said = await screen.findByText(/is not a pattern/)
  const value = screen.getByLabelText('Value of condition 1')
  expect(said.parentElement?.contains(value)).toBe(true)
  expect(value.getAttribute('aria-invalid')).toBe('true')
  type(value, 'Rare')
  await waitFor(() => expect(screen.queryByText(/is not a pattern/)).toBeNull())
})

test('an objective can be saved without a preview, and the button says so', async () => {
  startPage({ isRunning: true })
  await show({ edit: 20 })
  answers({ 'what-if': refusal(503, { code: 'preview_too_long' }), 'definition/edits': edited, objectives: tree })
  await press('Check and save')
  await see('Save without knowing the effect')
  await click(actButton())
  expect(sent('definition/edits')).toHaveLength(1)
})

test('after saving nothing is unsaved, and the author has no conflict', async () => {
  await show({ edit: 20 })
  type(name(), 'Renamed')
  answers({ 'definition/edits': edited, objectives: changedTree({ name: 'Renamed', version: 4 }) })
  await press('Save')
  await screen.findByRole('treeitem', { name: /Renamed/ })
  await waitFor(() => expect(screen.queryByText('Unsaved')).toBeNull())
  expect(screen.queryByText(/Another organiser saved/)).toBeNull()
  type(name(), 'Renamed again')
  expect(screen.getAllByText('Unsaved').length).toBeGreaterThan(0)
})

test.each([
  ['an objective was created', { create: 'objective' }, 'Create'],
  ['an objective was saved', { edit: 20 }, 'Save'],
  ['an objective was copied', { edit: 20 }, 'Duplicate'],
] as const)('a slow answer that %s leaves the person in the objective opened meanwhile', async (_, opened, button) => {
  await show({ category: 2, ...opened })
  type(name(), 'Saved late')
  const reply = Promise.withResolvers<unknown>()
  const reloaded = structuredClone(tree)
  reloaded.children[0]?.children.push(anObjective({ id: 22, parent_id: 2, name: 'Reloaded' }))
  answers({ 'definition/edits': reply.promise, objectives: reloaded })
  await press(button)
  act(() => void fireEvent.click(row('Mageblood')))
  type(name(), 'Half an edit')
  await act(async () => {
    reply.resolve({ ...edited, objective_ids: { new: 22, copy: 22 } })
    await reply.promise
  })
  await screen.findByRole('treeitem', { name: /Reloaded/ })
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(name().value).toBe('Half an edit')
})

test('when another organiser has saved meanwhile, conditions of both are shown in words, and the choice is saved over their version', async () => {
  await show({ edit: 20 })
  type(screen.getByLabelText('Value of condition 1'), 'Mine')
  const theirs = changedTree({
    version: 4,
    conditions: [{ id: 8, field: 'NAME', operator: 'EQ', value: 'Theirs', any_of: null }],
  })
  answers({ 'definition/edits': refusal(409, { code: 'changed_meanwhile' }), objectives: theirs })
  await press('Save')
  await see('Another organiser saved this while you were editing')
  expect(screen.getByText('An item counts if its name is Theirs.')).toBeTruthy()
  const mine = screen.getAllByText('An item counts if its name is Mine.')[0]?.closest('label') as HTMLElement
  fireEvent.click(within(mine).getByRole('radio'))
  answers({ 'definition/edits': edited, objectives: theirs })
  await press('Use these values')
  await press('Save')
  // The other organiser's condition is removed, and the deleted condition is created again.
  expect(sent('definition/edits').at(-1)).toMatchObject({
    edits: [{ other_conditions: 'remove', objective: { base_version: 4, conditions: [{ id: null, value: 'Mine' }] } }],
  })
})

test('an objective that is deleted while it is edited can be created again with the input', async () => {
  await show({ edit: 20 })
  type(name(), 'Mine')
  const without = { ...tree, children: [{ ...tree.children[0], children: [] }] }
  answers({ 'definition/edits': refusal(404, { code: 'changed_meanwhile' }), objectives: without })
  await press('Save')
  await see(/It was deleted while you were editing/)
  answers({ 'definition/edits': edited, objectives: without })
  await press('Create it again')
  expect(name().value).toBe('Mine')
  await press('Create')
  expect(sent('definition/edits').at(-1)).toMatchObject({
    edits: [{ objective: { id: null, name: 'Mine', conditions: [{ id: null, value: 'Tulfall' }] } }],
  })
})

test('unsaved input stays when the page is left, is found again, and is restored after it was discarded', async () => {
  const { unmount } = await show({ edit: 20 })
  type(name(), 'Half an edit')
  unmount()
  await show()
  await press('1 unsaved')
  expect(name().value).toBe('Half an edit')
  const asked = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(asked)
  expect(asked.defaultPrevented).toBe(true)
  await press('Discard changes')
  expect(screen.queryByText('1 unsaved')).toBeNull()
  act(() => toasts.find(({ title }) => title === 'Changes discarded')?.action?.run())
  expect(name().value).toBe('Half an edit')
})

test('a branch is deleted after its name was typed, even when its contents are unknown', async () => {
  await show({ edit: 2 })
  answers({ 'what-if': refusal(503, { code: 'preview_too_long' }), 'definition/edits': edited, objectives: tree })
  await press('Delete')
  await see('Type Uniques to confirm')
  expect(actButton().disabled).toBe(true)
  type(dialog().getByLabelText('Type Uniques to confirm'), 'Uniques')
  await click(actButton())
  expect(sent('definition/edits')).toMatchObject([{ edits: [{ kind: 'delete_objective', id: 2 }] }])
})

test('more dates than one save takes are refused before the button is pressed', async () => {
  const many = structuredClone(tree)
  const children = Array.from({ length: maxEdits + 1 }, (_, at) => anObjective({ id: at + 100, parent_id: 2 }))
  Object.assign(many.children[0] ?? {}, { children })
  startPage({ tree: many })
  await show({ category: 2, edit: 2 })
  await press('More actions')
  await click(await screen.findByRole('menuitem', { name: 'Set dates in Uniques' }))
  expect(dialog().getByText('At most 2,000 at once.')).toBeTruthy()
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Set the dates of 2001 objectives' }).disabled).toBe(true)
})

test('the dates of many objectives are set at once, existing dates are counted, and undo restores them', async () => {
  const opens = '2026-11-25T00:00:00.000Z'
  startPage({ tree: changedTree({ valid_from: opens }) })
  await show({ category: 2, edit: 2 })
  await press('More actions')
  await click(await screen.findByRole('menuitem', { name: 'Set dates in Uniques' }))
  expect(dialog().getByText(/This sets the windows of 2 objectives.*1 has a window now/)).toBeTruthy()
  await click(dialog().getByRole('button', { name: 'Set the dates of 2 objectives' }))
  expect(sent('definition/edits')).toMatchObject([{ edits: [{ kind: 'set_dates', ids: [20, 21], valid_from: null }] }])
  await undo('2 objectives have new dates')
  expect(sent('definition/edits').at(-1)).toMatchObject({
    edits: [
      { kind: 'set_dates', ids: [20], valid_from: opens },
      { kind: 'set_dates', ids: [21], valid_from: null },
    ],
  })
})

test('a single objective without points is deleted without typing, and undo restores it', async () => {
  await show({ edit: 20 })
  const removed = { ...effect.removed, objectives: 1, conditions: 1 }
  answers({ 'what-if': { ...effect, removed }, 'definition/edits': edited, objectives: tree })
  await press('Delete')
  await see('Delete 1 objective and 0 points')
  expect(dialog().getByText(/You can undo this/)).toBeTruthy()
  await click(actButton())
  await undo('Tulfall was deleted')
  expect(sent('definition/edits').at(-1)).toMatchObject({
    edits: [
      { kind: 'save_objective', objective: { id: null, name: 'Tulfall', conditions: [{ id: null, value: 'Tulfall' }] } },
      { kind: 'place_objective', key: 'new', parent_id: 2, before_id: 21 },
    ],
  })
})

test.each([
  ['an objective', { edit: 20 }, 'Save'],
  ['a new objective', { create: 'objective' }, 'Create'],
] as const)(
  'input typed while %s is being saved stays, with the focus, and is saved over the saved version',
  async (_, opened, button) => {
    await show({ category: 2, ...opened })
    type(name(), 'Saved late')
    type(screen.getByLabelText('Value of condition 1'), 'First')
    const reply = Promise.withResolvers<unknown>()
    const reloaded = structuredClone(tree)
    const saved = {
      name: 'Saved late',
      parent_id: 2,
      conditions: [{ id: 31, field: 'NAME', operator: 'EQ', value: 'First', any_of: null }],
    }
    Object.assign(reloaded.children[0]?.children[0] ?? {}, saved, { version: 4 })
    reloaded.children[0]?.children.push(anObjective({ ...saved, id: 22, version: 1 }))
    answers({ 'definition/edits': reply.promise, objectives: reloaded })
    await press(button)
    const field = name()
    field.focus()
    type(field, 'Typed since')
    await act(async () => {
      reply.resolve(edited)
      await reply.promise
    })
    await screen.findByText('Saved. Your changes after that are not saved yet.')
    expect(name()).toBe(field)
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('Typed since')
    expect(screen.queryByText(/Another organiser saved/)).toBeNull()
    answers({ 'definition/edits': edited, objectives: reloaded })
    await press('Save')
    // The condition created by the first saving is not created again.
    const id = 'edit' in opened ? 20 : 22
    expect(sent('definition/edits').at(-1)).toMatchObject({
      edits: [
        { objective: { id, name: 'Typed since', base_version: id === 20 ? 4 : 1, conditions: [{ id: id === 20 ? 7 : 31 }] } },
      ],
    })
  },
)

test('a login that ends while an objective is saved keeps its input, which is stored for the viewer', async () => {
  storeToken(aToken(7))
  const end = followPerson()
  await show({ edit: 20 })
  type(name(), 'Half an edit')
  answers({ 'definition/edits': refusal(401, { code: 'not_authenticated' }), objectives: tree })
  await press('Save')
  await see('Your login has ended. Your text is kept as a draft.')
  expect(name().value).toBe('Half an edit')
  const stored = createDraftStore(
    (id) => shelfOf({ user_id: 7, form: 'objective', id: `${anEvent.id}.${id}` }, isObjectiveForm),
    ['20'],
  )
  expect(stored.get('20')).toMatchObject({ values: { name: 'Half an edit' }, version: 3, isKept: true })
  end()
  findDrafts(7, anEvent.id).remove('20')
  localStorage.clear()
})

test('after creating a category, the next objective goes into it, by the focused button and by the one above', async () => {
  await show({ create: 'category' })
  type(name(), 'Dailies')
  const made = aCategory({ id: 30, parent_id: 1, name: 'Dailies', version: 1, children: [] })
  answers({
    'definition/edits': { ...edited, objective_ids: { new: 30 } },
    objectives: { ...tree, children: [...tree.children, made] },
  })
  await press('Create')
  const add = await screen.findByRole('button', { name: 'New objective in Dailies' })
  await vi.waitFor(() => expect(document.activeElement).toBe(add), { timeout: 10_000 })
  fireEvent.click(add)
  type(name(), 'Daily 1')
  type(screen.getByLabelText('Value of condition 1'), 'Daily 1')
  await press('Create')
  expect(sent('definition/edits').at(-1)).toMatchObject({ edits: [{ objective: { name: 'Daily 1', parent_id: 30 } }] })
})
