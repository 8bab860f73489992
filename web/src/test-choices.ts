import { fireEvent } from '@testing-library/react'

/** Types into a searched list of choices. */
export function search(list: HTMLElement, text: string): void {
  list.focus()
  fireEvent.input(list, { target: { value: text }, inputType: 'insertText' })
}

/** Takes the first choice with these words from a searched list. */
export function pick(list: HTMLElement, text: string): void {
  search(list, text)
  fireEvent.keyDown(list, { key: 'Enter' })
}
