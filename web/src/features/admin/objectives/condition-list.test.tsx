import { type ItemField, itemFields } from '@muster/contract/conditions'
import { validMappings } from '@muster/domain/conditions/mappings'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, renderInEvent } from '../../../test-event.tsx'
import { ConditionList } from './condition-list.tsx'
import { startPage } from './test-page.tsx'
import type { ConditionValue } from './values.ts'

beforeEach(() => startPage())

type ListProps = ComponentProps<typeof ConditionList>
const List = (given: Pick<ListProps, 'conditions'> & Partial<Pick<ListProps, 'fields' | 'onChange'>>) => (
  <ConditionList
    fields={itemFields}
    game_version="poe1"
    event_id={anEvent.id}
    mappings={validMappings as never}
    saved={[]}
    verdicts={undefined}
    problemOf={() => undefined}
    onChange={() => undefined}
    {...given}
  />
)

const show = (field: ItemField, value: string) =>
  renderInEvent(<List conditions={[{ key: 'a', id: null, field, operator: 'EQ', value, any_of: null }]} />)

test.each([
  ['TEMPLE_ROOMS', 'Locus of Corruption', /temples were only seen as copied texts/],
  ['MEMORY_STRANDS', '60', /memory strands were only seen in copied texts/],
  ['ITEM_CLASS', 'HideoutDoodad', /no real hideout decoration was seen/],
] as const)('a condition on %s %s says that its form is a guess, and what to do', async (field, value, reason) => {
  await show(field, value)
  expect(await screen.findByText('Unproven')).toBeTruthy()
  expect(screen.getByText(reason).textContent).toMatch(/Test a real item before the event\.$/)
})

test.each([
  ['MAP_TIER', '16'],
  ['ITEM_CLASS', 'MapKey'],
  ['BASE_TYPE', 'HideoutDoodad'],
] as const)('a condition on %s %s with a known form shows no warning', async (field, value) => {
  await show(field, value)
  expect(await screen.findByRole('button', { name: 'Add condition' })).toBeTruthy()
  expect(screen.queryByText('Unproven')).toBeNull()
})

describe('a name that no known item has', () => {
  const others = (count: number, word: string) => Array.from({ length: count }, (_, at) => ({ name: `${word} ${at}` }))

  beforeEach(() =>
    queryClient.setQueryData(read('getItemNames', { query: { game_version: 'poe1' } }).queryKey, [
      { kind: 'unique', group: 'Belt', names: [{ name: 'Headhunter' }, ...others(300, 'Unique')] },
      { kind: 'currency', group: '', names: [{ name: 'Chaos Orb' }, ...others(1_000, 'Base')] },
    ]),
  )

  function Edited({ value, operator }: { value: string; operator: 'EQ' | 'IN' }) {
    const [conditions, setConditions] = useState<readonly ConditionValue[]>([
      { key: 'a', id: null, field: 'NAME', operator, value, any_of: null },
    ])
    return <List conditions={conditions} onChange={setConditions} />
  }
  const value = () => screen.getByLabelText<HTMLInputElement>('Value of condition 1')

  test('has a warning at its field, and a button that writes the known name', async () => {
    await renderInEvent(<Edited operator="EQ" value="Headhunted" />)
    const fix = await screen.findByRole('button', { name: 'Did you mean Headhunter?' })
    const warning = document.getElementById(value().getAttribute('aria-describedby') ?? '')
    expect(warning?.textContent).toContain('No known item has the name "Headhunted".')
    await act(async () => fireEvent.click(fix))
    expect(value().value).toBe('Headhunter')
    expect(screen.queryByText(/No known item/)).toBeNull()
  })

  test('or belongs to another field, has a button that changes the field', async () => {
    await renderInEvent(<Edited operator="EQ" value="Chaos Orb" />)
    const fix = await screen.findByRole('button', { name: 'Use base type' })
    expect(screen.getByText('Chaos Orb is a base type; a condition on the name never matches.')).toBeTruthy()
    await act(async () => fireEvent.click(fix))
    expect(screen.queryByText(/never matches/)).toBeNull()
    expect(screen.getByText(/Base type is/i)).toBeTruthy()
  })

  test('is corrected in a list', async () => {
    await renderInEvent(<Edited operator="IN" value="Unique 1, Headhuntre" />)
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Did you mean Headhunter?' })))
    expect(screen.getByRole('button', { name: 'Remove Headhunter' })).toBeTruthy()
  })
})

describe('a value that cannot be saved', () => {
  const showMatch = (field: ItemField, operator: 'MATCHES' | 'EQ', value: string) =>
    renderInEvent(<List conditions={[{ key: 'a', id: null, field, operator, value, any_of: null }]} />)

  test.each([
    ['NAME', 'MATCHES', '(Head', /^Name: the pattern is not accepted: .*missing closing \)/],
    ['NAME', 'MATCHES', 'a{1000}{1000}', /^Name: the pattern is too large/],
    ['ILVL', 'EQ', 'eighty', /^Item level: /],
  ] as const)('%s %s %s says why at its field before it is sent', async (field, operator, value, reason) => {
    await showMatch(field, operator, value)
    const problem = await screen.findByText(reason)
    const input = screen.getByLabelText('Value of condition 1')
    expect([input.getAttribute('aria-describedby'), input.getAttribute('aria-invalid')]).toEqual([problem.id, 'true'])
  })

  test('a right pattern has no problem', async () => {
    await showMatch('NAME', 'MATCHES', '^Head')
    await waitFor(() => expect(queryClient.getQueryData(['conditionRefusal', 'NAME', 'MATCHES', '^Head'])).toBeNull())
    expect(screen.getByLabelText('Value of condition 1').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('conditions of an objective that counts areas', () => {
  function Areas() {
    const [conditions, setConditions] = useState<readonly ConditionValue[]>([])
    return <List fields={['AREA']} conditions={conditions} onChange={setConditions} />
  }

  test('are on their ids, which are found by the names of areas', async () => {
    await renderInEvent(<Areas />)
    expect(screen.getByText('Every line counts, because there are no conditions.')).toBeTruthy()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add condition' })))
    const input = screen.getByLabelText('Value of condition 1')
    await act(async () => input.focus())
    await act(async () => fireEvent.input(input, { target: { value: 'eye of' }, inputType: 'insertText' }))
    expect((await screen.findByRole('option', { name: /Eye of the Storm/ })).textContent).toContain('AtlasExilesBoss5')
    await act(async () => fireEvent.keyDown(input, { key: 'ArrowDown' }))
    await act(async () => fireEvent.keyDown(input, { key: 'Enter' }))
    expect(screen.getByText('A line of the log counts if its area is AtlasExilesBoss5.')).toBeTruthy()
  })
})
