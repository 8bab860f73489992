import { expect, test } from 'vitest'
import { readStretches } from './coverage.ts'

const extent = {
  earliest: 100,
  latest: 500,
  league_start: 0,
  league_end: 1000,
  gaps: [
    { from: 0, to: 100 },
    { from: 200, to: 300 },
  ],
}

test('a strip shows covered, missing and later parts', () => {
  expect(readStretches(extent, 1000)).toEqual([
    { kind: 'gap', from: 0, to: 0.1 },
    { kind: 'here', from: 0.1, to: 0.2 },
    { kind: 'gap', from: 0.2, to: 0.3 },
    { kind: 'here', from: 0.3, to: 0.5 },
    { kind: 'later', from: 0.5, to: 1 },
  ])
})

test('without an upload the whole event is pending; a running event ends now', () => {
  expect(readStretches({ ...extent, earliest: null, latest: null, gaps: [] }, 400)).toEqual([{ kind: 'later', from: 0, to: 1 }])
  expect(readStretches({ ...extent, gaps: [] }, 500)).toEqual([{ kind: 'here', from: 0, to: 1 }])
})
