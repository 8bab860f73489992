import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToast } from './show-toast.ts'
import { Toasts } from './toasts.tsx'

test('messages from before the list has loaded are shown once it has, and so are later ones', async () => {
  showToast('said early', { text: 'why', kind: 'bad' })
  render(<Toasts label="Messages" closeLabel="Close" />)
  // Urgent messages have a second copy for screen readers.
  expect(await screen.findAllByText('said early', {}, { timeout: 5000 })).not.toEqual([])
  expect(screen.getAllByText('why')).not.toEqual([])
  act(() => showToast('said later'))
  expect(await screen.findAllByText('said later')).not.toEqual([])
})
