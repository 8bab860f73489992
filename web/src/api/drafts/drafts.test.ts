import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countDrafts, type DraftPlace, removeAllDrafts } from './draft-keys.ts'
import { hasShapeOf, listDrafts, shelfOf } from './drafts.ts'

const empty = { name: '', count: 0, tags: [] as string[] }
const isForm = hasShapeOf(empty, ({ tags }) => tags.every((tag) => typeof tag === 'string'))
const place = (id: string, user_id = 7): DraftPlace => ({ user_id, form: 'team', id })
const shelf = (id: string, user_id = 7) => shelfOf(place(id, user_id), isForm)
const typed = (name: string) => ({ values: { ...empty, name }, base: { values: empty, version: 3 } })
const now = Date.parse('2026-11-21T12:00:00Z')
const day_ms = 24 * 3_600_000

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(Date, 'now').mockReturnValue(now)
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a draft is found again with its base and time, by its user, form and object only', () => {
  expect(shelf('4.1').keep(typed('Lanterns'))).toBe(true)
  expect(shelf('4.1').read()).toEqual({ ...typed('Lanterns'), typed_at: now, isKept: true })
  expect(shelf('4.2').read()).toBeNull()
  expect(shelf('4.1', 8).read()).toBeNull()
  expect(shelfOf({ ...place('4.1'), form: 'preset' }, isForm).read()).toBeNull()
  expect(listDrafts(7, 'team', '4.')).toEqual(['4.1'])
  shelf('4.1').remove()
  expect(countDrafts(7)).toBe(0)
})

test.each([
  ['no JSON', `${now} nonsense`],
  ['no object', `${now} null`],
  ['without a base', `${now} ${JSON.stringify({ values: empty })}`],
  ['of other fields', `${now} ${JSON.stringify({ values: { name: '' }, base: { values: empty, version: 0 } })}`],
  ['of another type', `${now} ${JSON.stringify({ values: { ...empty, name: 3 }, base: { values: empty, version: 0 } })}`],
  ['with wrong elements', `${now} ${JSON.stringify({ values: { ...empty, tags: [3] }, base: { values: empty, version: 0 } })}`],
  ['of 15 days ago', `${now - 15 * day_ms} ${JSON.stringify(typed('Old'))}`],
])('an entry that is %s is dropped', (_, text) => {
  localStorage.setItem('draft.7.team.4.1', text)
  expect(shelf('4.1').read()).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('of 201 drafts the oldest is removed, and so are 15-day-old drafts of any user', () => {
  localStorage.setItem('draft.8.team.4.1', `${now - 15 * day_ms} {}`)
  for (let id = 0; id < 201; id++) {
    vi.mocked(Date.now).mockReturnValue(now + id)
    shelf(`4.${id}`).keep(typed('Lanterns'))
  }
  expect(countDrafts(8)).toBe(0)
  expect(countDrafts(7)).toBe(200)
  expect(shelf('4.0').read()).toBeNull()
})

test('a text that is too long, and a full browser, are answered with false', () => {
  expect(shelf('4.1').keep(typed('x'.repeat(1_000_001)))).toBe(false)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(shelf('4.1').keep(typed('Lanterns'))).toBe(false)
})

test('logging out removes the drafts of that user', () => {
  shelf('4.1').keep(typed('Lanterns'))
  shelf('4.1', 8).keep(typed('Others'))
  removeAllDrafts(7)
  expect([countDrafts(7), countDrafts(8)]).toEqual([0, 1])
})
