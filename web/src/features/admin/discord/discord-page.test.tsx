import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { discordRoles } from '../../../test-answers.ts'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { DiscordPage } from './discord-page.tsx'

afterEach(cleanup)

test('the page has one heading of its name, and one for each part', async () => {
  seedEvent({})
  queryClient.setQueryData(read('getDiscordRoles', eventInput(anEvent.id)).queryKey, discordRoles)
  await renderInEvent(<DiscordPage />)
  await screen.findByLabelText('Server id')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Discord roles', 'Server and roles'])
})
