import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRowsInSight } from './window-rows.ts'

function List({ count }: { count: number }) {
  const { frame, first, end, after } = useRowsInSight(count, 40)
  return (
    <div ref={frame}>
      {Array.from({ length: end - first }, (_, place) => (
        <p key={place}>row {first + place}</p>
      ))}
      <i data-testid="after" style={{ height: after }} />
    </div>
  )
}

test('a list that is not long is there as a whole, in pieces whose room is kept from the beginning', async () => {
  render(<List count={60} />)
  expect(screen.getByText('row 0')).toBeTruthy()
  expect(screen.queryByText('row 59')).toBeNull()
  expect(screen.getAllByText(/^row/).length * 40 + Number.parseInt(screen.getByTestId('after').style.height, 10)).toBe(60 * 40)
  expect(await screen.findByText('row 59')).toBeTruthy()
  expect(screen.getByTestId('after').style.height).toBe('0px')
})
