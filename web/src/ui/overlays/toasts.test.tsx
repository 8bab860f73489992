import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToast } from './show-toast.ts'
import { Toasts } from './toasts.tsx'

test('what is said before the list of toasts is there is shown once it is, and so is what is said later', async () => {
  showToast('said early', { text: 'why', kind: 'bad' })
  render(<Toasts label="Messages" closeLabel="Close" />)
  // What is urgent is there a second time, for screen readers.
  expect(await screen.findAllByText('said early', {}, { timeout: 5000 })).not.toEqual([])
  expect(screen.getAllByText('why')).not.toEqual([])
  act(() => showToast('said later'))
  expect(await screen.findAllByText('said later')).not.toEqual([])
})
