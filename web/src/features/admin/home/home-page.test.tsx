import { readinessCodes, type EventReadiness, type ReadinessLine, type StepOwner } from '@muster/contract/readiness'
import type { Role } from '@muster/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { FirstRun, FirstSteps } from './first-run.tsx'
import { HomePage } from './home-page.tsx'
import { mergeChanges } from './last-changes.tsx'
import { describeLine, explainLine, nameRemedy } from './ready-words.ts'

const caller = vi.hoisted(() => ({ roles: ['admin'] as string[] }))
vi.mock('../kit/use-caller.ts', async () => {
  const { nobody } = await import('@muster/domain/access')
  return { useCaller: () => ({ ...nobody, roles: caller.roles }) }
})

const aLine = (more: Partial<ReadinessLine>): ReadinessLine => ({
  code: 'rules',
  weight: 'open',
  finding: 'none',
  count: 0,
  total: 0,
  names: [],
  detail: null,
  at: null,
  right: ['admin', 'manager'],
  ...more,
})
const readiness: EventReadiness = {
  judged_at: new Date(now_ms).toISOString(),
  lines: [
    aLine({
      code: 'stream_job',
      weight: 'stops_start',
      finding: 'failing',
      detail: 'the token ran out',
      right: ['admin'],
    }),
    aLine({ code: 'connections', finding: 'some', count: 11, total: 48, names: ['Ada', 'Ben'] }),
    aLine({ code: 'passive_tree', right: [] }),
    aLine({ code: 'teams', weight: 'done', finding: 'fine', count: 3, total: 3 }),
  ],
  owners: [{ code: 'connections', user: { id: 12, display_name: 'Ada' } as StepOwner['user'] }],
  figures: {
    teams: 3,
    presets: 18,
    objectives: 0,
    signups: 60,
    waiting: 12,
    pending_submissions: 4,
    waiting_points: 1,
    jobs_wanted: 5,
    jobs_running: 4,
    users: 311,
    users_with_role: 14,
    active_players: 26,
    problems: 2,
    signups_by_day: [],
  },
}
const show = (roles: Role[]) => {
  caller.roles = roles
  return renderInEvent(<HomePage jobs={() => <p>jobs</p>} announcement={() => <p>announcement</p>} />)
}

const blockOf = (title: string) => screen.getByRole('heading', { level: 2, name: title }).closest('section') as HTMLElement

beforeEach(() => {
  seedEvent({})
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  queryClient.setQueryData(read('getEventReadiness', eventInput(4)).queryKey, readiness)
  queryClient.setQueryData(read('getAdminChanges', { ...eventInput(4), query: { limit: 12 } }).queryKey, [])
})

