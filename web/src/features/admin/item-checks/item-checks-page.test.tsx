import type { ItemCoverage, ObjectiveItems } from '@muster/contract/item-checks'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { pickObjectives, toRecords } from './coverage-groups.ts'
import { ItemChecksPage } from './item-checks-page.tsx'

const at = (seconds: number) => new Date(now_ms + seconds * 1000).toISOString()
const hit = { name: 'Headhunter', base_type: 'Leather Belt', place: 'Standard', seen_at: at(-60) }
const scan = {
  source: 'stream',
  state: 'done',
  started_at: at(-300),
  ends_at: at(0),
  ended_at: at(0),
  definition_version: 7,
  items: 31_840,
  done: 36,
  total: null,
  problem: null,
}
const result = { source: 'stream', matches: 0, first_at: null, hits: [], is_outdated: false }
const never = {
  objective_id: 20,
  name: 'Headhuntr',
  path: ['Uniques'],
  state: 'never',
  counts_from: 'tabs',
  scans: [result],
  examples: 1,
  failing: 1,
}
const seen = {
  ...never,
  objective_id: 21,
  name: 'Headhunter',
  state: 'seen',
  scans: [{ ...result, matches: 1000, first_at: at(-60), hits: [hit], is_outdated: true }],
  examples: 0,
  failing: 0,
}
const coverage = {
  scans: [scan],
  stream_problem: null,
  stored_snapshots: 9,
  objectives: [never, seen],
} as unknown as ItemCoverage
const items = {
  hits: [{ ...hit, source: 'stream', item: { name: 'Headhunter' } }],
  examples: [{ id: 5, name: '', base_type: 'Divine Orb', must_match: true, holds: false, item: {}, added_at: at(-9) }],
} as unknown as ObjectiveItems

const sent: { url: string; method: string | undefined; body: unknown }[] = []
async function show(more: Partial<ItemCoverage> = {}) {
  seedEvent({})
  sent.length = 0
  const current = { ...coverage, ...more }
  queryClient.setQueryData(read('getItemCoverage', eventInput(anEvent.id)).queryKey, current)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: string }) => {
    if (init?.method !== undefined && init.method !== 'GET') {
      sent.push({ url, method: init.method, body: init.body === undefined ? undefined : JSON.parse(init.body) })
      return new Response(null, { status: 204 })
    }
    return Response.json(url.includes('/items') ? items : current)
  })
  await renderInEvent(<ItemChecksPage event_id={anEvent.id} />)
  await screen.findByRole('heading', { name: 'Coverage' })
}
const press = (label: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name: label })))
beforeEach(() => queryClient.clear())

test('lists objectives without a match first, with what the last scan found', async () => {
  await show()
  const rows = (await screen.findAllByRole('listitem')).filter((row) => row.className.startsWith('checks-row'))
  expect(rows.map((row) => row.querySelector('summary')?.textContent)).toEqual([
    'Uniques / HeadhuntrNever matchedLive stream: 01 saved item fails',
    'Uniques / HeadhunterHeadhunter, Leather BeltMatchedLive stream: 1,000+Conditions changed since the scan',
  ])
  expect(screen.getByText(/Live stream: 31,840 items/)).toBeDefined()
})

test('does not warn of objectives that no scan has tested', async () => {
  const objectives = [{ ...never, scans: [], failing: 0, examples: 0 }] as unknown as ItemCoverage['objectives']
  await show({ scans: [], objectives })
  expect((await screen.findByText('Headhuntr')).closest('summary')?.textContent).toBe('Uniques / HeadhuntrNot scanned yet')
  expect(toRecords(objectives)[1]).toContain('Not scanned yet')
})

test('starts a scan of the chosen items, and stops the running one', async () => {
  await show()
  await press('Stored items')
  await press('Start scan')
  expect(sent).toMatchObject([{ method: 'POST', body: { source: 'stored', seconds: 300 } }])
})

test('shows the progress of a running scan, whose page can be left', async () => {
  await show({ scans: [{ ...scan, state: 'running', ended_at: null, ends_at: at(7170) }] as never })
  expect(await screen.findByText('31,840 items on 36 pages. Ends in 1 h 59 min.')).toBeDefined()
  await press('Stop')
  expect(sent).toMatchObject([{ method: 'DELETE' }])
})

test('says what works instead of the live stream', async () => {
  await show({ stream_problem: 'This server has no key', scans: [] })
  await press('Live stream')
  expect(screen.getByText(/This server has no key. Scan the stored items instead/)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start scan' }).disabled).toBe(true)
})

test('a found item is saved; a saved item that fails is marked and can be deleted', async () => {
  await show()
  const row = (await screen.findByText('Headhuntr')).closest('details') as HTMLDetailsElement
  await act(async () => {
    row.open = true
    fireEvent(row, new Event('toggle'))
  })
  const saved = (await within(row).findByText('Divine Orb')).closest('li') as HTMLElement
  expect(saved.textContent).toContain('must match. It does not')
  fireEvent.click(within(within(row).getByRole('group', { name: 'Save Headhunter, Leather Belt' })).getByText('Must not match'))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ must_match: false, item: { name: 'Headhunter' } })
  fireEvent.click(within(row).getByRole('button', { name: 'Delete Divine Orb' }))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.url).toMatch(/item-examples\/5$/)
})

test('groups, search and the file follow from the list', () => {
  const { objectives } = coverage
  const idsOf = (group: Parameters<typeof pickObjectives>[1], search = '') =>
    pickObjectives(objectives, group, search).map(({ objective_id }) => objective_id)
  expect([idsOf('never'), idsOf('seen'), idsOf('example'), idsOf('failing'), idsOf('outdated')]).toEqual([
    [20],
    [21],
    [],
    [20],
    [21],
  ])
  expect(idsOf('all', 'HUNTER')).toEqual([21])
  expect(toRecords(objectives)[2]).toEqual([
    21,
    'Headhunter',
    'Uniques',
    'Matched',
    1000,
    '',
    at(-60),
    'Headhunter, Leather Belt',
    0,
    0,
    'true',
  ])
})
