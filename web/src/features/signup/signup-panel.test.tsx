import type { Event, EventStatus } from '@muster/contract/events'
import type { SignupQuestion } from '@muster/contract/signup-questions'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readStatus } from '../../api/scores/event.ts'
import { queryClient, read } from '../../api/calls/queries.ts'
import { readSignup } from '../../api/people/signup.ts'
import { storeToken } from '../../lib/browser/session.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { SignupPanel } from './signup-panel.tsx'

const event = {
  id: 9,
  game_version: 'poe1',
  name: 'Spring Muster (PL777)',
  is_current: false,
  max_size: 10,
  waitlist_size: 2,
  application_start_time: '2026-11-01T00:00:00Z',
  application_end_time: '2026-11-25T00:00:00Z',
  event_start_time: '2026-12-01T00:00:00Z',
  event_end_time: '2026-12-04T00:00:00Z',
  teams: [],
} as unknown as Event
const noSignup = {
  team_id: null,
  is_team_lead: false,
  application_status: 'none',
  number_of_signups: 4,
  number_of_signups_before: 0,
  partner: null,
} as const
const aSignup = {
  expected_playtime: 6,
  partner_account_name: 'Pelagia#1234',
  needs_help: false,
  wants_to_help: true,
  extra: '{"guild_owner":true,"note":"x"}',
  actual_playtime: 0,
  answers: [{ question_id: 2, answer: 'EU' }],
}
const questions: SignupQuestion[] = [
  { id: 1, text: 'Your goal', kind: 'text', choices: [], is_required: true, shown_to: 'organisers' },
  { id: 2, text: 'Where do you live?', kind: 'choice', choices: ['EU', 'US'], is_required: false, shown_to: 'leads' },
  { id: 3, text: 'Hours on Saturday', kind: 'number', choices: [], is_required: false, shown_to: 'everyone' },
]
const fetched = vi.spyOn(globalThis, 'fetch')
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const bodyOf = (call: number): unknown => {
  const body = fetched.mock.calls[call]?.[1]?.body
  return JSON.parse(typeof body === 'string' ? body : 'null')
}
const token = `x.${btoa(JSON.stringify({ user_id: 7, permissions: [], exp: 4102444800 }))}.x`

async function show(
  status: object,
  signup: unknown,
  isLoggedIn = true,
  of: Event = event,
  asked: SignupQuestion[] = [],
  self: object = {},
) {
  seedEvent({})
  storeToken(isLoggedIn ? token : null)
  queryClient.setQueryData(readStatus(9).queryKey, { ...noSignup, ...status } as unknown as EventStatus)
  queryClient.setQueryData(read('getUser', {}).queryKey, {
    id: 7,
    discord_id: null,
    account_name: null,
    stated_account: null,
    ...self,
  } as never)
  queryClient.setQueryData(readSignup(9).queryKey, signup as never)
  queryClient.setQueryData(read('getSignupQuestions', { event_id: 9 }).queryKey, { version: 1, questions: asked })
  await renderInEvent(<SignupPanel event={of} eventKey={9} kind="page" login={<button type="button">Log in</button>} />)
}
const press = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await import('./signup-dialog.tsx')
    await import('./withdraw.tsx')
  })
}
const mine = { application_status: 'applied', number_of_signups_before: 2 }

beforeEach(() => {
  fetched.mockReset()
})

test('the form in which a player was typing when the login ended opens again after the next one', async () => {
  sessionStorage.setItem('reopen', JSON.stringify({ at: Date.now(), places: [{ user_id: 7, form: 'signup', id: '9' }] }))
  await show({}, null)
  await act(async () => void (await import('./signup-dialog.tsx')))
  await vi.waitFor(() => screen.getByRole('dialog'))
})

