import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clockQuery } from '../../api/live/clock.ts'
import { queryClient } from '../../api/calls/queries.ts'
import { now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { Footer } from './footer.tsx'

test('the footer leads to the source of this server, and to the status once it is for everybody', async () => {
  seedEvent({})
  const clock = { server_ms: now_ms, local_ms: performance.now(), speed: 1 }
  queryClient.setQueryData(clockQuery.queryKey, { ...clock, shows_status: false })
  const { unmount } = await renderInEvent(<Footer />)
  expect(screen.getByRole('link', { name: /^Source code/ }).getAttribute('href')).toBe('/api/source')
  expect(screen.queryByRole('link', { name: 'Status' })).toBeNull()
  unmount()
  queryClient.setQueryData(clockQuery.queryKey, { ...clock, shows_status: true })
  await renderInEvent(<Footer />)
  expect(screen.getByRole('link', { name: 'Status' }).getAttribute('href')).toContain('/status')
})
