import type { UserId } from '@muster/contract/ids'
import type { RoomMember, RoomNote, TeamRoom } from '@muster/contract/team-room'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { readStatus } from '../../api/scores/event.ts'
import { useReceiptRequest } from '../../api/scores/receipt-request.ts'
import { storeToken } from '../../lib/browser/session.ts'
import { aCategory, anEvent, anObjective, aPlan, aScore, aTree, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { takeToasts, type ToastText } from '../../ui/overlays/show-toast.ts'
import { NearlyThere } from './nearly-there.tsx'
import { PlanSentence } from './plan-sentence.tsx'
import { PlayingNow } from './playing-now.tsx'
import { RoomHead } from './room-head.tsx'
import { RoomNav } from './room-nav.tsx'
import { OwnWarning, TeamTracking } from './team-tracking.tsx'
import { WithoutTeam } from './without-team.tsx'

const ago = (minutes: number) => new Date(now_ms - minutes * 60_000).toISOString()
const aMember = (user_id: number, member: Record<string, unknown> = {}): RoomMember =>
  ({
    user_id,
    display_name: `Player ${user_id}`,
    is_team_lead: false,
    character: { id: `c${user_id}`, name: 'Fen', level: 92, ascendancy: 'Occultist', delve_depth: 212 },
    session: null,
    last_seen_at: null,
    character_read_at: ago(3),
    tracking: 'fine',
    notes: [],
    stream: null,
    chat_name: null,
    hides_play: false,
    ...member,
  }) as unknown as RoomMember
const aNote = (note: Partial<RoomNote>): RoomNote => ({
  source: 'connection',
  state: 'broken',
  finding: 'consent_ended',
  message: 'The connection has expired.',
  advice: 'Log in again.',
  ...note,
})
const troubled = (user_id: number) => aMember(user_id, { tracking: 'broken', notes: [aNote({})] })

function seedRoom(members: readonly RoomMember[], room: Partial<TeamRoom> = {}) {
  const answer = { team_id: 1, members: [...members], public_tabs_read_at: ago(1), notes: [], ...room } as unknown as TeamRoom
  queryClient.setQueryData(read('getTeamRoom', eventInput('current')).queryKey, answer)
}
const becomeLead = () =>
  queryClient.setQueryData(readStatus('current').queryKey, (status) => status && { ...status, is_team_lead: true })

/** The viewer is player 7. */
beforeEach(() => {
  storeToken(`a.${btoa(JSON.stringify({ user_id: 7, permissions: [], exp: 4_000_000_000 }))}.c`)
  seedEvent({ own_team_id: 1 })
})

/** Points of the three teams. */
const pointsOf = (...points: readonly number[]) =>
  new Map([[30, new Map(points.map((sum, index) => [index + 1, aScore({ points: sum })]))]])
const head = (phase: 'upcoming' | 'running' | 'ended' = 'running') =>
  renderInEvent(<RoomHead event={anEvent} phase={phase} more={null} />)
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

describe('the head of the room', () => {
  test.each([
    [[50, 80, 20], '30 behind Tidebreakers', 'Nightglass are 30 below.'],
    [[80, 50, 20], '30 ahead of Tidebreakers', ''],
    [[80, 80, 20], 'Level with Tidebreakers', 'Nightglass are 60 below.'],
    [[20, 80, 50], '30 behind Nightglass', ''],
  ])('with points of %j says "%s"', async (points, said, below) => {
    seedEvent({ own_team_id: 1, scores: pointsOf(...points) })
    await head()
    expect(await title()).toBe(said)
    expect(screen.getByText(/points\./, { selector: 'p' }).textContent).toBe(`${points[0]} points. ${below} `)
    expect(screen.getByRole('img', { name: /^Points: / }).getAttribute('aria-label')).toContain(`Lanterns ${points[0]}`)
  })

  test('gives the starting time before the start, without points, and the result after the end', async () => {
    const event = { ...anEvent, event_start_time: new Date(now_ms + 90 * 60_000).toISOString() }
    const { unmount } = await renderInEvent(<RoomHead event={event} phase="upcoming" more={null} />)
    expect(await title()).toBe('The event starts in 1 h 30 min')
    unmount()
    const second = await head()
    expect(await title()).toBe('No points yet')
    expect(screen.queryByRole('img')).toBeNull()
    second.unmount()
    seedEvent({ own_team_id: 1, scores: pointsOf(50, 80, 20) })
    await head('ended')
    expect(await title()).toBe('2nd place, with 50 points')
  })
})

describe('the plan’s effect', () => {
  const plan = (...entries: readonly number[]) =>
    queryClient.setQueryData(
      read('getTeamPlan', eventInput('current')).queryKey,
      aPlan({ entries: entries.map((objective_id) => ({ objective_id })) }),
    )
  // Only the first place pays, 30 points.
  const tree = aTree(...[20, 21, 22].map((id) => anObjective({ id, parent_id: 2 })))
  const show = async (points: readonly number[], ...entries: readonly number[]) => {
    seedEvent({ own_team_id: 1, tree, scores: pointsOf(...points) })
    plan(...entries)
    const { container } = await renderInEvent(<PlanSentence />)
    return container.textContent
  }

  test.each([
    [[10, 80, 70], [20], 'With step 1 of the plan the gap would be 30.'],
    [[10, 80, 20], [20], 'With step 1 of the plan you would be 20 ahead of Nightglass.'],
    [[10, 80, 20], [20, 21, 22], 'With steps 1, 2 and 3 of the plan you would be 20 ahead of Tidebreakers.'],
    [[10, 80, 70], [20, 21], 'With steps 1 and 2 of the plan you would be level.'],
    [[80, 70, 20], [20], 'With step 1 of the plan you would be 40 ahead of Tidebreakers.'],
    [[10, 80, 20], [], ''],
    [[10, 80, 20], [4711], ''],
  ])('with points of %j and steps of %j is "%s"', async (points, entries, said) => {
    expect(await show(points, ...entries)).toBe(said)
  })
})

describe('the list of who plays now', () => {
  const since = (minutes: number, then: Record<string, unknown> = {}) => ({
    session: { since: ago(minutes), level: 92, delve_depth: 212, ...then },
    last_seen_at: ago(2),
  })

  test('is sorted from the viewer to the shortest session, with the session’s progress', async () => {
    seedRoom([
      aMember(1, since(15)),
      aMember(2, { last_seen_at: ago(150) }),
      aMember(3, since(100, { level: 90, delve_depth: 180 })),
      aMember(7, since(5, { level: null, delve_depth: null })),
    ])
    await renderInEvent(<PlayingNow />)
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Player 7you92 Occultistgaining experience5 min',
      'Player 392 Occultist+2 levels, delve depth 2121 h 40 min',
      'Player 192 Occultistgaining experience15 min',
    ])
  })

  test('shows everyone on request, including members who were never seen', async () => {
    seedRoom([aMember(1, since(15)), aMember(2, { last_seen_at: ago(150) }), aMember(3, { character: null })])
    await renderInEvent(<PlayingNow />)
    fireEvent.click(await screen.findByRole('button', { name: 'Show all 3' }))
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Player 192 Occultistgaining experience15 min',
      'Player 292 Occultistseen 2 h ago',
      'Player 3no character yetnot seen yet',
    ])
  })

  test('shows the answers at signup that the viewer may see', async () => {
    const asked = { text: 'Where do you live?', kind: 'text', choices: [], is_required: false, shown_to: 'leads' } as const
    const input = eventInput('current')
    const questions = [{ ...asked, id: 1, choices: [] }]
    queryClient.setQueryData(read('getSignupQuestions', input).queryKey, { version: 1, questions })
    const answers = [{ user_id: 1 as UserId, answers: [{ question_id: 1, answer: 'EU' }] }]
    queryClient.setQueryData(read('getSignupAnswers', input).queryKey, answers)
    seedRoom([aMember(1, since(15)), aMember(3, since(10))])
    await renderInEvent(<PlayingNow />)
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Player 192 OccultistWhere do you live? EUgaining experience15 min',
      'Player 392 Occultistgaining experience10 min',
    ])
  })

  test('is empty, with a way to show the team', async () => {
    seedRoom([aMember(1)])
    await renderInEvent(<PlayingNow />)
    expect(await screen.findByText('No one is playing')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show all 1' })).toBeTruthy()
  })
})

