import type { GuildLogLine } from '@muster/contract/guilds'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { aGuild, start } from './test-log.ts'
import { UploadSheet } from './upload-sheet.tsx'

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const aLine = (id: number, seconds: number, league = anEvent.name): GuildLogLine => ({
  id: String(id),
  time: start + seconds,
  league,
  stash: 'drops',
  item: 'Chaos Orb',
  action: 'added',
  account: { name: 'Ada#1' },
  x: 0,
  y: 0,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => aLine(to - place, Math.floor((to - place) / 10)))
const paste = (value: unknown) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText('Paste a page'), {
      target: { value: typeof value === 'string' ? value : JSON.stringify(value) },
    }),
  )
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await new Promise((resolve) => setTimeout(resolve))
  })
const extent = {
  earliest: start,
  latest: start + 300,
  league_start: start - 600,
  league_end: start + 86_400,
  gaps: [{ from: start - 600, to: start }],
}
const bodies = () =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.method === 'POST' ? [JSON.parse(init.body as string) as { entries: unknown[] }] : [],
  )

beforeEach(async () => {
  seedEvent({})
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  await renderInEvent(<UploadSheet guild={aGuild} onClose={() => {}} />)
})

test('a text with a login for the game’s site is refused, and none of it is kept or sent', async () => {
  await paste(`curl 'https://site.invalid' -H 'cookie: POESESSID=0123456789'`)
  expect(screen.getByText(/this holds a login of the game’s site/)).toBeTruthy()
  expect((screen.getByLabelText('Paste a page') as HTMLTextAreaElement).value).toBe('')
  expect(screen.queryByRole('button', { name: /^Send/ })).toBe(null)
  expect(fetched).not.toHaveBeenCalled()
})

test('pages are previewed, sent in batches, and the remaining gaps are named', async () => {
  await paste([{ entries: [...range(0, 4100), aLine(9000, 500, 'Standard'), { id: 'x' }], truncated: true }])
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(preview.textContent).toContain('4100 lines of Winter Muster')
  expect(preview.textContent).toContain('1 line of other leagues is left out: Standard.')
  expect(preview.textContent).toContain('1 line cannot be read: it has no number')
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'POST' ? answer(201, { number_of_added_entries: 1000 }) : answer(200, extent),
  )
  await press('Send 4100 lines')
  await vi.waitFor(() => expect(screen.getByText('3000 lines are new.')).toBeTruthy())
  expect(bodies().map(({ entries }) => entries.length)).toEqual([2000, 2000, 104])
  expect(screen.getByText(/1100 were here already/)).toBeTruthy()
  await vi.waitFor(() => expect(screen.getByText(/^10 min missing, from/)).toBeTruthy())
})

test('a failed upload resumes where it stopped', async () => {
  await paste({ entries: range(0, 3000), truncated: false })
  fetched.mockResolvedValueOnce(answer(201, { number_of_added_entries: 2000 }))
  fetched.mockResolvedValueOnce(answer(503, { code: 'busy', error: 'Too busy' }))
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'POST' ? answer(201, { number_of_added_entries: 1000 }) : answer(200, extent),
  )
  await press('Send 3000 lines')
  await vi.waitFor(() => expect(screen.getByText('Too busy')).toBeTruthy())
  await press('Continue')
  await vi.waitFor(() => expect(screen.getByText('3000 lines are new.')).toBeTruthy())
  expect(bodies().map(({ entries }) => entries.length)).toEqual([2000, 1001, 1001])
})

test('for pages without a common line, the uploader has to confirm that none is missing between them', async () => {
  await paste([
    { entries: range(1000, 1010), truncated: true },
    { entries: range(0, 10), truncated: false },
  ])
  expect(screen.getByText(/In 1 place two pages have no line in common/)).toBeTruthy()
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'POST' ? answer(201, { number_of_added_entries: 10 }) : answer(200, extent),
  )
  await act(async () => fireEvent.click(screen.getByRole('checkbox')))
  await press('Send 20 lines')
  expect(bodies()).toMatchObject([{ follows: false }, { follows: true }])
})
