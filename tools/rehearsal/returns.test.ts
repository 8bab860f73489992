import type { RequestRecord } from '@muster/simulator/edge/requests'
import { expect, test } from 'vitest'
import { createReturnWatch, judgeReturn } from './returns.ts'

const minute_ms = 60_000
const closure = { from_ms: 100 * minute_ms, until_ms: 140 * minute_ms }
let seq = 0
const aRequest = (minutes: number, path: string, more: Partial<RequestRecord> = {}): RequestRecord => ({
  seq: seq++,
  t: minutes * minute_ms,
  method: 'GET',
  path,
  status: 200,
  bytes: 0,
  account: 'Ada#0001',
  client: null,
  policy: null,
  complaints: [],
  faults: [],
  ...more,
})

test('participants and tabs are followed from before an outage to their first successful answer after it', () => {
  const watch = createReturnWatch([closure])
  watch.look([
    aRequest(20, '/character', { account: 'Gone#0001' }),
    aRequest(99, '/character'),
    aRequest(99, '/character/Bea', { account: 'Bea#0001' }),
    aRequest(99, '/guild/stash/League/tab1'),
    aRequest(120, '/character', { status: 503 }),
    aRequest(141, '/guild/stash/League/tab1', { status: 429 }),
    aRequest(142, '/guild/stash/League/tab1'),
    aRequest(142, '/guild/stash/League/tab1/part'),
    aRequest(141, '/character/Ada'),
    aRequest(144, '/character/Bea', { account: 'Bea#0001' }),
    aRequest(150, '/character/Ada'),
  ])
  expect(watch.list()).toEqual([
    [
      { kind: 'participants', expected: 2, returned: 2, first_seconds: 60, last_seconds: 240 },
      { kind: 'guild tabs', expected: 1, returned: 1, first_seconds: 120, last_seconds: 120 },
    ],
  ])
})

test('late, scattered and missing returns are reported', () => {
  const of = { kind: 'participants', expected: 2, returned: 2 } as const
  expect(judgeReturn({ ...of, first_seconds: 30, last_seconds: 90 })).toEqual([])
  expect(judgeReturn({ ...of, first_seconds: 130, last_seconds: 190 })).toEqual([expect.stringContaining('190 s after')])
  expect(judgeReturn({ ...of, first_seconds: 10, last_seconds: 90 })).toEqual([expect.stringContaining('within 80 s')])
  expect(judgeReturn({ ...of, returned: 1, first_seconds: 1, last_seconds: 1 })).toEqual([expect.stringContaining('1 of 2')])
})
