import { jobTypes, type RecurringJob } from '@muster/contract/jobs'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ScheduledTasksTable } from './scheduled-tasks-table.tsx'
import { findJobState } from './job-state.ts'
import { JobsTable } from './jobs-table.tsx'

const at = (seconds: number) => new Date(now_ms + seconds * 1000).toISOString()
const aJob = (more: Partial<RecurringJob>): RecurringJob => ({
  event_id: anEvent.id,
  job_type: 'FetchStashChanges',
  end_date: at(3600),
  sleep_after_each_run_seconds: 0,
  is_running: true,
  last_started_at: at(-3),
  last_success_at: at(-2),
  last_error: null,
  last_error_at: null,
  failures_in_a_row: 0,
  away_since: null,
  next_run_at: null,
  delay_seconds: 0,
  version: 1,
  ...more,
})
const fetched = vi.fn<typeof fetch>()
const sent = (call: number): unknown => JSON.parse(fetched.mock.calls[call]?.[1]?.body as string)
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await Promise.resolve()
  })

beforeEach(() => {
  seedEvent({})
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('a job is stopped, waiting for a process, failing or running', () => {
  expect(findJobState(undefined, now_ms, true)).toBe('stopped')
  expect(findJobState(aJob({ end_date: at(0) }), now_ms, true)).toBe('stopped')
  expect(findJobState(aJob({ is_running: false }), now_ms, true)).toBe('waits')
  expect(findJobState(aJob({ failures_in_a_row: 1 }), now_ms, true)).toBe('retries')
  expect(findJobState(aJob({ away_since: at(-90) }), now_ms, true)).toBe('away')
  expect(findJobState(aJob({}), now_ms, true)).toBe('running')
  expect(findJobState(undefined, now_ms, false)).toBe('not_offered')
  expect(findJobState(aJob({ is_running: false }), now_ms, false)).toBe('waits')
})

test('for the second game, a job without data names its replacement, and cannot be started', async () => {
  const event = { ...anEvent, game_version: 'poe2' as const }
  const { unmount } = await renderInEvent(<JobsTable event={event} jobs={[]} />)
  const stream = within(row('Stash stream'))
  expect(stream.getByText('not offered')).toBeTruthy()
  expect(stream.getByText(/Items count from characters’ equipment/)).toBeTruthy()
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Start: Item evaluation',
    'Start: Characters and ladder',
  ])
  unmount()
  await renderInEvent(<JobsTable event={event} jobs={[]} isShort />)
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
})

test('every job has a row, even if it was never started, with its error in words', async () => {
  const failing = aJob({ failures_in_a_row: 3, last_error: 'the token ran out', delay_seconds: 2460, next_run_at: at(240) })
  const elsewhere = aJob({ event_id: 99 as RecurringJob['event_id'], job_type: 'FetchCharacterData' })
  await renderInEvent(<JobsTable event={anEvent} jobs={[failing, elsewhere]} />)
  expect(screen.getAllByRole('row')).toHaveLength(1 + jobTypes.length)
  const stream = within(row('Stash stream'))
  expect(stream.getByText('The last 3 rounds failed: the token ran out')).toBeTruthy()
  expect(stream.getByText('41 min')).toBeTruthy()
  expect(stream.getByText(/^in (3|4) min$/)).toBeTruthy()
  expect(within(row('Characters and ladder')).getByText('Never started for this event.')).toBeTruthy()
})

test('a scheduled task shows its backlog and failures, and a waiting one says what it waits for', async () => {
  const task = {
    is_set_up: true,
    is_running: false,
    every_seconds: 5,
    last_started_at: null,
    last_error: null,
    last_error_at: null,
    waits_for: [],
  }
  const backlog = { waiting: 3, oldest_at: at(-120), failed: 1 }
  const tasks = [
    { ...task, name: 'KeepConnections', last_success_at: at(-1), backlog: null },
    { ...task, name: 'CalculateBuilds', last_success_at: at(-1), backlog },
    { ...task, name: 'RemoveRawData', last_success_at: at(-1), backlog: null, waits_for: [{ id: 3, name: 'Winter Race' }] },
  ]
  fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(tasks))))
  await renderInEvent(<ScheduledTasksTable />)
  expect((await screen.findByRole('row', { name: /Build stats/ })).textContent).toContain(
    'No errors so far. 3 builds are waiting, the first for 2 min. 1 build could not be calculated; the problems of its event say why.',
  )
  const waiting = row('Raw data removal')
  expect(within(waiting).getByText('waiting')).toBeTruthy()
  expect(waiting.textContent).toContain('Data read for Winter Race is still being matched.')
})

