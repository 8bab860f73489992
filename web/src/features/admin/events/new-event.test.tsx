import type { Event } from '@muster/contract/events'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { NewEvent } from './new-event.tsx'

const text = `muster_definition: 1
event: {event_end_time: start + 2d}
objectives: [{name: Uniques, objectives: [{key: goldrim, name: Goldrim}]}]`
const file = { definition_version: 1, event_version: 1, rules_version: 0, root_id: 1, scoring_preset_ids: {}, condition_ids: {} }
const events = [
  { ...anEvent, id: 3, name: 'Autumn Muster (PL1)' },
  { ...anEvent, id: 4, name: 'Winter Muster (PL2)' },
] as Event[]

beforeEach(() => {
  const fetched = vi.fn<typeof fetch>(async (input) => {
    const address = input instanceof Request ? input.url : String(input)
    if (address.endsWith('/definition-examples')) return Response.json([{ name: 'league', game_version: 'poe1', text }])
    return Response.json({ ...file, text, objective_ids: { uniques: 2, goldrim: 3 } })
  })
  vi.stubGlobal('fetch', fetched)
  seedEvent({ events })
})

const choose = async (name: RegExp) => {
  const option = await screen.findByRole('radio', { name })
  await act(async () => void fireEvent.click(option))
}
const picture = () => screen.findByRole('figure', { name: 'Contents of the template' })

test('a new event starts empty, with all of its fields and no drawing', async () => {
  await renderInEvent(<NewEvent from={null} onClose={() => {}} />)
  const group = screen.getByRole('group', { name: 'Start from' })
  expect(await within(group).findByRole('radio', { name: /^Ten days with bingo/ })).toBeDefined()
  expect(within(group).getByRole<HTMLInputElement>('radio', { name: /^Nothing/ }).checked).toBe(true)
  expect(screen.getByLabelText('Places')).toBeDefined()
  expect(screen.queryByRole('figure')).toBeNull()
})

test('an example and an earlier event are drawn by the same rule, and ask for a name and a start', async () => {
  await renderInEvent(<NewEvent from={null} onClose={() => {}} />)
  await choose(/^Ten days with bingo/)
  const example = (await picture()).innerHTML
  expect(example).toContain('Uniques')
  expect(screen.queryByLabelText('Places')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name of the league').value).toBe('')
  await choose(/^An earlier event/)
  expect((await picture()).innerHTML).toBe(example)
  expect(screen.getByLabelText<HTMLInputElement>('Name of the league').value).toBe('Winter Muster (PL2) (copy)')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Teams/ }).checked).toBe(false)
})

test('the newest event is chosen first, and each other one can be', async () => {
  await renderInEvent(<NewEvent from={null} onClose={() => {}} />)
  await choose(/^An earlier event/)
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Earlier event' })
  expect([...list.options].map(({ text: label }) => label)).toEqual(['Winter Muster (no. 4)', 'Autumn Muster (no. 3)'])
  await act(async () => void fireEvent.change(list, { target: { value: '3' } }))
  await picture()
  expect(screen.getByLabelText<HTMLInputElement>('Name of the league').value).toBe('Autumn Muster (PL1) (copy)')
})

test('a form that was left for a login opens with its example', async () => {
  await renderInEvent(<NewEvent from="league" onClose={() => {}} />)
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Ten days/ })).checked).toBe(true)
  await picture()
})
