import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useVirtualRows } from './virtual-list.ts'

const heightOf = () => 40

function List({ count }: { count: number }) {
  const { frame, items, after } = useVirtualRows({ count, heightOf })
  return (
    <div ref={frame}>
      {items.map(({ index }) => (
        <p key={index}>row {index}</p>
      ))}
      <i data-testid="after" style={{ height: after }} />
    </div>
  )
}
const countDrawn = () => screen.getAllByText(/^row/).length
const readRoom = () => Number.parseInt(screen.getByTestId('after').style.height, 10)

test('a short list is rendered completely, in pieces with their space reserved', async () => {
  render(<List count={100} />)
  expect(screen.getByText('row 0')).toBeTruthy()
  expect(screen.queryByText('row 99')).toBeNull()
  expect(countDrawn() * 40 + readRoom()).toBe(100 * 40)
  expect(await screen.findByText('row 99')).toBeTruthy()
  expect(readRoom()).toBe(0)
})

test('of a long list only the visible rows and some around them exist', () => {
  render(<List count={2000} />)
  expect(screen.getByText('row 0')).toBeTruthy()
  expect(countDrawn()).toBeLessThan(50)
  expect(countDrawn() * 40 + readRoom()).toBe(2000 * 40)
})
