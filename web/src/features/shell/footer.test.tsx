import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clockQuery } from '../../api/live/clock.ts'
import { queryClient } from '../../api/calls/queries.ts'
import { now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { Footer } from './footer.tsx'

test('S-09: the footer links to the source, to the configured places, and to the status page if it is public', async () => {
  seedEvent({})
  const clock = {
    server_ms: now_ms,
    local_ms: performance.now(),
    speed: 1,
    footer_links: [{ label: 'Our chat', url: 'https://chat.example/lanterns' }],
  }
  queryClient.setQueryData(clockQuery.queryKey, { ...clock, shows_status: false })
  const { unmount } = await renderInEvent(<Footer />)
  expect(screen.getByRole('link', { name: /^Source code/ }).getAttribute('href')).toBe('/api/source')
  expect(screen.getByRole('link', { name: /^Our chat/ }).getAttribute('href')).toBe('https://chat.example/lanterns')
  expect(screen.queryByRole('link', { name: 'Status' })).toBeNull()
  unmount()
  queryClient.setQueryData(clockQuery.queryKey, { ...clock, shows_status: true })
  await renderInEvent(<Footer />)
  expect(screen.getByRole('link', { name: 'Status' }).getAttribute('href')).toContain('/status')
})
