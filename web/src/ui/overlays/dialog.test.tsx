import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../forms/button.tsx'
import { Dialog } from './dialog.tsx'

/** A list with one entry, and the question before it is deleted. */
function Entry({ then = () => undefined }: { then?: (leave: () => void) => void }) {
  const [isThere, setThere] = useState(true)
  const [isAsking, setAsking] = useState(false)
  return (
    <main tabIndex={-1}>
      {isThere && <Button onClick={() => setAsking(true)}>Delete the entry</Button>}
      {isAsking && (
        <Dialog
          title="Delete?"
          onClose={() => setAsking(false)}
          footer={
            <Button
              onClick={() => {
                setAsking(false)
                then(() => setThere(false))
              }}
            >
              Yes
            </Button>
          }
        >
          It is gone then.
        </Dialog>
      )}
    </main>
  )
}

async function deleteEntry() {
  const button = screen.getByRole('button', { name: 'Delete the entry' })
  button.focus()
  await act(async () => fireEvent.click(button))
  await vi.waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Yes' })))
}

test('the focus returns to the element that opened the dialog', async () => {
  render(<Entry />)
  await deleteEntry()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete the entry' })))
})

test('if the opening element was removed, the focus goes to the page, so that Tab continues there', async () => {
  render(<Entry then={(leave) => leave()} />)
  await deleteEntry()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('the focus also goes to the page if the opening element is removed later, when the list is loaded again', async () => {
  let leave = () => {}
  render(<Entry then={(later) => (leave = later)} />)
  await deleteEntry()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete the entry' })))
  act(() => leave())
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('once the user has moved on, the focus stays with them', async () => {
  let leave = () => {}
  render(<Entry then={(later) => (leave = later)} />)
  await deleteEntry()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  act(() => leave())
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(document.activeElement).toBe(document.body)
})
