import { expect, it } from 'vitest'
import { withoutEnd } from './without-end.ts'

it.each([
  ['/api//', '/api'],
  ['/a//b', '/a//b'],
  ['///', ''],
  ['', ''],
])('%j without trailing slashes is %j', (text, short) => {
  expect(withoutEnd(text, '/')).toBe(short)
})

it('takes linear time for ten million characters that are not at the end', () => {
  const text = `${'/'.repeat(10_000_000)}a`
  expect(withoutEnd(text, '/')).toBe(text)
})
