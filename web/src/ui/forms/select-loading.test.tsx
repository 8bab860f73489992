import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Field } from './fields.tsx'
import { Select, SelectControl } from './select.tsx'

vi.mock('./combobox.tsx', () => new Promise(() => {}))

test('a long list has its name and its value while its code is loading', () => {
  const choices = Array.from({ length: 16 }, (_, at) => ({ value: `v${at}`, label: `Team ${at}` }))
  const onChange = () => {}
  render(
    <>
      <Select label="With a label" value="v1" choices={choices} onChange={onChange} />
      <Select name="With a name" value="v2" choices={choices} onChange={onChange} />
      <Field label="In a form">
        <SelectControl value="v3" choices={choices} onChange={onChange} />
      </Field>
    </>,
  )
  const read = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  expect(read('With a label').value).toBe('Team 1')
  expect(read('With a name').value).toBe('Team 2')
  expect(read('In a form').value).toBe('Team 3')
  expect(read('In a form').disabled).toBe(true)
})