describe('tracking', () => {
  test('shows when the viewer was last read, and which members miss something', async () => {
    seedRoom([
      aMember(7),
      aMember(1, { tracking: 'waiting', notes: [aNote({ state: 'waiting', finding: 'not_looked_yet', message: 'Soon.' })] }),
      troubled(2),
    ])
    await renderInEvent(<TeamTracking />)
    expect((await screen.findByText('You are tracked.')).closest('p')?.textContent).toBe(
      ' You are tracked. Character read 3 min ago. Public tabs read 1 min ago.',
    )
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Player 2The connection has expired. Log in again.',
    ])
    // Only leads can remind.
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('shows the viewer’s own tasks first, and the organisers’ tasks separately', async () => {
    const notes = [aNote({ source: 'guild_tabs', finding: 'not_fetched', message: 'Not fetched.', advice: 'Start it.' })]
    seedRoom([troubled(7), aMember(1)], { notes })
    await renderInEvent(<TeamTracking />)
    expect(await screen.findByText('Your points are not all tracked.')).toBeTruthy()
    expect(screen.getByText('Log in again.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See your tracking' }).getAttribute('href')).toBe('/tracking')
    expect(screen.getByText('Guild tabs: Not fetched.')).toBeTruthy()
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('leads confirm the game accounts that members have stated, and no other member sees them', async () => {
    const stated = (user_id: number, is_confirmed: boolean) =>
      aMember(user_id, { stated_account: { name: `Acc${user_id}#1042`, is_confirmed } })
    seedRoom([stated(7, false), stated(2, false), stated(3, true)])
    const { unmount } = await renderInEvent(<TeamTracking />)
    expect(await screen.findByText('You are tracked.')).toBeTruthy()
    expect(screen.queryByText('Game accounts to confirm')).toBeNull()
    unmount()
    becomeLead()
    await renderInEvent(<TeamTracking />)
    const list = within(await screen.findByRole('region', { name: 'Game accounts to confirm' }))
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Player 2 Acc2#1042Confirm'])
    const sent = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (_, { body } = {}) => new Response(typeof body === 'string' ? body : '{}', { status: 200 }))
    const toasts: ToastText[] = []
    const leave = takeToasts((toast) => toasts.push(toast))
    await act(async () => void fireEvent.click(list.getByRole('button', { name: 'Confirm the game account of Player 2' })))
    await vi.waitFor(() => expect(toasts.at(-1)?.title).toBe('Acc2#1042 is confirmed as the account of Player 2'))
    await act(async () => toasts[0]?.action?.run())
    await vi.waitFor(() => expect(toasts.at(-1)?.title).toBe('Acc2#1042 is no longer confirmed as the account of Player 2'))
    const bodies = sent.mock.calls.flatMap(([, init]) =>
      typeof init?.body === 'string' ? [JSON.parse(init.body) as unknown] : [],
    )
    expect(bodies).toEqual([true, false].map((is_confirmed) => ({ name: 'Acc2#1042', is_confirmed })))
    leave()
    sent.mockRestore()
  })

  test('is a warning at the top of the page if something is missing, and absent otherwise', async () => {
    seedRoom([troubled(7)])
    const { unmount } = await renderInEvent(<OwnWarning />)
    const link = await screen.findByRole('link', { name: 'Your points are not all tracked.' })
    expect(link.getAttribute('href')).toBe('/tracking')
    unmount()
    seedRoom([aMember(7), troubled(2)])
    await renderInEvent(<OwnWarning />)
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('gives a lead a chat text, for one member and for all', async () => {
    const copied: string[] = []
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } })
    const second = troubled(3)
    seedRoom([aMember(7), troubled(2), { ...second, notes: [...second.notes, aNote({ state: 'waiting', message: 'Soon.' })] }])
    becomeLead()
    await renderInEvent(<TeamTracking />)
    fireEvent.click(await screen.findByRole('button', { name: 'Copy a reminder for Player 3' }))
    fireEvent.click(screen.getByRole('button', { name: 'Copy a reminder for all' }))
    Reflect.deleteProperty(navigator, 'clipboard')
    expect(copied[0]?.split('\n')).toEqual([
      'Winter Muster: please check your tracking. Until it works, your points are delayed.',
      'Player 3: The connection has expired. Log in again.',
      expect.stringMatching(/^How you are tracked: http.*\/tracking$/),
    ])
    expect(copied[1]?.split('\n')).toHaveLength(4)
  })
})

