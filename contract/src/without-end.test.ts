import { expect, it } from 'vitest'
import { withoutEnd } from './without-end.ts'

it.each([
  ['/api//', '/api'],
  ['/a//b', '/a//b'],
  ['///', ''],
  ['', ''],
])('%j loses the slashes at its end: %j', (text, short) => {
  expect(withoutEnd(text, '/')).toBe(short)
})

it('ten million signs that do not stand at the end cost no more than their number', () => {
  const text = `${'/'.repeat(10_000_000)}a`
  expect(withoutEnd(text, '/')).toBe(text)
})
