import type { Score, ScoreChange } from '@muster/contract/scores'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { aChange, renderInEvent, seedEvent } from '../../test-event.tsx'
import { LatestPoints } from './latest-points.tsx'

/** The line of a change from 30 to these points, on an objective of the Races. */
async function showLoss(score: Partial<Score>, scoring_method: string, diff_type: ScoreChange['diff_type'] = 'Changed') {
  seedEvent({ changes: [{ ...aChange(30, 1, 1, { points: 20, ...score }), diff_type, points_before: 30 }] })
  const presets = read('getScoringPresetsForEvent', eventInput('current')).queryKey
  queryClient.setQueryData(presets, (all) => all?.map((preset) => Object.assign({}, preset, { scoring_method })))
  await renderInEvent(<LatestPoints />)
  return screen.getByRole('listitem').textContent
}

test.each([
  ['another team overtakes', { finished: true, rank: 2 }, 'RANKED_TIME', 'Races, now 2nd\u221210'],
  ['more teams finish', { finished: true }, 'SHARED_BY_FINISHERS', 'Races, more teams finished\u221210'],
  ['the find no longer counts', { finished: false }, 'SHARED_BY_FINISHERS', 'Races, withdrawn\u221210'],
] as const)('a loss says that %s', async (_, score, method, words) => {
  expect(await showLoss(score, method)).toContain(words)
})

test('the loss of a removed score is a withdrawal', async () => {
  expect(await showLoss({ finished: true, rank: 1 }, 'RANKED_TIME', 'Removed')).toContain('Races, withdrawn\u221230')
})