describe('the panel of an event with open signups', () => {
  test('offers a login to visitors', async () => {
    await show({}, undefined, false)
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
    expect(screen.getByText('4 of 10 places taken')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull()
  })

  test("shows the viewer's place, and what the partner still has to do", async () => {
    await show(mine, aSignup)
    expect(screen.getByText('You are signed up: place 3 of 10.')).toBeTruthy()
    expect(screen.getByText(/has not named you yet/).textContent).toContain('Pelagia#1234')
  })

  test('counts places on the waitlist from its beginning', async () => {
    await show({ application_status: 'waitlisted', number_of_signups: 12, number_of_signups_before: 11 }, aSignup)
    expect(screen.getByText('Waitlist position: 2')).toBeTruthy()
    expect(screen.getByText('Waitlist: 2 of 2')).toBeTruthy()
  })

  test('requires that the rules are read, and sends every field', async () => {
    await show({}, null)
    await press('Sign up')
    fireEvent.change(screen.getByLabelText('Hours per day'), { target: { value: '9' } })
    fireEvent.change(screen.getByLabelText('Partner’s game account'), { target: { value: ' Pelagia#1234 ' } })
    fireEvent.click(screen.getByLabelText('I am new and want help'))
    fireEvent.click(screen.getByLabelText(/I own a guild/))
    await press('Sign up')
    expect(screen.getByText('Read the rules and confirm.')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
    fireEvent.click(screen.getByLabelText(/I have read/))
    fetched.mockResolvedValue(answer(404, { error: 'Could not find partner account', code: 'partner_not_found' }))
    await press('Sign up')
    expect(bodyOf(0)).toEqual({
      expected_playtime: 9,
      // The browser's.
      utc_offset_hours: Math.round(-new Date().getTimezoneOffset() / 60) + 0,
      partner_account_name: 'Pelagia#1234',
      needs_help: true,
      wants_to_help: false,
      extra: '{"guild_owner":true}',
      answers: [],
    })
    // Refused: the reason is beside its field, and nothing is lost.
    expect(screen.getByText('Could not find partner account')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Hours per day').value).toBe('9')
  })

  test('asks players without a connected game account which one is theirs', async () => {
    await show({}, null)
    await press('Sign up')
    const field = () => screen.getByLabelText('Your account in the game')
    fireEvent.change(field(), { target: { value: 'Ada' } })
    fireEvent.click(screen.getByLabelText(/I have read/))
    await press('Sign up')
    expect(screen.getByText('Enter the whole name with its number, such as Name#1234.')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
    fireEvent.change(field(), { target: { value: ' Ada#1042 ' } })
    const problems = [{ field: 'stated_account_name', problem: 'is already the game account of another player in this event' }]
    fetched.mockResolvedValue(answer(400, { error: 'The request is not valid', code: 'invalid_request', problems }))
    await press('Sign up')
    expect(bodyOf(0)).toMatchObject({ stated_account_name: 'Ada#1042' })
    expect(screen.getByText(/is already the game account of another player/)).toBeTruthy()
  })

  test('asks no player with a connected game account for it', async () => {
    await show({}, null, true, event, [], { account_name: 'Ada#1042' })
    await press('Sign up')
    expect(screen.queryByLabelText('Your account in the game')).toBeNull()
  })

  test('has no question about guilds if the game has no guild tabs', async () => {
    await show({}, null, true, { ...event, game_version: 'poe2' })
    await press('Sign up')
    expect(screen.getByLabelText(/I have read/)).toBeTruthy()
    expect(screen.queryByLabelText(/I own a guild/)).toBeNull()
  })

  test('asks the organisers’ questions, says who sees each answer, and checks it', async () => {
    await show({}, null, true, event, questions)
    await press('Sign up')
    fireEvent.click(screen.getByLabelText(/I have read/))
    expect(screen.getByText('Visible to organisers and the leads of your team.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Hours on Saturday (optional)'), { target: { value: 'many' } })
    await press('Sign up')
    expect(screen.getByText('Answer this question.')).toBeTruthy()
    expect(screen.getByText('Write a number, for example 12 or 7.5.')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText('Your goal'), { target: { value: ' =win ' } })
    fireEvent.change(screen.getByLabelText('Hours on Saturday (optional)'), { target: { value: '7.5' } })
    fetched.mockResolvedValue(
      answer(400, { error: 'x', code: 'invalid_request', problems: [{ field: 'answers.3', problem: 'must be a number' }] }),
    )
    await press('Sign up')
    expect(bodyOf(0)).toMatchObject({
      answers: [
        { question_id: 1, answer: '=win' },
        { question_id: 3, answer: '7.5' },
      ],
    })
    // The refusal of one answer is beside it.
    expect(screen.getByLabelText('Hours on Saturday (optional)').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Your goal').getAttribute('aria-invalid')).toBeNull()
  })

  test('an edit begins with the earlier answers to questions', async () => {
    await show(mine, aSignup, true, event, questions)
    await press('Edit signup')
    const region = screen.getByLabelText<HTMLSelectElement>('Where do you live? (optional)')
    expect(region.value).toBe('EU')
    fireEvent.change(region, { target: { value: '' } })
    fireEvent.change(screen.getByLabelText('Your goal'), { target: { value: 'Learn' } })
    fetched.mockResolvedValue(answer(201, aSignup))
    await press('Save changes')
    expect(bodyOf(0)).toMatchObject({ answers: [{ question_id: 1, answer: 'Learn' }] })
  })

  test('an edit begins with the earlier answers, and keeps entries of other clients', async () => {
    await show(mine, aSignup)
    await press('Edit signup')
    expect(screen.getByLabelText<HTMLInputElement>('I am experienced and want to help others').checked).toBe(true)
    fireEvent.click(screen.getByLabelText(/I own a guild/))
    fetched.mockResolvedValue(answer(201, aSignup))
    await press('Save changes')
    expect(bodyOf(0)).toMatchObject({ expected_playtime: 6, partner_account_name: 'Pelagia#1234', extra: '{"note":"x"}' })
  })

  test('withdrawing names the lost place and the place of a new signup', async () => {
    await show(mine, aSignup)
    await press('Withdraw')
    const dialog = screen.getByRole('dialog', { name: 'Withdraw from Spring Muster?' })
    expect(dialog.textContent).toContain('You give up place 3 of 10.')
    expect(dialog.textContent).toContain('place 4')
    fetched.mockResolvedValue(answer(200, {}))
    await press('Withdraw and give up my place')
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/events/9/signups/7')
    expect(fetched.mock.calls[0]?.[1]?.method).toBe('DELETE')
  })
})
