import { expect, test } from 'vitest'
import { groupProblems } from './group-problems.ts'

const aProblem = (code: string, message: string, noticed_at: string | null) => ({
  source: 'ingestion' as const,
  code,
  message,
  objective_id: null,
  scoring_preset_id: null,
  noticed_at,
})

test('repeated failures of a job are listed once, with their number and the latest time', () => {
  const problems = [
    aProblem('FetchStashChanges', 'status 503', '2026-01-17T12:00:09.000Z'),
    aProblem('FetchCharacterData', 'status 503', '2026-01-17T12:00:08.000Z'),
    aProblem('FetchStashChanges', 'status 503', '2026-01-17T12:00:01.000Z'),
    aProblem('FetchStashChanges', 'no page', null),
  ]
  expect(groupProblems(problems)).toEqual([
    { code: 'FetchStashChanges', message: 'status 503', count: 2, last_at: '2026-01-17T12:00:09.000Z' },
    { code: 'FetchCharacterData', message: 'status 503', count: 1, last_at: '2026-01-17T12:00:08.000Z' },
    { code: 'FetchStashChanges', message: 'no page', count: 1, last_at: null },
  ])
})
