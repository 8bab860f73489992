import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UnreadLines } from './unread-lines.tsx'

test('every unrecognised line is shown with its number', () => {
  const unread = [
    { line: 8, text: 'Tidal Bond: 3\nGloam: 4' },
    { line: 12, text: 'Sunken Choir' },
  ]
  render(<UnreadLines unread={unread} />)
  expect(screen.getByText('3 lines were not recognised. They have no effect here:')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 8Tidal Bond: 3',
    'Line 9Gloam: 4',
    'Line 12Sunken Choir',
  ])
})

test('a fully recognised text shows nothing', () => {
  const { container } = render(<UnreadLines unread={[]} />)
  expect(container.textContent).toBe('')
})
