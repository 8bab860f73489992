import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdLate, Late } from './late.tsx'

const drawn: string[] = []
function Part({ name }: { name: string }) {
  drawn.push(name)
  return <p>{name}</p>
}
const late = (name: string) => (
  <Late waiting={<Part name={`room for ${name}`} />}>
    <Part name={name} />
  </Late>
)

test('the parts of an opening page are drawn one after the other, in the order of the page', async () => {
  render(
    <>
      {late('standings')}
      {late('latest points')}
    </>,
  )
  expect(screen.getByText('standings')).toBeTruthy()
  expect(screen.getByText('room for latest points')).toBeTruthy()
  expect(await screen.findByText('latest points')).toBeTruthy()
  expect(drawn.filter((name) => !name.startsWith('room'))).toEqual(['standings', 'latest points'])
})

test('no part is drawn before the answers it would only wait for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  holdLate(promise)
  render(late('movers'))
  expect(screen.queryByText('movers')).toBeNull()
  await act(async () => resolve())
  expect(await screen.findByText('movers')).toBeTruthy()
})

test('a part that goes away before its turn holds up no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  holdLate(promise)
  const view = render(late('archive'))
  render(late('timeline'))
  view.unmount()
  await act(async () => resolve())
  expect(await screen.findByText('timeline')).toBeTruthy()
  expect(drawn).not.toContain('archive')
})

test('once somebody has touched the page nothing waits', () => {
  fireEvent.pointerDown(window)
  drawn.length = 0
  render(late('ladder'))
  expect(drawn).toEqual(['ladder'])
})
