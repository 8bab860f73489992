import type { SignupQuestion } from '@muster/contract/signup-questions'
import type { SortPerson, TeamSort } from '@muster/contract/team-sort'
import { buildSortInput } from '@muster/domain/teams/build-input'
import { sortTeams, sortVersion } from '@muster/domain/teams/sort'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SortMessage, SortOrder } from '../../../api/teams/sort-worker.ts'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { followPerson } from '../../../api/people/person.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { aToken, anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { Toasts } from '../../../ui/overlays/toasts.tsx'
import { TeamSortPage } from './team-sort-page.tsx'
import { aDraft, aPerson } from './test-people.ts'

/** Replaces the worker in the same thread. */
class SameThread extends EventTarget {
  postMessage(order: SortOrder) {
    const proposals = order.map(({ input, seed }) => sortTeams(input, seed))
    queueMicrotask(() => this.dispatchEvent(new MessageEvent<SortMessage>('message', { data: { proposals } })))
  }
  terminate() {}
}

const fetched = vi.spyOn(globalThis, 'fetch')
let stored: TeamSort
let sent: { method: string; path: string; body: Record<string, unknown> }[] = []
/** Refusals of the next writes. */
let refusals: number[] = []
const answer = (status: number, body?: unknown) => new Response(body === undefined ? null : JSON.stringify(body), { status })

function serve(url: string, init: RequestInit | undefined): Response {
  const path = new URL(url, 'http://muster.test').pathname
  const method = init?.method ?? 'GET'
  if (path.endsWith('/signup-questions')) return answer(200, { version: 0, questions: [] })
  if (method === 'GET') return answer(200, path.endsWith('/team-sort') ? stored : [])
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
  sent.push({ method, path, body })
  const status = refusals.shift()
  if (status) return answer(status, { error: 'Someone was faster', code: 'changed_meanwhile' })
  if (path.endsWith('/draft')) {
    if (body['version'] !== stored.stored.version) return answer(409, { error: 'Someone was faster', code: 'changed_meanwhile' })
    stored = { ...stored, stored: { version: stored.stored.version + 1, draft: body['draft'] as never } }
    return answer(200, stored.stored)
  }
  return answer(method === 'DELETE' ? 204 : 201, method === 'DELETE' ? undefined : {})
}

