import type { Objective } from '@muster/contract/objectives'
import { validMappings } from '@muster/domain/conditions/mappings'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { aCategory, anEvent, anObjective, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ObjectivesPage, type Opened } from './objectives-page.tsx'

const condition = (id: number, field: string, value: string) => ({ id, field, operator: 'EQ', value, any_of: null })
const tree: Objective = {
  ...aCategory({
    id: 1,
    name: 'Root',
    version: 1,
    children: [
      aCategory({
        id: 2,
        parent_id: 1,
        name: 'Uniques',
        version: 1,
        children: [
          anObjective({
            id: 20,
            parent_id: 2,
            name: 'Tulfall',
            version: 3,
            required_number: 1,
            conditions: [condition(7, 'NAME', 'Tulfall')],
          }),
          anObjective({ id: 21, parent_id: 2, name: 'Mageblood', version: 5, required_number: 1 }),
        ],
      }),
    ],
  }),
  parent_id: null,
}
const event_id = anEvent.id
const fetched = vi.fn<(url: string, init?: { body?: string }) => Promise<Response>>()

/** Everything that was sent to one call. */
const sent = (path: string): unknown[] =>
  fetched.mock.calls.filter(([url]) => url.endsWith(path)).map(([, init]) => JSON.parse(init?.body ?? 'null') as unknown)

const answers = (replies: Readonly<Record<string, unknown>>) =>
  fetched.mockImplementation((url) => {
    const path = Object.keys(replies).find((part) => url.includes(part))
    if (path === undefined) return new Promise(() => undefined)
    const reply = replies[path]
    return Promise.resolve(reply instanceof Response ? reply.clone() : new Response(JSON.stringify(reply)))
  })

/** The page with the part of the address that it changes. */
function Shown({ first }: { first: Partial<Opened> }) {
  const [opened, setOpened] = useState<Opened>({ category: 'root', edit: undefined, create: undefined, ...first })
  return <ObjectivesPage event_id={event_id} {...opened} onOpen={(more) => setOpened((before) => ({ ...before, ...more }))} />
}

const show = (first: Partial<Opened> = {}) => renderInEvent(<Shown first={first} />)
const name = () => screen.getByLabelText<HTMLInputElement>('Name', { selector: 'input[name=name]' })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const row = (text: string) => screen.getByRole('treeitem', { name: new RegExp(text) })
const press = (label: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: label }))
    await vi.dynamicImportSettled()
  })
const edited = { definition_version: 9, objective_ids: { new: 22 }, scoring_preset_ids: {} }

beforeEach(() => {
  // Before the start of the event, so that saving asks for nothing.
  const later = new Date(now_ms + 3_600_000).toISOString()
  seedEvent({ events: [{ ...anEvent, is_locked: false, event_start_time: later }] })
  queryClient.setQueryData(read('getObjectiveTreeForEvent', eventInput(event_id)).queryKey, tree)
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(event_id)).queryKey, [])
  queryClient.setQueryData(read('getValidMappings', eventInput(event_id)).queryKey, validMappings as never)
  fetched.mockReset()
  answers({ 'definition/edits': edited, objectives: tree })
  vi.stubGlobal('fetch', fetched)
})

test('the tree opens by keyboard, and Enter shows the objective in the editor', async () => {
  await show()
  const list = screen.getByRole('tree')
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter']) act(() => void fireEvent.keyDown(list, { key }))
  expect(row('Tulfall').getAttribute('aria-selected')).toBe('true')
  expect(name().value).toBe('Tulfall')
  expect(screen.getByText('An item counts if its name is Tulfall.')).toBeTruthy()
})

test('Alt with an arrow moves the objective, and says where it belongs', async () => {
  await show({ edit: 21 })
  await act(async () => {
    fireEvent.keyDown(screen.getByRole('tree'), { key: 'ArrowUp', altKey: true })
    await Promise.resolve()
  })
  expect(sent('definition/edits')).toEqual([{ edits: [{ kind: 'place_objective', id: 21, parent_id: 2, before_id: 20 }] }])
})

test('what was typed stays while another objective is looked at, and its row says that it is unsaved', async () => {
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

test('W-05: a new objective begins empty after another one was edited, and is created, not saved over it', async () => {
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

test('an edit is saved with the version that it began with, and conditions that were removed go', async () => {
  await show({ edit: 20 })
  await press('Remove condition 1')
  await press('Save')
  expect(sent('definition/edits')).toMatchObject([
    { edits: [{ other_conditions: 'remove', objective: { id: 20, base_version: 3, parent_id: 2, conditions: [] } }] },
  ])
})

test('when somebody else has saved meanwhile, both versions are shown field by field, and nothing typed is lost', async () => {
  const theirs = structuredClone(tree)
  Object.assign(theirs.children[0]?.children[0] ?? {}, { name: 'Theirs', extra: 'A note of theirs', version: 4 })
  answers({
    'definition/edits': new Response(JSON.stringify({ error: 'changed', code: 'changed_meanwhile' }), { status: 409 }),
    objectives: theirs,
  })
  await show({ edit: 20 })
  type(name(), 'Mine')
  await press('Save')
  await act(() => vi.waitFor(() => screen.getByText('Somebody else saved this while you were editing')))
  expect(name().value).toBe('Mine')
  const notice = screen.getByText('Somebody else saved this while you were editing').closest('section') as HTMLElement
  expect(within(notice).getByText('Theirs')).toBeTruthy()
  expect(screen.getByText(/1 other change is kept as it was saved/)).toBeTruthy()
})

test('alternatives stand in a frame of their own, and are said as such', async () => {
  await show({ edit: 20 })
  await press('Add alternatives')
  const frame = screen.getByRole('group', { name: 'Any of these' })
  expect(within(frame).getAllByLabelText(/^Value of condition/)).toHaveLength(2)
  expect(screen.getByText(/and any of these holds/)).toBeTruthy()
})

test('the editor of a value fits its field', async () => {
  await show({ edit: 20 })
  const field = screen.getByLabelText('Field of condition 1')
  type(field, 'IS_CORRUPTED')
  expect(screen.getByRole('group', { name: 'Value of condition 1' })).toBeTruthy()
  type(field, 'ILVL')
  expect(screen.getByLabelText('Value of condition 1').getAttribute('inputmode')).toBe('numeric')
  type(field, 'BASE_TYPE')
  type(screen.getByLabelText('Comparison of condition 1'), 'IN')
  const add = screen.getByLabelText('Value of condition 1: add an entry')
  type(add, 'Vaal Orb, Divine Orb,')
  expect(screen.getByRole('button', { name: 'Remove Divine Orb' })).toBeTruthy()
  expect(screen.getByText('An item counts if its base type is one of Vaal Orb, Divine Orb.')).toBeTruthy()
})
