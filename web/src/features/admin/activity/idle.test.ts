import type { PersonActivity } from '@muster/contract/activity'
import { expect, test } from 'vitest'
import { listIdle } from './idle.ts'

const until = Date.parse('2026-03-22T12:00:00Z')
const aPerson = (display_name: string, last_seen_at: string | null) => ({ display_name, last_seen_at }) as PersonActivity

test('lists people who were never seen, and people not seen for a day before now or before the end', () => {
  const people = [
    aPerson('Ada', '2026-03-22T11:59:00Z'),
    aPerson('Ben', '2026-03-21T12:00:00Z'),
    aPerson('Cleo', '2026-03-21T12:00:01Z'),
    aPerson('Dan', null),
  ]
  const names = (choice: 'all' | 'day' | 'never') => listIdle(people, choice, until).map(({ display_name }) => display_name)
  expect(names('all')).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
  expect(names('day')).toEqual(['Ben', 'Dan'])
  expect(names('never')).toEqual(['Dan'])
})