describe('the overview', () => {
  test('shows blockers, recommendations and the first thing to do', async () => {
    await show(['admin'])
    expect(
      screen.getByText(/1 problem keeps points from counting\. 2 open steps\. Next: The stash stream job fails\./),
    ).toBeTruthy()
    const list = blockOf('From preparation to archive')
    expect(
      within(list)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Prepare', 'Signups and teams', 'Start'])
    expect(within(list).getByRole('img', { name: '1 of 2 checks passed' })).toBeTruthy()
    expect(within(list).getByText(/Its error: the token ran out/)).toBeTruthy()
    expect(within(list).getByText(/Ada, Ben and 9 more/)).toBeTruthy()
    expect(within(list).getByText('Blocks scoring')).toBeTruthy()
    expect(within(list).getByRole('link', { name: 'Go to jobs' }).getAttribute('href')).toBe('/admin/recurring-jobs')
    const remind = within(list).getByRole('link', { name: 'Remind them' })
    expect(remind.getAttribute('href')).toBe('/admin/signups?unconnected=true')
    // An import runs on the server, so the page offers no link.
    expect(within(list).getByText('on the server')).toBeTruthy()
  })

  test('names the owner of a step, and its buttons follow the roles of the viewer', async () => {
    const { unmount } = await show(['manager'])
    const list = within(blockOf('From preparation to archive'))
    expect(list.getByRole('button', { name: 'Take over: 11 players have not connected' })).toBeTruthy()
    expect(list.queryByRole('button', { name: 'Take this step: The stash stream job fails' })).toBeNull()
    const owners = blockOf('Owners')
    expect(within(owners).getByText('Ada').closest('li')?.textContent).toBe('Ada11 players have not connected')
    expect(within(owners).getByText('2 open steps have no owner.')).toBeTruthy()
    unmount()
    await show(['submission_judge'])
    expect(screen.queryByRole('button', { name: /^Take over/ })).toBeNull()
    expect(within(blockOf('From preparation to archive')).getByText('Ada')).toBeTruthy()
  })

  test('takes a step, gives it back, and marks the archive after the end', async () => {
    const called = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() => new Promise(() => {}))
    vi.stubGlobal('fetch', called)
    const sent = () =>
      called.mock.calls.filter(([, { method }]) => method === 'PUT').map(([, { body }]) => JSON.parse(body as string) as unknown)
    seedEvent({ events: [{ ...anEvent, event_end_time: new Date(now_ms - 3_600_000).toISOString() }] })
    const lines = [aLine({}), aLine({ code: 'archive', right: ['admin'] })]
    queryClient.setQueryData(read('getEventReadiness', eventInput(4)).queryKey, { ...readiness, lines })
    await show(['admin'])
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    press('Take this step: No rules are published')
    press('Mark as done: The archive has not been downloaded')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()).toEqual([
      { code: 'rules', action: 'take' },
      { code: 'archive', action: 'mark' },
    ])
  })

  test('leads to exactly the people who have not connected, from the list and from the button above it', async () => {
    const lines = readiness.lines.filter(({ code }) => code === 'connections')
    queryClient.setQueryData(read('getEventReadiness', eventInput(4)).queryKey, { ...readiness, lines })
    await show(['admin'])
    const links = screen.getAllByRole('link', { name: 'Remind them' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/admin/signups?unconnected=true'))
  })

  test('names the people who can fix what the viewer cannot, and shows only the viewer’s cards', async () => {
    await show(['submission_judge'])
    expect(screen.getByText('for admins')).toBeTruthy()
    expect(screen.queryByText('jobs')).toBeNull()
    expect(screen.queryByText('announcement')).toBeNull()
    expect(screen.queryByRole('link', { name: /^Users/ })).toBeNull()
  })

  test('cards have one number and the right that opens them', async () => {
    await show(['admin'])
    const card = screen.getByRole('link', { name: /Users.*Admin/ })
    expect(card.textContent).toContain('311')
    expect(card.textContent).toContain('14 with a role')
  })
})

describe('without an event', () => {
  test('the first admin is led to create an event, and everyone else reads that there is none', async () => {
    seedEvent({ events: [] })
    caller.roles = ['admin']
    const view = await renderInEvent(<FirstRun />)
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Connect',
      'Create the event',
      'Add objectives',
      'Rehearse',
      'Invite',
    ])
    view.unmount()
    caller.roles = ['manager']
    await renderInEvent(<FirstRun />)
    expect(screen.getByText('There is no event yet')).toBeTruthy()
    expect(screen.queryByText('Rehearse')).toBeNull()
  })

  test('without a current event, one can be chosen', async () => {
    const former = { ...anEvent, is_current: false, id: 3 as typeof anEvent.id, name: 'Autumn Muster' }
    seedEvent({ events: [former, { ...anEvent, is_current: false }] })
    await renderInEvent(<FirstRun />)
    expect(screen.getByText('No event is current')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Winter Muster' }).getAttribute('href')).toBe('/?event=4')
    expect(screen.getByRole('link', { name: 'Autumn Muster' }).getAttribute('href')).toBe('/?event=3')
  })

  test('the only event is chosen at once', async () => {
    seedEvent({ events: [{ ...anEvent, is_current: false }] })
    queryClient.setQueryData(read('getEventReadiness', eventInput(4)).queryKey, readiness)
    await show(['admin'])
    expect(await screen.findByRole('heading', { level: 1, name: 'Winter Muster' })).toBeTruthy()
  })
})

