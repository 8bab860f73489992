import type { Submission } from '@muster/contract/submissions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../api/calls/queries.ts'
import { readSubmissions } from '../../api/people/submissions.ts'
import { storeToken } from '../../lib/browser/session.ts'
import { hold_ms } from '../../lib/use-pointer-hold.ts'
import { anObjective, aToken, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { aSubmission as aWaiting, at } from '../../test-submission.ts'
import type { SubmissionSearch } from './submission-search.ts'
import { SubmissionsPage } from './submissions-page.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const aSubmission = (id: number, team_id: number, fields: object = {}) =>
  aWaiting({ id, team_id, user_id: 10 * team_id, proof: `https://clips.example/${id}`, ...fields })

let stored: Submission[] = []
let sent: { id: number; body: { approval_status: string; base_version: number } }[] = []
/** Refuses decisions on an outdated version, as the server does. */
function serve(url: string, init: RequestInit | undefined): Response {
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
  if (url.endsWith('/history')) return answer(200, [{ id: 1, kind: 'challenged', comment: 'another character', author: null }])
  if ((init?.method ?? 'GET') === 'GET') return answer(200, stored)
  const id = Number(/submissions\/(\d+)/.exec(url)?.[1])
  const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as (typeof sent)[number]['body']
  sent.push({ id, body })
  const known = stored.find((each) => each.id === id)
  if (known?.version !== body.base_version) return answer(409, { error: 'Somebody was faster', code: 'changed_meanwhile' })
  const decided = { ...known, ...body, version: known.version + 1 } as unknown as Submission
  stored = stored.map((each) => (each.id === id ? decided : each))
  return answer(200, decided)
}

const show = async (all: readonly Submission[], own_team_id: number | null = null, search: SubmissionSearch = {}) => {
  stored = [...all]
  const bounty = { id: 50, parent_id: 2, name: 'Kill it', objective_type: 'SUBMISSION', required_number: 1 }
  seedEvent({ own_team_id, tree: aTree(anObjective(bounty)) })
  queryClient.setQueryData(readSubmissions('current').queryKey, [...all])
  const judge = { id: 99, display_name: 'Corla', permissions: ['submission_judge'] }
  queryClient.setQueryData(read('getUser', {}).queryKey, judge as never)
  await renderInEvent(<SubmissionsPage search={search} onSearch={() => {}} />)
  await act(async () => {})
}
const press = async (name: string | RegExp, place: HTMLElement = document.body) => {
  await act(async () => {
    fireEvent.click(within(place).getByRole('button', { name }))
  })
}

beforeEach(() => {
  sent = []
  localStorage.clear()
  fetched.mockReset()
  fetched.mockImplementation((url, init) => Promise.resolve(serve(String(url instanceof Request ? url.url : url), init)))
})
afterEach(() => localStorage.clear())

test('refused submissions of a batch can be decided again, in their current version', async () => {
  await show([aSubmission(1, 1), aSubmission(2, 2)])
  // The player changed the second one after the page was loaded.
  stored = stored.map((each) => (each.id === 2 ? { ...each, version: 4, proof: 'https://clips.example/better' } : each))
  await press('Select all waiting')
  await press('Approve 2')
  const dialog = await screen.findByRole('dialog')
  await press('Approve 2', dialog)
  expect(await within(dialog).findByText('Somebody was faster')).toBeTruthy()
  expect(await within(dialog).findByRole('link', { name: /better/ })).toBeTruthy()
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
  const submit = within(dialog).getAllByRole('button', { name: 'Approve' }).at(-1)
  await act(async () => {
    fireEvent.click(submit as HTMLElement)
  })
  expect(sent.map(({ id, body }) => [id, body.base_version])).toEqual([
    [1, 3],
    [2, 3],
    [2, 4],
  ])
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
})

test('entries stand still under a moving pointer, so that a judge does not decide another one by mistake', async () => {
  await show([aSubmission(1, 1), aSubmission(2, 2)], null, { status: 'PENDING' })
  const listed = () => screen.getAllByRole('listitem').map((entry) => /clips.example\/(\d)/.exec(entry.innerHTML)?.[1])
  fireEvent.pointerMove(screen.getByRole('list'))
  stored = [...stored, aSubmission(3, 2)]
  await act(() => queryClient.invalidateQueries({ queryKey: readSubmissions('current').queryKey }))
  expect(listed()).toEqual(['2', '1'])
  const [first] = screen.getAllByRole('listitem')
  await press('Approve', first)
  await vi.waitFor(() => expect(within(first as HTMLElement).queryByRole('button', { name: 'Approve' })).toBeNull())
  expect(listed()).toEqual(['2', '1'])
  await vi.waitFor(() => expect(listed()).toEqual(['3', '1']), { timeout: 2 * hold_ms })
  expect(sent.map(({ id }) => id)).toEqual([2])
})

test('a judge cannot decide for their own team, and a decided entry only offers to change the decision', async () => {
  await show([aSubmission(1, 1), aSubmission(2, 2, { approval_status: 'APPROVED', reviewed_at: at(-5) })], 1)
  const [own, decided] = screen.getAllByRole('listitem').toReversed()
  expect(within(own as HTMLElement).getByText('Your own team: another judge decides.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(within(decided as HTMLElement).getByRole('button', { name: 'Change decision' })).toBeTruthy()
})

test('a player sees which judge asks for more, and the submission does not wait for a judge', async () => {
  const question = { review_comment: 'Please add a clip.', reviewer_id: 10, reviewed_at: at(-5) }
  await show([aSubmission(1, 1), aSubmission(2, 2, question)])
  expect(screen.getByText('Please add a clip.').closest('li')?.textContent).toMatch(
    /More neededPlayer 1 asks:Please add a clip\./,
  )
  await press('Select all waiting')
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('a reported item shows its name, which is searched, and whether it counts; a repeated item is not selected', async () => {
  const item = { item_name: 'Gale Loop, Ruby Ring', counts_as: 'reported' }
  await show([aSubmission(1, 1), aSubmission(2, 2, item), aSubmission(3, 2, { ...item, same_item_as: 2 })], null, { q: 'ruby' })
  const [newer, older] = screen.getAllByRole('listitem')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(older?.textContent).toContain('Gale Loop, Ruby Ring')
  expect(older?.textContent).toContain('Counts on the player’s word')
  expect(older?.textContent).not.toContain('Waiting')
  await press('Select all waiting')
  const isSelected = (entry: HTMLElement | undefined) =>
    within(entry as HTMLElement).getByRole<HTMLInputElement>('checkbox').checked
  expect([newer, older].map(isSelected)).toEqual([false, true])
})

test('a rival can challenge what counts, once at a time; a second look is a note for judges', async () => {
  const counting = { approval_status: 'APPROVED', counts_as: 'confirmed', reviewed_at: at(-30) }
  const again = { ...counting, recheck: 'challenge', recheck_at: at(-5) }
  await show([aSubmission(1, 2, counting), aSubmission(2, 2, again), aSubmission(3, 2), aSubmission(4, 1, counting)], 1)
  expect(screen.getAllByRole('button', { name: 'Challenge' })).toHaveLength(1)
  expect(screen.getByText('Challenged, counts until judges decide')).toBeTruthy()
  await press('Challenge')
  const dialog = await screen.findByRole('dialog', { name: 'Challenge “Kill it”' })
  expect(dialog.textContent).toContain('It counts until then. You have 5 challenges in an event, one for each submission.')
  expect(dialog.textContent).toContain('Judges see your name with it, the player only the reason.')
  await act(async () => void fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'not her' } }))
  await press('Challenge', dialog)
  expect(sent).toEqual([{ id: 1, body: { reason: 'not her' } }])
})

test('the player of a challenged submission sees the reason and cannot delete it; judges do not decide it together with others', async () => {
  storeToken(aToken(10))
  const again = { recheck: 'challenge', recheck_at: at(-5), reviewed_at: at(-30) }
  await show([
    aSubmission(1, 1, { ...again, submitted_at: at(-10) }),
    aSubmission(2, 1),
    aSubmission(3, 2, { ...again, approval_status: 'APPROVED', counts_as: 'confirmed' }),
  ])
  expect((await screen.findByText(/A rival objects:/)).textContent).toBe('A rival objects: another character')
  expect(screen.getByText('Challenged, does not count now')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1)
  expect(screen.getAllByRole('checkbox', { name: /^Select/ })).toHaveLength(1)
})
