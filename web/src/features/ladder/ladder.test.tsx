import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { Ladder } from './ladder.tsx'

test.each([
  [-1, 'Characters were not tracked in this event.'],
  [1, 'Characters appear here a few minutes after the event starts.'],
])('a ladder without characters explains why if the event ends in %i hours', async (hours, words) => {
  const event_end_time = new Date(now_ms + hours * 3_600_000).toISOString()
  seedEvent({ events: [{ ...anEvent, event_end_time }] })
  queryClient.setQueryData(read('getLadder', eventInput('current')).queryKey, [])
  await renderInEvent(<Ladder search={{}} onSearch={() => {}} />)
  expect(await screen.findByText(words)).toBeTruthy()
})
