import type { AddedItemName } from '@muster/contract/item-names'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ItemNames } from './item-names.tsx'

const belt: AddedItemName = {
  is_unique: false,
  name: 'Tomorrow Belt',
  author: { id: 12, display_name: 'Ada' } as AddedItemName['author'],
  added_at: new Date(now_ms).toISOString(),
}
const sections = [{ kind: 'unique', group: 'Belt', names: [{ name: 'Headhunter' }] }]
let stored: AddedItemName[] = []
let isRefused = false
const changes: unknown[] = []

beforeEach(() => {
  seedEvent({})
  stored = []
  isRefused = false
  changes.length = 0
  queryClient.setQueryData(read('getItemNames', { query: { game_version: 'poe1' } }).queryKey, sections as never)
  vi.stubGlobal('fetch', async (url: string | Request, init?: RequestInit) => {
    const address = url instanceof Request ? url.url : url
    if (!address.includes('/added')) return new Response(JSON.stringify(sections))
    if (init?.method === 'PUT') changes.push(JSON.parse(init.body as string))
    return isRefused
      ? Response.json({ error: 'Not for you', code: 'forbidden' }, { status: 403 })
      : new Response(JSON.stringify(stored))
  })
})

async function open() {
  await renderInEvent(<ItemNames game_version="poe1" />)
  const details = screen.getByText('Names that Muster does not know').closest('details') as HTMLDetailsElement
  details.open = true
  await act(async () => fireEvent(details, new Event('toggle')))
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('pasted names are counted, and sent once each without empty lines', async () => {
  await open()
  await press('Add the names')
  expect(screen.getByText('Type or paste at least one name.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Names, one/), {
    target: { value: ' Sword of Tomorrow\r\n\nHeadhunter\nSword of Tomorrow\n' },
  })
  expect(screen.getByText('1 new, 1 known already')).toBeTruthy()
  await press('Add the names')
  expect(changes).toEqual([{ is_unique: true, add: ['Sword of Tomorrow', 'Headhunter'] }])
})

test('an added name says its author, and can be removed', async () => {
  stored = [belt]
  await open()
  await waitFor(() => expect(screen.getByRole('list', { name: 'Added names' }).textContent).toContain('Tomorrow Belt by Ada'))
  stored = []
  await press('Remove “Tomorrow Belt”')
  expect(changes).toEqual([{ is_unique: false, remove: ['Tomorrow Belt'] }])
  await waitFor(() => expect(screen.queryByText('Tomorrow Belt')).toBeNull())
})

test('names can be added while the list of added names does not load', async () => {
  isRefused = true
  await open()
  expect(await screen.findByText(/^Added names/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add the names' })).toBeTruthy()
})