describe('the first event', () => {
  const show = async (event: Partial<typeof anEvent>, objectives: number) => {
    caller.roles = ['admin']
    seedEvent({ events: [{ ...anEvent, ...event }] })
    const figures = { ...readiness.figures, objectives }
    queryClient.setQueryData(read('getEventReadiness', eventInput(4)).queryKey, { ...readiness, figures })
    await renderInEvent(<FirstSteps event={{ ...anEvent, ...event }} />)
  }
  const stepOf = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)

  test('shows which first steps are done, and where to do the others', async () => {
    await show({ is_public: false }, 0)
    expect(stepOf('Create the event').getByText('Done')).toBeTruthy()
    expect(stepOf('Add objectives').getByRole('link').getAttribute('href')).toBe('/admin/events/4/definition')
    expect(stepOf('Invite').getByRole('link', { name: 'Write rules' })).toBeTruthy()
    expect(stepOf('Invite').getByRole('link', { name: 'Make it public' }).getAttribute('href')).toBe('/admin/events')
  })

  test('has a definition once there are objectives', async () => {
    await show({ is_current: false }, 34)
    expect(stepOf('Add objectives').getByText('Done')).toBeTruthy()
  })

  test('needs no steps once the event is public', async () => {
    await show({}, 34)
    expect(screen.queryByText('First steps')).toBeNull()
  })
})

test('every line has its texts', () => {
  const jobs = ['stream_job', 'evaluation_job', 'character_job', 'guild_jobs']
  const findings: Record<string, string[]> = {
    dates: ['fine', 'wrong_order', 'no_length'],
    shown: ['fine', 'hidden', 'not_current'],
    league: ['fine', 'not_seen'],
    objectives: ['none', 'fine'],
    item_checks: ['none', 'failing', 'some', 'fine'],
    item_sources: ['worn'],
    stream_position: ['late', 'fine'],
    scores: ['late', 'fine'],
    signups: ['not_open', 'open_now', 'nobody', 'fine'],
    teams: ['none', 'fine'],
    rules: ['none', 'fine'],
    passive_tree: ['none', 'needed', 'fine'],
    item_classes: ['none', 'fine'],
    unplaced: ['not_due', 'some', 'fine'],
    lock: ['not_due', 'unlocked', 'fine'],
    start_news: ['not_due', 'not_written', 'fine'],
    submissions: ['not_due', 'some', 'fine'],
    waiting_points: ['some'],
    jobs_end: ['not_due', 'some', 'fine'],
    final_lock: ['not_due', 'unlocked', 'fine'],
    archive: ['not_due', 'none', 'outdated', 'marked'],
    thanks: ['not_due', 'not_written', 'fine'],
    raw_data: ['not_due', 'none', 'chosen', 'fine'],
    export: ['not_due', 'none', 'outdated', 'marked'],
    ...Object.fromEntries(jobs.map((code) => [code, ['not_wanted', 'not_running', 'failing', 'ends_early', 'fine']])),
  }
  for (const code of ['stream_job', 'character_job', 'guild_jobs']) findings[code]?.push('away')
  for (const code of readinessCodes) {
    for (const finding of findings[code] ?? ['some', 'fine']) {
      const line = aLine({ code, finding: finding as ReadinessLine['finding'], at: readiness.judged_at })
      const server = code === 'passive_tree' || code === 'item_classes'
      // A missing text is shown as its key.
      for (const words of [describeLine(line), explainLine(line, 72, 'poe1'), server ? 'words' : nameRemedy(line)])
        expect(words).not.toMatch(/ready|\{\{|^$/)
    }
  }
})

test('merges three logs, newest first', () => {
  const at = (hours: number) => new Date(now_ms + hours * 3_600_000).toISOString()
  const ada = { id: 12, display_name: 'Ada' }
  const changes = mergeChanges(
    [{ id: 1, changed_at: at(-3), author: ada, kind: 'job_stopped', subject: 'FetchStashChanges', detail: at(-3) }] as never,
    [{ sequence: 7, author: null, reason: 'objective "Six rings" was changed', timestamp: at(-1) }] as never,
    [{ id: 1, changed_at: at(-2), author: null, user: ada, permissions_before: [], permissions_after: ['manager'] }] as never,
  )
  expect(changes.map(({ author, what }) => `${author}: ${what}`)).toEqual([
    'A program or a deleted user: objective "Six rings" was changed',
    'The command line: gave Ada a role: Manager',
    'Ada: stopped a job: Stash stream',
  ])
})
