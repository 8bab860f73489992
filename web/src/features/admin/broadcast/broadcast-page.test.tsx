import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { BroadcastPage } from './broadcast-page.tsx'

test('a failure stays below the title of the page, with a retry', async () => {
  queryClient.clear()
  seedEvent({})
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  await renderInEvent(<BroadcastPage />)
  expect(await screen.findByText('Overlays for streams did not load.')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Overlays for streams')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})
