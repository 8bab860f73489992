import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { VisibilitySetting } from './visibility-setting.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('a choice is saved at once, together with the others unchanged; a failure is shown', async () => {
  seedEvent({})
  queryClient.setQueryData(read('getVisibility', {}).queryKey, { chat_name: 'team', play: 'everyone', stream: 'everyone' })
  const sent: unknown[] = []
  let isBroken = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(init?.body as string))
    return isBroken
      ? Response.json({ error: 'Not authenticated', code: 'not_authenticated' }, { status: 401 })
      : Response.json(sent.at(-1))
  })
  await renderInEvent(<VisibilitySetting />)
  const choose = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  expect([...choose('Discord name').options].map(({ value }) => value)).toEqual(['event', 'team', 'nobody'])
  fireEvent.change(choose('Times of play'), { target: { value: 'team' } })
  await expect.poll(() => choose('Times of play').value).toBe('team')
  expect(sent).toEqual([{ chat_name: 'team', play: 'team', stream: 'everyone' }])
  isBroken = true
  fireEvent.change(choose('Stream'), { target: { value: 'nobody' } })
  expect((await screen.findByRole('alert')).textContent).toContain('Your login has ended. Nothing was changed.')
  expect(choose('Stream').value).toBe('everyone')
})
