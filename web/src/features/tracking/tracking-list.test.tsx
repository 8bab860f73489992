import type { PlayerTracking } from '@muster/contract/tracking'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { anEvent, renderInEvent, seedEvent } from '../../test-event.tsx'
import { TrackingList } from './tracking-list.tsx'

async function show(game_version: 'poe1' | 'poe2') {
  seedEvent({ events: [{ ...anEvent, game_version }] })
  const note = { source: 'character', state: 'fine', finding: 'fine', message: 'Everything is read.', advice: '', seen_at: null }
  const players = ['Ada', 'Ben'].map((display_name, index) => ({ user_id: index + 1, team_id: 1, display_name, notes: [note] }))
  queryClient.setQueryData(read('getTracking', eventInput('current')).queryKey, players as unknown as PlayerTracking[])
  return renderInEvent(<TrackingList onlyMissing={false} onOnlyMissing={() => {}} />)
}

test('data that the game does not show is mentioned once, without blame', async () => {
  const { unmount } = await show('poe2')
  expect(screen.getAllByText(/shows neither stash tabs nor guild tabs/)).toHaveLength(1)
  expect(screen.getByRole('status').textContent).toBe('All 2 players are fully tracked.')
  unmount()
  await show('poe1')
  expect(screen.queryByText(/shows neither/)).toBeNull()
})