const open = async () => {
  const view = await renderInEvent(
    <>
      <TeamSortPage />
      <Toasts label="Messages" closeLabel="Close" />
    </>,
  )
  await act(async () => {})
  return view
}
const show = async (
  people: readonly SortPerson[],
  more: Partial<TeamSort> = {},
  questions: SignupQuestion[] = [],
  event: object = {},
) => {
  stored = { fingerprint: 'a', people: [...people], stored: { version: 0, draft: null }, last: null, ...more }
  seedEvent({ events: [{ ...anEvent, ...event }] })
  queryClient.setQueryData(read('getTeamSort', eventInput('current')).queryKey, stored)
  queryClient.setQueryData(read('getSignupQuestions', eventInput('current')).queryKey, { version: 1, questions })
  return open()
}
const click = async (name: string | RegExp, place: HTMLElement) => {
  await act(async () => {
    fireEvent.click(within(place).getByRole('button', { name }))
  })
}
const press = (name: string | RegExp) => click(name, document.body)
/** Waits until the draft has been saved. */
const wait = () => act(() => vi.advanceTimersByTimeAsync(1000))
const proposals = () => screen.getAllByRole('article')
const drafts = () => sent.filter(({ path }) => path.endsWith('/draft'))
const crowd = Array.from({ length: 6 }, (_, n) =>
  aPerson(n, {}, { expected_hours: 2 + n, needs_help: n < 3, wants_to_help: n === 5 }),
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Worker', SameThread)
  sent = []
  refusals = []
  fetched.mockReset()
  fetched.mockImplementation((url, init) => Promise.resolve(serve(String(url instanceof Request ? url.url : url), init)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('proposals', () => {
  test('are three from one seed: one by the stated aims, and two with another priority', async () => {
    await show(crowd, { stored: { version: 1, draft: aDraft(crowd) } })
    await press('Suggest teams')
    expect(proposals().map((one) => within(one).getByRole('heading').textContent)).toEqual([
      expect.stringContaining('Your aims'),
      expect.stringContaining('Helpers first'),
      expect.stringContaining('Hours first'),
    ])
    expect(within(proposals()[0] as HTMLElement).getByText('Shown below')).toBeTruthy()
    await press('Show proposal B below')
    await wait()
    expect(drafts().at(-1)?.body).toMatchObject({ draft: { made: { seed: 7, wishes: { aims: { help: 5 } } } } })
    expect(within(proposals()[1] as HTMLElement).getByText('Shown below')).toBeTruthy()
  })

  test('say when a rule has changed since, and disappear when the people change', async () => {
    await show(crowd)
    await press('Suggest teams')
    const stale = /Made before your latest changes/
    expect(screen.queryByText(stale)).toBeNull()
    fireEvent.change(screen.getByLabelText('At most, Lanterns'), { target: { value: '3' } })
    expect(screen.getByText(stale)).toBeTruthy()
    await act(async () => {
      queryClient.setQueryData(read('getTeamSort', eventInput('current')).queryKey, { ...stored, fingerprint: 'b' })
    })
    await wait()
    expect(screen.queryAllByRole('article')).toEqual([])
  })

  test('keep manual moves', async () => {
    await show(crowd)
    const team = () => screen.getByLabelText<HTMLSelectElement>('Team of Player 4')
    fireEvent.change(team(), { target: { value: '3' } })
    await press('Suggest teams')
    for (const letter of ['B', 'C', 'A']) {
      await press(`Show proposal ${letter} below`)
      expect(team().value).toBe('3')
    }
  })
})

test('an invalid size changes nothing', async () => {
  await show(crowd)
  const size = screen.getByLabelText<HTMLInputElement>('At least, Lanterns')
  fireEvent.change(size, { target: { value: '4' } })
  fireEvent.change(size, { target: { value: '4x' } })
  expect(size.value).toBe('4')
  fireEvent.change(size, { target: { value: '' } })
  expect(size.value).toBe('')
})

test('an organiser who leaves the page and returns continues with their last change', async () => {
  const view = await show(crowd)
  const seed = () => screen.getByLabelText<HTMLInputElement>('Seed')
  fireEvent.change(seed(), { target: { value: '55' } })
  await wait()
  fireEvent.change(seed(), { target: { value: '56' } })
  view.unmount()
  await wait()
  await open()
  expect(seed().value).toBe('56')
  fireEvent.change(seed(), { target: { value: '57' } })
  await wait()
  expect(stored.stored).toMatchObject({ version: 3, draft: { seed: 57 } })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a page that is left while it saves, and opened again before the answers, is not in conflict with itself', async () => {
  storeToken(aToken(7))
  const end = followPerson()
  const view = await show(crowd)
  const seed = () => screen.getByLabelText<HTMLInputElement>('Seed')
  const answered = Promise.withResolvers<void>()
  fetched.mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') await answered.promise
    return serve(String(url instanceof Request ? url.url : url), init)
  })
  fireEvent.change(seed(), { target: { value: '55' } })
  await wait()
  fireEvent.change(seed(), { target: { value: '56' } })
  view.unmount()
  await open()
  expect(seed().value).toBe('56')
  fireEvent.change(seed(), { target: { value: '57' } })
  await wait()
  await act(async () => answered.resolve())
  await wait()
  expect(stored.stored).toMatchObject({ draft: { seed: 57 } })
  expect(drafts().map(({ body }) => body['version'])).toEqual([0, 1, 2])
  expect(screen.queryByRole('alert')).toBeNull()
  end()
  localStorage.clear()
})

test('a change that meets an ended login stays, and is saved when the organiser has logged in again', async () => {
  storeToken(aToken(7))
  const end = followPerson()
  const view = await show(crowd)
  const seed = () => screen.getByLabelText<HTMLInputElement>('Seed')
  fetched.mockResolvedValueOnce(answer(401, { error: 'Not authenticated', code: 'not_authenticated' }))
  fireEvent.change(seed(), { target: { value: '55' } })
  await wait()
  expect(screen.getByText('Your login has ended. Your text is kept as a draft.')).toBeTruthy()
  expect(seed().value).toBe('55')
  view.unmount()
  storeToken(aToken(7))
  await open()
  expect(seed().value).toBe('55')
  await wait()
  expect(stored.stored).toMatchObject({ version: 1, draft: { seed: 55 } })
  end()
  localStorage.clear()
})

describe('two organisers at once', () => {
  test('see both changes, and nothing is overwritten before one of them chooses', async () => {
    await show(crowd, { stored: { version: 1, draft: aDraft(crowd) } })
    refusals = [409]
    fireEvent.change(screen.getByLabelText('Seed'), { target: { value: '55' } })
    stored = { ...stored, stored: { version: 2, draft: aDraft(crowd, { seed: 66 }) } }
    await wait()
    expect(drafts()).toHaveLength(1)
    const conflict = screen.getByRole('alert')
    expect(conflict.textContent).toContain('66')
    fireEvent.click(within(conflict).getByRole('radio', { name: /55/ }))
    await press('Use these values')
    await wait()
    expect(drafts().at(-1)?.body).toMatchObject({ version: 2, draft: { seed: 55 } })
  })
})

describe('submitting', () => {
  test('names the people affected, sends the seed’s result, and locks everyone afterwards', async () => {
    await show(crowd)
    await press('Suggest teams')
    await press('Review 6 changes')
    await wait()
    const dialog = screen.getByRole('dialog', { name: 'Submit these teams?' })
    expect(within(dialog).getByText('6 people get a team.')).toBeTruthy()
    fireEvent.click(within(dialog).getByText('Who changes'))
    expect(within(dialog).getAllByText(/^No team to /)).toHaveLength(6)
    const placed = new Map<number, number>()
    const original = fetched.getMockImplementation()
    fetched.mockImplementation((url, init) => {
      const done = original?.(url, init) as Promise<Response>
      if (init?.method === 'POST') {
        const { assignments } = (sent.at(-1) ?? { body: {} }).body as { assignments: { user_id: number; team_id: number }[] }
        for (const { user_id, team_id } of assignments) placed.set(user_id, team_id)
        const people = crowd.map((one) => ({ ...one, entry: { ...one.entry, present_team_id: placed.get(one.user.id) } }))
        stored = { ...stored, fingerprint: 'b', people: people as unknown as SortPerson[] }
      }
      return done
    })
    await click('Change the teams of 6 people', dialog)
    const { body } = sent.find(({ method }) => method === 'POST') ?? { body: {} }
    const team_ids = [1, 2, 3] as unknown as Parameters<typeof buildSortInput>[0]
    const { proposal } = body as {
      proposal: { seed: number; wishes: Parameters<typeof buildSortInput>[2]; placements: object[] }
    }
    const again = sortTeams(buildSortInput(team_ids, crowd, proposal.wishes), proposal.seed)
    expect(body).toMatchObject({ fingerprint: 'a', proposal: { sort_version: sortVersion } })
    expect(proposal.placements).toHaveLength(again.placements.length)
    await wait()
    const draft = drafts().at(-1)?.body['draft'] as { locks: { user_id: number; team_id: number }[]; moves: unknown[] }
    expect(draft.moves).toEqual([])
    expect(new Map(draft.locks.map((lock) => [lock.user_id, lock.team_id]))).toEqual(placed)
  })

  test('that came too late says so, keeps the draft, and loads the new list', async () => {
    await show(crowd)
    fireEvent.change(screen.getByLabelText('Team of Player 4'), { target: { value: '3' } })
    await wait()
    refusals = [409]
    await press('Review 1 change')
    await wait()
    const dialog = screen.getByRole('dialog', { name: 'Submit these teams?' })
    await click('Change the team of 1 person', dialog)
    await wait()
    expect(within(dialog).getByText(/Signups or teams changed meanwhile/)).toBeTruthy()
    stored = { ...stored, fingerprint: 'b' }
    await click('Load the new list', dialog)
    await wait()
    expect(screen.getByLabelText<HTMLSelectElement>('Team of Player 4').value).toBe('3')
  })
})

describe('a waitlisted player', () => {
  const waiting = aPerson(6, { application_status: 'waitlisted' })

  test('is counted separately, listed last and part of no proposal, until put into a team', async () => {
    await show([waiting, ...crowd])
    expect(screen.getByText(/1 on the waitlist takes part once you put them into a team/)).toBeTruthy()
    const numbers = screen.getByRole('row', { name: /^Waitlist/, hidden: true })
    expect(within(numbers).getAllByRole('cell', { hidden: true })[0]?.textContent).toBe('1')
    expect(
      screen
        .getAllByRole('row')
        .filter((row) => row.dataset['place'] !== undefined)
        .at(-1)?.textContent,
    ).toContain('Player 7')
    await press('Suggest teams')
    expect(screen.getByLabelText<HTMLSelectElement>('Team of Player 7').value).toBe('')
    fireEvent.change(screen.getByLabelText('Team of Player 7'), { target: { value: '2' } })
    await press('New proposals')
    expect(screen.getByLabelText<HTMLSelectElement>('Team of Player 7').value).toBe('2')
    expect(screen.queryByText(/on the waitlist/)).toBeNull()
  })
})

test('a selection says how many of its people the filters hide', async () => {
  await show(crowd)
  for (const name of ['Player 1', 'Player 6']) fireEvent.click(screen.getByLabelText(`Select ${name}`))
  fireEvent.change(screen.getByLabelText('Person or account'), { target: { value: 'Player 6' } })
  await wait()
  expect(screen.getByText('2 people selected')).toBeTruthy()
  expect(screen.getByText('1 of them is not shown by the filters')).toBeTruthy()
})

test('shows the answers to a question at signup as a column, and finds people by them', async () => {
  const answering = ['EU', 'US'].map((answer, at) => aPerson(at, { answers: [{ question_id: 1, answer }] }))
  const asked = { text: 'Where do you live?', kind: 'text', choices: [], is_required: false, shown_to: 'organisers' } as const
  await show([...answering, aPerson(2)], {}, [{ ...asked, id: 1, choices: [] }])
  fireEvent.change(screen.getByLabelText('Answer to'), { target: { value: '1' } })
  expect(screen.getAllByRole('row', { name: /Player/ }).map((row) => /EU|US|no answer/.exec(row.textContent)?.[0])).toEqual([
    'EU',
    'US',
    'no answer',
  ])
  fireEvent.change(screen.getByLabelText('Find in the answers'), { target: { value: 'us' } })
  expect(screen.getAllByRole('row', { name: /Player/ })).toHaveLength(1)
})

test('says until when more people can sign up', async () => {
  await show(crowd)
  expect(screen.queryByText(/Signups are open until/)).toBeNull()
  cleanup()
  await show(crowd, {}, [], { application_end_time: '2027-01-01T00:00:00Z' })
  expect(screen.getByText(/Signups are open until .*people who sign up later are in no proposal/)).toBeTruthy()
})

test('orders the proposals by broken rules, then by their distance from even teams', async () => {
  await show(crowd)
  await press('Suggest teams')
  const distances = proposals().map((card) =>
    Number(/Distance from even teams([\d,]+)/.exec(card.textContent)?.[1]?.replaceAll(',', '')),
  )
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  expect(proposals()[0]?.textContent).toContain('the best of three')
})
