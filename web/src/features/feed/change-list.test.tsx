import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readChanges } from '../../api/live/live.ts'
import { queryClient } from '../../api/calls/queries.ts'
import { hold_ms } from '../../lib/use-pointer-hold.ts'
import { aCategory, aChange, anObjective, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ChangeList } from './change-list.tsx'

beforeEach(() => {
  const tree = aTree(aCategory({ id: 2, children: [anObjective({ id: 20, name: 'Headhunter' })] }))
  seedEvent({ tree, changes: [aChange(20, 1, 7, { points: 5 })] })
})
afterEach(() => vi.useRealTimers())

const teams = () => screen.getAllByRole('button').map((row) => row.getAttribute('aria-label'))
/** Pushes a change; the cache tells the list in a timer. */
const push = (team_id: number, sequence: number) =>
  act(async () => {
    queryClient.setQueryData(readChanges('current').queryKey, (held) => [
      aChange(20, team_id, sequence, { points: 3 }),
      ...(held ?? []),
    ])
    await vi.advanceTimersByTimeAsync(1)
  })

test('rows stand still under a moving pointer, and new changes show when it rests', async () => {
  await renderInEvent(<ChangeList />)
  vi.useFakeTimers()
  const [first] = teams()
  fireEvent.pointerMove(screen.getByRole('list'))
  await push(2, 8)
  expect(teams()).toEqual([first])
  await act(() => vi.advanceTimersByTimeAsync(hold_ms - 2))
  expect(teams()).toEqual([first])
  fireEvent.pointerDown(screen.getByRole('button'))
  await act(() => vi.advanceTimersByTimeAsync(hold_ms - 1))
  expect(teams()).toEqual([first])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(teams()).toEqual([expect.any(String), first])
  await push(1, 9)
  expect(teams()).toHaveLength(3)
})
