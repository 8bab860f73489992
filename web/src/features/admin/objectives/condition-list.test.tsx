import { type ItemField, itemFields } from '@muster/contract/conditions'
import { validMappings } from '@muster/domain/conditions/mappings'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, renderInEvent } from '../../../test-event.tsx'
import { ConditionList } from './condition-list.tsx'
import { press, startPage } from './test-page.tsx'
import type { ConditionValue } from './values.ts'

beforeEach(() => startPage())

type ListProps = ComponentProps<typeof ConditionList>
const List = (given: Pick<ListProps, 'conditions'> & Partial<Pick<ListProps, 'fields' | 'onChange'>>) => (
  <ConditionList
    fields={itemFields}
    game_version="poe1"
    event_id={anEvent.id}
    mappings={validMappings as never}
    required_number={1}
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

  test('that belongs to another field has a button that changes the field', async () => {
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

describe('groups', () => {
  let now: readonly ConditionValue[] = []
  const named = (key: string, value: string, more: Partial<ConditionValue> = {}): ConditionValue => ({
    key,
    id: null,
    field: 'NAME',
    operator: 'EQ',
    value,
    any_of: null,
    ...more,
  })
  function Edited({ first, ...more }: { first: readonly ConditionValue[]; required_number?: number; game_version?: 'poe2' }) {
    const [conditions, setConditions] = useState(first)
    const change = (changed: readonly ConditionValue[]) => {
      now = changed
      setConditions(changed)
    }
    return (
      <main>
        <List {...more} conditions={conditions} onChange={change} />
      </main>
    )
  }
  const click = (element: HTMLElement) => act(async () => fireEvent.click(element))
  const button = (name: string) => screen.getByRole('button', { name })
  const choose = async (condition: number, item: string) => {
    await press(`More for condition ${condition}`)
    await click(await screen.findByRole('menuitem', { name: item }))
  }
  const listed = () => now.map(({ value, any_of, at_least = 1 }) => `${value} ${any_of ?? '-'} ${at_least}`)

  test('are made from a condition and the one above, grow by moves, and demand as many as chosen', async () => {
    await renderInEvent(<Edited first={[named('a', 'A'), named('b', 'B'), named('c', 'C')]} />)
    await choose(2, 'Group with the condition above')
    expect(listed()).toEqual(['A 1 1', 'B 1 1', 'C - 1'])
    await waitFor(() => expect(document.activeElement).toBe(button('More for condition 2')))
    await choose(3, 'Move to group 1')
    const demanded = screen.getByLabelText<HTMLSelectElement>('How many of group 1 must match')
    expect([...demanded.options].map(({ label }) => label)).toEqual(['Any of these', 'At least 2 of these 3', 'All 3 of these'])
    await act(async () => fireEvent.change(demanded, { target: { value: '2' } }))
    expect(listed()).toEqual(['A 1 2', 'B 1 2', 'C 1 2'])
    expect(
      screen.getByText('An item counts if at least 2 of these hold: its name is A; its name is B; its name is C.'),
    ).toBeTruthy()
  })

  test('demand no more than they have, and leave nothing behind', async () => {
    const three = ['A', 'B', 'C'].map((value) => named(value, value, { any_of: 4, at_least: 3 }))
    await renderInEvent(<Edited first={three} />)
    await choose(1, 'Move out of the group')
    expect(listed()).toEqual(['A - 1', 'B 4 2', 'C 4 2'])
    await click(button('Remove condition 2'))
    expect(listed()).toEqual(['A - 1', 'C 4 1'])
    await click(button('Ungroup'))
    expect(listed()).toEqual(['A - 1', 'C - 1'])
    await click(button('Add group'))
    await click(button('Add to group 1'))
    expect(screen.getAllByLabelText(/^Value of condition/)).toHaveLength(5)
    await click(button('Remove group 1'))
    expect(listed()).toEqual(['A - 1', 'C - 1'])
  })

  test('a single condition gets an alternative', async () => {
    await renderInEvent(<Edited first={[named('a', 'A')]} />)
    await choose(1, 'Add alternative')
    expect(listed()).toEqual(['A 1 1', ' 1 1'])
  })

  test('a piece that counts more says how many are enough', async () => {
    const either = [named('a', 'Mageblood', { any_of: 1 }), named('b', 'Fragment', { any_of: 1 })]
    await renderInEvent(<Edited first={either} required_number={40} />)
    await choose(1, 'Count each piece more than once')
    const amount = screen.getByLabelText('Each piece counts')
    await act(async () => fireEvent.change(amount, { target: { value: '40' } }))
    expect(screen.getByText(/40 are needed: 1 piece is enough if its name is Mageblood, 40 otherwise\.$/)).toBeTruthy()
    await act(async () => fireEvent.change(amount, { target: { value: '0' } }))
    expect(screen.getByText('A piece counts from 1 to 10,000.')).toBeTruthy()
    await click(button('Count each piece of condition 1 once'))
    expect(screen.queryByLabelText('Each piece counts')).toBeNull()
  })

  test('copies of items are refused by a condition', async () => {
    await renderInEvent(<Edited first={[named('a', 'A')]} />)
    await click(screen.getByRole('checkbox', { name: 'Split items do not count' }))
    expect(now[1]).toMatchObject({ field: 'IS_SPLIT', operator: 'EQ', value: 'false', any_of: null })
    expect(screen.getByText('An item counts if its name is A, and it is not split.')).toBeTruthy()
    await click(screen.getByRole('checkbox', { name: 'Split items do not count' }))
    expect(listed()).toEqual(['A - 1'])
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
