import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aScore, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ConfirmedStandings } from './confirmed-standings.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
beforeEach(() => fetched.mockReset())

test('a team without confirmed reports falls behind, and the table says how many points wait', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(
      new Response(
        JSON.stringify({
          totals: [
            { team_id: 1, points: 0 },
            { team_id: 2, points: 30 },
          ],
          unconfirmed: [{ objective_id: 1, team_ids: [1] }],
        }),
      ),
    ),
  )
  const scores = new Map([
    [1, aScore({ points: 40 })],
    [2, aScore({ points: 30 })],
  ])
  seedEvent({ scores: new Map([[aTree().id, scores]]) })
  await renderInEvent(<ConfirmedStandings />)
  expect(screen.queryByRole('table')).toBeNull()
  const details = screen.getByText('Standings without unconfirmed reports').closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  await screen.findByRole('table')
  const rows = screen.getAllByRole('row').slice(1, 3)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^1.*30.*0$/),
    expect.stringMatching(/^2.*0.*40$/),
  ])
})
