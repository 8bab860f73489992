import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Late } from './late.tsx'

test('the parts of a page wait for its head while it opens, and for nothing once somebody has touched it', () => {
  const drawn: string[] = []
  const Part = ({ name }: { name: string }) => {
    drawn.push(name)
    return <p>{name}</p>
  }
  const page = (name: string) => (
    <Late waiting={<Part name={`room for ${name}`} />}>
      <Part name={name} />
    </Late>
  )
  render(page('standings'))
  expect(drawn).toEqual(['room for standings', 'standings'])
  expect(screen.getByText('standings')).toBeTruthy()
  fireEvent.pointerDown(window)
  drawn.length = 0
  render(page('ladder'))
  expect(drawn).toEqual(['ladder'])
})
