import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clockQuery } from '../../api/live/clock.ts'
import { queryClient } from '../../api/calls/queries.ts'
import { now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { TrialBanner } from './trial-banner.tsx'

test.each([
  [true, 1],
  [false, 0],
] as const)('with is_trial %s there are %i banners', async (is_trial, count) => {
  seedEvent({})
  queryClient.setQueryData(clockQuery.queryKey, { server_ms: now_ms, local_ms: performance.now(), speed: 1, is_trial })
  await renderInEvent(<TrialBanner />)
  expect(screen.queryAllByText(/This is not a real league/)).toHaveLength(count)
})
