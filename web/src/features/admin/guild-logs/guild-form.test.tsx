import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { GuildDialog } from './guild-form.tsx'
import { aGuild } from './test-log.ts'

const fetched = vi.fn<typeof fetch>()
const onClose = vi.fn()
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await new Promise((resolve) => setTimeout(resolve))
  })

beforeEach(() => {
  seedEvent({})
  fetched.mockReset()
  onClose.mockReset()
  vi.stubGlobal('fetch', fetched)
})

async function fillIn() {
  await renderInEvent(<GuildDialog guild={null} onClose={onClose} />)
  type('Number', 'https://www.pathofexile.com/guild/profile/812')
  type('Name', ' Falcon Company ')
  type('Tag', 'FALCN')
}

test('registers a guild by the number at the end of its address', async () => {
  await fillIn()
  fetched.mockImplementation(async () => answer(200, aGuild))
  await press('Register')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect([url, init?.method]).toEqual(['/api/current/guilds/812', 'PUT'])
  expect(JSON.parse(init?.body as string)).toEqual({ id: 812, name: 'Falcon Company', tag: 'FALCN' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a guild of another team is refused beside the number, with the name of that team, and the input stays', async () => {
  await fillIn()
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'PUT'
      ? answer(409, { code: 'guild_taken', error: 'Another team has registered this guild' })
      : answer(200, [{ ...aGuild, team_id: 2 }]),
  )
  await press('Register')
  await vi.waitFor(() => expect(screen.getByText(/^Tidebreakers has registered this guild/)).toBeTruthy())
  expect(screen.getByLabelText('Number').getAttribute('aria-invalid')).toBe('true')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe(' Falcon Company ')
  expect(onClose).not.toHaveBeenCalled()
})

test('requires every field before anything is sent', async () => {
  await renderInEvent(<GuildDialog guild={null} onClose={onClose} />)
  type('Number', 'my guild')
  await press('Register')
  for (const text of ['Enter the number of the guild', 'Enter the name of the guild', 'Enter the tag of the guild'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
})
