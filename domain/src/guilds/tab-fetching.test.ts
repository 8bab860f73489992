import { tabProblems } from '@muster/contract/team-stash'
import { expect, test } from 'vitest'
import { type FetchedTab, nobodySeesTab, readTabFetching, readTabProblem } from './tab-fetching.ts'

const now = 1_000_000
const aTab = (tab: Partial<FetchedTab> = {}): FetchedTab => ({
  fetch_enabled: true,
  fetched_at: now - 30_000,
  due_at: now + 30_000,
  wanted_at: null,
  is_empty_unconfirmed: false,
  last_error: null,
  ...tab,
})
const read = (tab: Partial<FetchedTab>, is_fetching = true) => {
  const { state, due_at, problem } = readTabFetching(aTab(tab), is_fetching, now)
  return [state, due_at, problem]
}

test.each<[string, Partial<FetchedTab>, ReturnType<typeof read>]>([
  ['a tab that is switched off', { fetch_enabled: false, last_error: 'forbidden: status 403' }, ['off', null, null]],
  ['a fetched tab', {}, ['fetched', now + 30_000, null]],
  ['a tab that was never fetched', { fetched_at: null }, ['never', now + 30_000, null]],
  ['one whose turn has come', { due_at: now }, ['now', now, null]],
  ['a tab that a member requested', { wanted_at: now - 1 }, ['now', now, null]],
  ['a tab that was requested again after a refusal', { wanted_at: now, last_error: 'missing: status 404' }, ['now', now, null]],
  ['a tab that is suddenly empty', { is_empty_unconfirmed: true }, ['waiting', now + 30_000, null]],
  ['a refused tab', { last_error: 'forbidden: status 403' }, ['refused', now + 30_000, 'rank_too_low']],
  ['a refused tab that is due again', { last_error: 'forbidden: status 403', due_at: now }, ['refused', now, 'rank_too_low']],
  ['one for which the game asked Muster to wait', { last_error: 'limited: status 429' }, ['paused', now + 30_000, 'limited']],
])('%s', (_, tab, expected) => {
  expect(read(tab)).toEqual(expected)
})

test('a tab that is on while no job fetches is stopped; a tab that is off is off', () => {
  expect(read({ wanted_at: now }, false)).toEqual(['stopped', null, null])
  expect(read({ fetch_enabled: false }, false)).toEqual(['off', null, null])
})

test('every failure of the gateway has its own words', () => {
  const reasons = ['unauthorized', 'forbidden', 'missing', 'limited', 'unavailable', 'malformed']
  const problems = [nobodySeesTab, 'Internal error while reading the tab', ...reasons.map((reason) => `${reason}: detail`)].map(
    readTabProblem,
  )
  expect(new Set(problems)).toEqual(new Set(tabProblems))
  expect(readTabProblem('blocked: status 403')).toBe('unavailable')
  expect(readTabProblem('refused: status 400')).toBe('unreadable')
  const messages = problems.map(
    (_, at) => readTabFetching(aTab({ last_error: ['x', nobodySeesTab][at] ?? `${reasons[at - 2]}: x` }), true, now).message,
  )
  expect(new Set(messages).size).toBe(tabProblems.length)
})