test('starting asks for the end, and sends the input', async () => {
  fetched.mockResolvedValue(new Response(JSON.stringify(aJob({})), { status: 201 }))
  await renderInEvent(<JobsTable event={anEvent} jobs={[]} />)
  await press('Start: Guild stashes')
  const pause = screen.getByLabelText(/Shortest pause/)
  fireEvent.change(pause, { target: { value: '-1' } })
  await press('Start')
  expect(screen.getByText('Enter a whole number of seconds, 0 or more')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  fireEvent.change(pause, { target: { value: '90' } })
  await press('Start')
  expect(sent(0)).toMatchObject({
    event_id: anEvent.id,
    job_type: 'FetchGuildStashes',
    // Things found in the last minutes are read after the end.
    end_date: new Date(Date.parse(anEvent.event_end_time) + 3_600_000).toISOString(),
    sleep_after_each_run_seconds: 90,
  })
})

test('closing asks before it discards input', async () => {
  await renderInEvent(<JobsTable event={anEvent} jobs={[aJob({})]} />)
  await press('Change: Stash stream')
  await press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Change: Stash stream')
  fireEvent.change(screen.getByLabelText(/Shortest pause/), { target: { value: '90' } })
  await press('Close')
  await press('Keep editing')
  expect(screen.getByLabelText<HTMLInputElement>(/Shortest pause/).value).toBe('90')
  await press('Close')
  await press('Discard')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('stopping says what is lost, and an error stays on the screen', async () => {
  fetched.mockResolvedValue(
    new Response(JSON.stringify({ code: 'unavailable', error: 'The server cannot respond right now' }), { status: 503 }),
  )
  await renderInEvent(<JobsTable event={anEvent} jobs={[aJob({})]} />)
  await press('Stop: Stash stream?')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText(/items found meanwhile do not count/)).toBeTruthy()
  await press('Stop reading')
  expect(await within(dialog).findByText(/The server cannot respond right now/)).toBeTruthy()
  expect(Date.parse((sent(0) as RecurringJob).end_date)).toBeLessThan(now_ms + 60_000)
})

test('two organisers who set the same job see both versions, and nothing is overwritten before one is chosen', async () => {
  const theirs = aJob({ end_date: at(7200), sleep_after_each_run_seconds: 5, version: 2 })
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify({ code: 'changed_meanwhile', error: 'Somebody else has changed this' }), { status: 409 }),
  )
  fetched.mockImplementation(async () => new Response(JSON.stringify([theirs])))
  await renderInEvent(<JobsTable event={anEvent} jobs={[aJob({ sleep_after_each_run_seconds: 0 })]} />)
  await press('Change: Stash stream')
  fireEvent.change(screen.getByLabelText(/Shortest pause/), { target: { value: '90' } })
  await press('Save')
  expect(sent(0)).toMatchObject({ sleep_after_each_run_seconds: 90, base_version: 1 })
  const choice = await screen.findByRole('group', { name: /Shortest pause/ })
  expect(within(choice).getByText('Saved meanwhile').parentElement?.textContent).toContain('5')
  fireEvent.click(within(choice).getByRole('radio', { name: /Yours/ }))
  await press('Use these values')
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response(JSON.stringify(theirs), { status: 201 }))
  await press('Save')
  // The other person's end with the viewer's own pause.
  expect(sent(0)).toMatchObject({ end_date: at(7200), sleep_after_each_run_seconds: 90, base_version: 2 })
})