/** The request in words. */
function Asked() {
  const request = useReceiptRequest()
  return <p role="status">{request ? `${request.objective_id} of ${request.team_id}` : ''}</p>
}

describe('nearly completed objectives', () => {
  const parts = [41, 42, 43].map((id) => anObjective({ id, parent_id: 40, required_number: 1, name: `Card ${id}` }))
  const tree = aTree(
    anObjective({ id: 20, parent_id: 2 }),
    anObjective({ id: 21, parent_id: 2, objective_type: 'SUBMISSION' }),
    anObjective({ id: 22, parent_id: 2 }),
    aCategory({ id: 40, parent_id: 2, name: 'The cards', children: parts }),
  )
  const of = (number: number, finished = false) => new Map([[1, aScore({ number, finished })]])

  test('are listed with the missing parts by name, and link to the receipt', async () => {
    const scores = new Map([
      [20, of(9)],
      [21, of(9)],
      [22, of(2)],
      [41, of(1, true)],
      [43, of(1, true)],
    ])
    seedEvent({ own_team_id: 1, tree, scores })
    await renderInEvent(
      <>
        <NearlyThere />
        <Asked />
      </>,
    )
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Objective 20+309 of 10, 1 more ',
      'The cards+302 of 3, 1 more Missing: Card 42',
    ])
    fireEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: 'Why: The cards' }))
    expect(screen.getByRole('status').textContent).toBe('40 of 1')
  })

  test('show a note if there are none', async () => {
    seedEvent({ own_team_id: 1, tree })
    await renderInEvent(<NearlyThere />)
    expect(await screen.findByText('Nothing is nearly complete')).toBeTruthy()
  })
})

