import { expect, test } from 'vitest'
import { readReturnPath } from './login.ts'

const origin = 'https://muster.example'

test.each([
  ['/scores/ladder?team=3', '/scores/ladder?team=3'],
  ['https://muster.example/scores#top', '/scores#top'],
  ['https://evil.example/', '/'],
  ['//evil.example/x', '/'],
  // The parser removes the dot, and the rest would begin with the name of a host.
  ['/.//evil.example', '/evil.example'],
  ['https://muster.example//evil.example', '/evil.example'],
  ['javascript:alert(1)', '/'],
  ['/auth/poe/callback?code=1', '/'],
  ['http://[', '/'],
  ['', '/'],
])('a login that began at %s ends at %s', (last_path, expected) => {
  expect(readReturnPath(last_path, origin)).toBe(expected)
})
