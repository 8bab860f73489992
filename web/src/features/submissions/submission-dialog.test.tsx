import type { Submission } from '@muster/contract/submissions'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/calls/queries.ts'
import { readSubmissions } from '../../api/people/submissions.ts'
import { changePreferences } from '../../lib/browser/preferences.ts'
import { anEvent, anObjective, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { SubmissionDialog } from './submission-dialog.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const bodyOf = (call: number): unknown => {
  const body = fetched.mock.calls[call]?.[1]?.body
  return JSON.parse(typeof body === 'string' ? body : 'null')
}
const submission = (fields: Partial<Record<keyof Submission, unknown>> = {}) =>
  ({
    id: 7,
    objective_id: 50,
    team_id: 1,
    user_id: 10,
    timestamp: '2026-11-21T09:30:00.000Z',
    number: 3,
    proof: 'https://example.org/a',
    comment: '',
    submitted_at: '2026-11-21T09:31:00.000Z',
    approval_status: 'PENDING',
    review_comment: null,
    reviewer_id: null,
    reviewed_at: null,
    ...fields,
  }) as unknown as Submission

const bounty = { id: 50, parent_id: 2, name: 'Kill it', objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' }
const seed = (own_team_id: number | null, aggregation: string, held: readonly Submission[] = []) => {
  seedEvent({ own_team_id, tree: aTree(anObjective({ ...bounty, aggregation, required_number: 1 })) })
  queryClient.setQueryData(readSubmissions('current').queryKey, [...held])
}
const show = (given?: Submission) => renderInEvent(<SubmissionDialog request={{ objective_id: 50, submission: given }} />)
const press = async (name: string) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => {
  fetched.mockReset()
  changePreferences({ timeZone: 'UTC' })
})
afterEach(() => vi.clearAllMocks())

describe('the dialog of a submission', () => {
  test('starts with the current time, asks for no value in a race, and sends the input', async () => {
    seed(1, 'EARLIEST')
    await show()
    expect(screen.getByRole('dialog', { name: 'Submission for “Kill it”' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('When it happened').value).toMatch(/^2026-11-21T12:00/)
    expect(screen.queryByLabelText('Value')).toBeNull()
    fill('When it happened', '2026-11-21T11:00:05')
    fill('Proof', ' https://example.org/video ')
    fetched.mockResolvedValue(answer(201, submission()))
    await press('Submit')
    expect(bodyOf(0)).toEqual({
      objective_id: 50,
      timestamp: '2026-11-21T11:00:05.000Z',
      number: 1,
      proof: 'https://example.org/video',
      comment: '',
    })
  })

  test('keeps every input when the server refuses, and shows the error beside the field', async () => {
    seed(1, 'MAXIMUM')
    await show()
    fill('Value', '83')
    fill('Proof', 'see chat')
    const problems = [{ field: 'timestamp', problem: 'is already used by another of your submissions for this objective' }]
    fetched.mockResolvedValue(answer(400, { error: 'The request is not valid', code: 'invalid_request', problems }))
    await press('Submit')
    expect(screen.getByText('This is already used by another of your submissions for this objective.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Proof').value).toBe('see chat')
    expect(bodyOf(0)).toMatchObject({ number: 83 })
  })

  test.each([
    ['2026-11-21T12:30:00', 'This is in the future.'],
    ['2026-11-19T12:00:00', 'This is outside the event.'],
    ['', 'Enter when it happened.'],
  ])('does not send the time %j', async (time, sentence) => {
    seed(1, 'EARLIEST')
    await show()
    fill('When it happened', time)
    await press('Submit')
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  })

  test('changes the player’s own entry, and says that an approved one is reviewed again', async () => {
    const given = submission({ approval_status: 'APPROVED' })
    seed(1, 'MAXIMUM', [given])
    await show(given)
    expect(screen.getByText(/does not count until a judge/)).toBeTruthy()
    fill('Value', '4')
    fetched.mockResolvedValue(answer(201, submission()))
    await press('Save changes')
    expect(bodyOf(0)).toMatchObject({ id: 7, number: 4, timestamp: '2026-11-21T09:30:00.000Z' })
  })

  test('warns a team with a waiting submission, and refuses a viewer without a team', async () => {
    seed(1, 'EARLIEST', [submission()])
    const { unmount } = await show()
    expect(screen.getByText(/waiting for a judge/)).toBeTruthy()
    unmount()
    seed(null, 'EARLIEST')
    await show()
    expect(screen.getByText('Only team members can submit.')).toBeTruthy()
  })

  test('of a reported item changes only proof and comment, because its text says the rest', async () => {
    const given = submission({ item_name: 'Tulfall, Tornado Wand' })
    seed(1, 'MAXIMUM', [given])
    await show(given)
    expect(screen.queryByLabelText('Value')).toBeNull()
    expect(screen.queryByLabelText('When it happened')).toBeNull()
    fill('Proof', 'https://example.org/longer')
    fetched.mockResolvedValue(answer(201, given))
    await press('Save changes')
    expect(bodyOf(0)).toMatchObject({ id: 7, proof: 'https://example.org/longer' })
  })

  test('names the number of a player’s objective, and needs the proof that the event asks for', async () => {
    const level = { ...bounty, objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', aggregation: 'MAXIMUM' }
    const asking = { ...anEvent, report_proof: 'required' } as typeof anEvent
    seedEvent({ events: [asking], own_team_id: 1, tree: aTree(anObjective(level)) })
    queryClient.setQueryData(readSubmissions('current').queryKey, [])
    await show()
    fill('Level', '92')
    expect(screen.getByText('Add a screenshot or a link to a clip.')).toBeTruthy()
    expect(isOff('Submit')).toBe(true)
    fill('Proof (required)', 'https://example.org/level')
    fetched.mockResolvedValue(answer(201, submission({ counts_as: 'reported' })))
    await press('Submit')
    expect(bodyOf(0)).toMatchObject({ objective_id: 50, number: 92, proof: 'https://example.org/level' })
  })

  const link = 'https://example.org/a'
  const picture = `/api/events/${anEvent.id}/proof-pictures/17`
  test.each([
    ['screenshot', link, 'Add a screenshot.'],
    ['screenshot', `late\n${picture}`, null],
    ['clip', `late\n${picture}`, 'Add a link to a clip, beginning with https://.'],
    ['clip', `${link}\n${picture}`, null],
    ['optional', '', null],
  ] as const)('where a %s is needed, with the proof %j: %j', async (report_proof, proof, reason) => {
    const given = submission({ proof, review_comment: 'Please show it.', reviewer_id: 9 })
    seedEvent({ own_team_id: 1, tree: aTree(anObjective({ ...bounty, report_proof })) })
    queryClient.setQueryData(readSubmissions('current').queryKey, [given])
    await show(given)
    expect(isOff('Save changes')).toBe(reason !== null)
    expect(screen.queryByText(/^Add a (link|screenshot).*\.$/)?.textContent ?? null).toBe(reason)
  })
})
