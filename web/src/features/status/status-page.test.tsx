import type { Status } from '@muster/contract/status'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { read, queryClient } from '../../api/calls/queries.ts'
import { now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { OutageList } from './outage-list.tsx'
import { StatusPage } from './status-page.tsx'

const at = (minutes: number) => new Date(now_ms + minutes * 60_000).toISOString()
const fetched = vi.fn<typeof fetch>()
const shown = {
  judged_at: at(0),
  parts: [
    { part: 'scores', state: 'fine', since: null, behind: [] },
    {
      part: 'game_data',
      state: 'trouble',
      since: at(-90),
      behind: [{ part: 'FetchStashChanges', event_id: 1, reason: 'failing', since: at(-90) }],
    },
    { part: 'builds', state: 'off', since: null, behind: [] },
  ],
  outages: [
    {
      id: 2,
      part: 'game_data',
      event: { id: 1, name: 'Winter' },
      affected: ['FetchStashChanges', 'NewJob'],
      began_at: at(-90),
      ended_at: null,
      note: null,
      note_author: null,
      version: 1,
    },
    {
      id: 1,
      part: 'server',
      event: null,
      affected: [],
      began_at: at(-300),
      ended_at: at(-280),
      note: 'A new machine.',
      note_author: { id: 5, display_name: 'Mara' },
      version: 3,
    },
  ],
  server: null,
}

function seed(status: unknown): void {
  queryClient.setQueryData(read('getStatus', {}).queryKey, status as Status)
}

beforeEach(() => {
  seedEvent({})
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('says in a sentence which part has problems, since when and why', async () => {
  seed({ is_public: true, shown })
  await renderInEvent(<StatusPage />)
  const main = document.body.textContent ?? ''
  expect(main).toContain('Game data is having problems.')
  expect(main).toContain('For 1 h, since')
  expect(main).toContain('Stash stream: failing')
  expect(main).toContain('This server is not set up for it.')
  // Only admins can change anything.
  expect(screen.queryByText('Who sees this page')).toBeNull()
  expect(screen.queryByRole('button', { name: /note/ })).toBeNull()
})

test('says once and calmly that the game is not responding, and what happens next', async () => {
  const away = (part: string) => ({ part, event_id: 1, reason: 'away', since: at(-12) })
  const behind = [away('FetchStashChanges'), away('FetchCharacterData')]
  const parts = [{ part: 'game_data', state: 'trouble', since: at(-12), behind }]
  seed({ is_public: true, shown: { ...shown, parts, outages: [] } })
  await renderInEvent(<StatusPage />)
  const main = document.body.textContent ?? ''
  expect(main).toContain('The game is not responding. Everything else is running.')
  expect(main).toContain('The game is not responding (Stash stream, Characters and ladder). Muster asks it every 20 s')
  expect(main).not.toContain('is having problems')
})

test('tells everyone else that only organisers can see the page', async () => {
  seed({ is_public: false, shown: null })
  await renderInEvent(<StatusPage />)
  expect(screen.getByText('Only organisers can see this page')).toBeTruthy()
  expect(screen.queryByText('Outages')).toBeNull()
})

test('an admin adds a note; the input stays when another admin was faster', async () => {
  seed({ is_public: false, shown })
  await renderInEvent(<OutageList isAdmin />)
  const [open, over] = screen.getAllByRole('listitem')
  expect(open?.textContent).toContain('Stash stream, NewJob · Winter')
  expect(open?.textContent).toContain('ongoing')
  expect(over?.textContent).toContain('A new machine.')
  expect(over?.textContent).toContain('20 min')
  expect(over?.textContent).toContain('Note by Mara')
  if (open) fireEvent.click(within(open).getByRole('button', { name: /^Add note: Game data/ }))
  const save = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Save note' }))
      await new Promise((resolve) => setTimeout(resolve))
    })
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'The game is down.' } })
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify({ code: 'changed_meanwhile', error: 'Changed meanwhile' }), { status: 409 }),
  )
  await save()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('The game is down.')
  fetched.mockResolvedValue(new Response(JSON.stringify({ ...shown.outages[0], version: 2 }), { status: 200 }))
  await save()
  const bodies = fetched.mock.calls.flatMap(([, init]) => (init?.body === undefined ? [] : [JSON.parse(init.body as string)]))
  expect(bodies[1]).toEqual({ note: 'The game is down.', base_version: 1 })
  expect(screen.queryByLabelText('Note')).toBeNull()
})

test('shows organisers the running processes, and that two installations share a database', async () => {
  const one = { version: '1.2.0', roles: ['http', 'jobs', 'scoring'], connected_at: at(-60) }
  const server = { processes: [one, { ...one, version: '1.3.0', roles: ['jobs'] }], conflicts: ['secrets'] }
  seed({ is_public: true, shown: { ...shown, server } })
  await renderInEvent(<StatusPage />)
  expect(await screen.findByText('Version 1.2.0: http, jobs, scoring')).toBeTruthy()
  expect(screen.getByText('Version 1.3.0: jobs')).toBeTruthy()
  expect(screen.getByText(/each refuses the other’s logins/)).toBeTruthy()
})

test('shows no processes to everyone else', async () => {
  seed({ is_public: true, shown })
  await renderInEvent(<StatusPage />)
  await screen.findByText('Outages')
  expect(screen.queryByText('Processes of the server')).toBeNull()
})
