import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { pick, search } from '../../test-choices.ts'
import { Field } from './fields.tsx'
import { Select, SelectControl } from './select.tsx'

const listOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `Team ${index} of many` }))

function Example({ count, onChange = () => {} }: { count: number; onChange?: (value: string) => void }) {
  const [value, setValue] = useState('v3')
  return (
    <Field label="In a form">
      <SelectControl
        value={value}
        choices={listOf(count)}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    </Field>
  )
}
const findInput = (label = 'In a form') => screen.findByRole<HTMLInputElement>('combobox', { name: label })
const listed = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent)

test('a list of 15 is the select of the platform, a longer one is searched', async () => {
  render(
    <>
      <Select label="Short" value="v0" choices={listOf(15)} onChange={() => {}} />
      <Select label="Long" value="v0" choices={listOf(16)} onChange={() => {}} />
      <Select name="Without a label" value="v1" choices={listOf(16)} onChange={() => {}} />
    </>,
  )
  expect(screen.getByRole('combobox', { name: 'Short' }).tagName).toBe('SELECT')
  expect((await findInput('Long')).value).toBe('Team 0 of many')
  expect((await findInput('Without a label')).value).toBe('Team 1 of many')
})

test('typed words find choices in any order, and Enter takes the first one', async () => {
  const onChange = vi.fn()
  render(<Example count={40} onChange={onChange} />)
  const input = await findInput()
  search(input, 'many 3')
  await vi.waitFor(() =>
    expect(listed()).toEqual(
      [3, 13, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39].map((index) => `Team ${index} of many${index === 3 ? '✓' : ''}`),
    ),
  )
  search(input, '17')
  await vi.waitFor(() => expect(listed()).toEqual(['Team 17 of many']))
  pick(input, '17')
  expect(onChange.mock.calls).toEqual([['v17']])
  expect(input.value).toBe('Team 17 of many')
  expect(document.activeElement).toBe(input)
})

test('a text without a match, an emptied input and Escape keep the choice', async () => {
  const onChange = vi.fn()
  render(<Example count={40} onChange={onChange} />)
  const input = await findInput()
  search(input, 'nobody')
  expect(await screen.findByText('No entry matches.')).toBeTruthy()
  fireEvent.keyDown(input, { key: 'Escape' })
  expect(input.value).toBe('Team 3 of many')
  search(input, '')
  fireEvent.keyDown(input, { key: 'Escape' })
  expect(input.value).toBe('Team 3 of many')
  // Escape on the closed list belongs to the dialog around it.
  expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(true)
  expect(input.value).toBe('Team 3 of many')
  expect(onChange).not.toHaveBeenCalled()
})

test('a thousand choices are found by typing, with at most 100 in the document', async () => {
  render(<Example count={1000} />)
  const input = await findInput()
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  expect(await screen.findByText('100 of 1000 entries. Type to find the others.')).toBeTruthy()
  expect(listed()).toHaveLength(100)
  search(input, '987')
  await vi.waitFor(() => expect(listed()).toEqual(['Team 987 of many']))
})
