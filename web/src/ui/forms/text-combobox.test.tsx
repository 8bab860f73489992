import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '../overlays/dialog.tsx'
import { TextCombobox } from './text-combobox.tsx'

const suggestions = [{ text: 'Tabula Rasa', note: 'Simple Robe' }, { text: 'Tabula Vera' }, { text: 'Headhunter' }]

function NameField({ onEnter }: { onEnter?: () => void }) {
  const [name, setName] = useState('')
  return <TextCombobox label="Name" value={name} suggestions={suggestions} onChange={setName} {...(onEnter && { onEnter })} />
}

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const press = (key: string) => act(async () => fireEvent.keyDown(field(), { key }))

async function type(text: string) {
  await act(async () => field().focus())
  await act(async () => fireEvent.input(field(), { target: { value: text }, inputType: 'insertText' }))
}

const optionTexts = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('the list has the suggestions with the typed text, and the arrow key and Enter take one', async () => {
  render(<NameField />)
  await type('tabula')
  expect(optionTexts()).toEqual(['Tabula RasaSimple Robe', 'Tabula Vera'])
  expect(field().getAttribute('aria-expanded')).toBe('true')
  await press('ArrowDown')
  await press('Enter')
  expect(field().value).toBe('Tabula Rasa')
  expect(optionTexts()).toEqual([])
})

test('a suggestion is found by its note', async () => {
  render(<NameField />)
  await type('simple')
  expect(optionTexts()).toEqual(['Tabula RasaSimple Robe'])
})

test('a text that no suggestion has stays, and Enter is for the form around it', async () => {
  const onEnter = vi.fn<() => void>()
  render(<NameField onEnter={onEnter} />)
  await type('Sword of Nobody')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  await press('Enter')
  await act(async () => field().blur())
  expect(field().value).toBe('Sword of Nobody')
  expect(onEnter).toHaveBeenCalledTimes(1)
})

test('Enter on a suggestion takes it and does nothing else', async () => {
  const onEnter = vi.fn<() => void>()
  render(<NameField onEnter={onEnter} />)
  await type('head')
  await press('ArrowDown')
  await press('Enter')
  expect(field().value).toBe('Headhunter')
  expect(onEnter).not.toHaveBeenCalled()
})

test('in a dialog, Escape first closes the list', async () => {
  const onClose = vi.fn<() => void>()
  render(
    <Dialog title="New" onClose={onClose}>
      <NameField />
    </Dialog>,
  )
  // The dialog moves the focus a frame after it opens; a later move would close the list.
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
  await type('tabula')
  expect(optionTexts()).toHaveLength(2)
  await press('Escape')
  expect(optionTexts()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  await press('Escape')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(field().value).toBe('tabula')
})
