import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ManualPointsList } from './manual-points.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const given = {
  sequence: 9,
  team_id: 2,
  user: null,
  points: -40,
  timestamp: 1_768_616_040,
  note: 'Started before the signal',
  proof: 'https://clips.test/1',
  author: { id: 7, display_name: 'Aster' },
  approver: { id: 8, display_name: 'Bea' },
}
beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify([given]))))
})

const rootScore = { points: -40, rank: 0, number: -40, finished: false, timestamp: given.timestamp }

test('lists points with reason, proof, author and second person', async () => {
  seedEvent({ scores: new Map([[aTree().id, new Map([[given.team_id, rootScore]])]]) })
  await renderInEvent(<ManualPointsList />)
  const list = await screen.findByRole('region', { name: 'Points by organisers' })
  expect(list.textContent).toContain('−40')
  expect(list.textContent).toContain('Started before the signal')
  expect(list.textContent).toContain('by Aster, approved by Bea')
  expect(screen.getByRole('link', { name: /clips.test/ }).getAttribute('rel')).toContain('noreferrer')
})

test('asks for nothing and shows nothing while the board has no such points', async () => {
  seedEvent({})
  await renderInEvent(<ManualPointsList />)
  expect(screen.queryByRole('region')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})
