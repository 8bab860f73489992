import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmptyRead } from './empty-read.tsx'

test('an empty part says whether data was never read or was removed with the raw data', () => {
  const texts = { title: 'No builds yet', text: 'The first one comes with the next reading.' }
  const { rerender } = render(<EmptyRead event={{ final_since: null }} {...texts} />)
  expect(screen.getByText('No builds yet')).toBeTruthy()
  rerender(<EmptyRead event={{ final_since: '2026-03-12T12:00:00.000Z' }} {...texts} />)
  expect(screen.queryByText('No builds yet')).toBeNull()
  expect(screen.getByText(/^Since 12 Mar 2026 the raw data of this event is no longer kept/)).toBeTruthy()
})
