import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clockQuery } from '../../../api/live/clock.ts'
import { queryClient } from '../../../api/calls/queries.ts'
import { anObjective, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { Abilities } from './abilities.tsx'
import { ObjectiveWays } from './objective-ways.tsx'

async function show(reads_game: boolean) {
  seedEvent({
    tree: aTree(
      anObjective({ id: 11, name: 'Goldrim', objective_type: 'ITEM' }),
      anObjective({ id: 12, name: 'Kill Sirus', objective_type: 'SUBMISSION' }),
    ),
  })
  queryClient.setQueryData(clockQuery.queryKey, { server_ms: now_ms, local_ms: performance.now(), speed: 1, reads_game })
  await renderInEvent(
    <>
      <ObjectiveWays />
      <Abilities />
    </>,
  )
}

test('a server without a client of the game lists what works, and how each objective counts', async () => {
  await show(false)
  expect(screen.getByRole('heading', { name: 'Works now' })).toBeTruthy()
  expect(screen.getByText('players report with a link to their proof, judges decide')).toBeTruthy()
  expect(screen.getByText('By hand, added by a judge: 2').parentElement?.textContent).toContain('Goldrim')
  expect(screen.getByText('By submission, with proof: 1').parentElement?.textContent).toContain('Kill Sirus')
})

test('a server that reads the game shows neither', async () => {
  await show(true)
  expect(screen.queryAllByRole('heading')).toEqual([])
})
