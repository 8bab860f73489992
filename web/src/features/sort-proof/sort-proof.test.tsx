import type { TeamSortProof } from '@muster/contract/team-sort'
import { sortTeams, sortVersion } from '@muster/domain/teams/sort'
import { anEntry, anInput } from '@muster/domain/teams/testing/pools'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SortMessage, SortOrder } from '../../api/teams/sort-worker.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { SortProof } from './sort-proof.tsx'

/** Does the work of the worker in the same thread. */
class SameThread extends EventTarget {
  postMessage(order: SortOrder) {
    const proposals = order.map(({ input, seed }) => sortTeams(input, seed))
    queueMicrotask(() => this.dispatchEvent(new MessageEvent<SortMessage>('message', { data: { proposals } })))
  }
  terminate() {}
}

const input = anInput(
  [1, 2, 3],
  Array.from({ length: 12 }, (_, n) => anEntry(n, { expected_hours: n + 1 })),
)
const proposal = [...sortTeams(input, 7).placements]
const [first, ...others] = proposal
if (!first) throw new Error('there is no proposal')
const elsewhere = [{ ...first, team_id: input.team_ids.find((id) => id !== first.team_id) ?? first.team_id }, ...others]
const aProof = (made: Partial<NonNullable<TeamSortProof['made']>> = {}): TeamSortProof => ({
  id: 1,
  created_at: '2026-11-20T12:00:00Z',
  author: 'Corla',
  note: '',
  made: { seed: 7, sort_version: sortVersion, input, proposal, ...made },
  result: proposal,
})
const compute = async (proof: TeamSortProof) => {
  await renderInEvent(<SortProof proof={proof} />)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Compute again' }))
  })
}

beforeEach(() => {
  vi.stubGlobal('Worker', SameThread)
  seedEvent({})
})
afterEach(() => vi.unstubAllGlobals())

test('teams that follow from the seed are confirmed as identical', async () => {
  await compute(aProof())
  expect(screen.getByText('Computed just now: identical, 12 of 12 people')).toBeTruthy()
})

test.each([
  ['another team for a player', { proposal: elsewhere }],
  ['another seed', { seed: 8 }],
])('%s than in the proposal is detected', async (_, made) => {
  await compute(aProof(made))
  expect(screen.getByText(/^Computed just now: \d+ (person is|people are) in a different team than published$/)).toBeTruthy()
})

test('proposals of another version of the method are not computed', async () => {
  await renderInEvent(<SortProof proof={aProof({ sort_version: sortVersion - 1 })} />)
  expect(screen.queryByRole('button', { name: 'Compute again' })).toBeNull()
  expect(screen.getByText(new RegExp(`made with version ${sortVersion - 1}`))).toBeTruthy()
})