describe('the pages of the team', () => {
  const names = async () => (await screen.findAllByRole('link')).map((link) => link.textContent)

  test('are the pages that a member may open, and the plan for a lead', async () => {
    const { unmount } = await renderInEvent(<RoomNav />)
    const ofMember = await names()
    expect(ofMember).toContain('Guild log')
    expect(ofMember).not.toContain('Plan')
    unmount()
    becomeLead()
    await renderInEvent(<RoomNav />)
    expect(await names()).toEqual(['Room', 'Plan', ...ofMember.slice(1)])
  })

  test('leave out the guild if the game does not show it', async () => {
    seedEvent({ own_team_id: 1, events: [{ ...anEvent, game_version: 'poe2' }] })
    becomeLead()
    await renderInEvent(<RoomNav />)
    expect(await names()).toEqual(['Room', 'Plan', 'Wishes'])
  })
})

describe('a viewer without a team', () => {
  const open = { ...anEvent, application_end_time: new Date(now_ms + 60_000).toISOString() }
  const soon = { ...anEvent, event_start_time: new Date(now_ms + 60_000).toISOString() }
  const applied = () =>
    queryClient.setQueryData(
      readStatus('current').queryKey,
      (status) => status && { ...status, application_status: 'applied' as const },
    )

  test.each([
    ['can sign up while signups are open', open, false, /Signups are open/, 'Sign up on the home page', '/'],
    ['waits for the sort after signing up', soon, true, /You have signed up/, 'See your signup', '/'],
    ['can follow the scores of a started event', anEvent, true, /Signups are closed/, 'See the scores', '/scores/ladder'],
  ])('%s', async (_, event, hasSignedUp, text, link, address) => {
    seedEvent({ own_team_id: null, events: [event] })
    if (hasSignedUp) applied()
    await renderInEvent(<WithoutTeam event={event} />)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(address)
  })
})
