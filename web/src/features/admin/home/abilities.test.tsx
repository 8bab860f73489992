import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clockQuery } from '../../../api/live/clock.ts'
import { queryClient } from '../../../api/calls/queries.ts'
import { now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { Abilities } from './abilities.tsx'

async function show(reads_game: boolean) {
  seedEvent({})
  queryClient.setQueryData(clockQuery.queryKey, { server_ms: now_ms, local_ms: performance.now(), speed: 1, reads_game })
  await renderInEvent(<Abilities />)
}

test('a server without a client of the game lists what works', async () => {
  await show(false)
  expect(screen.getByRole('heading', { name: 'Works now' })).toBeTruthy()
  expect(screen.getByText('players report with a link to their proof, judges decide')).toBeTruthy()
})

test('a server that reads the game shows no list', async () => {
  await show(true)
  expect(screen.queryAllByRole('heading')).toEqual([])
})
