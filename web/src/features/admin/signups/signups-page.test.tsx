import type { Event } from '@muster/contract/events'
import type { SignupQuestion } from '@muster/contract/signup-questions'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { SignupsPage } from './signups-page.tsx'

const question: SignupQuestion = { id: 1, text: 'Why?', kind: 'text', choices: [], is_required: false, shown_to: 'organisers' }
const input = eventInput('current')
const aSignup = (id: number, answer: string) => ({
  user: { id, display_name: `Player ${id}`, account_name: null, discord_name: null },
  application_status: 'applied',
  timestamp: '2026-11-01T12:00:00Z',
  expected_playtime: 4,
  queue_place: null,
  partner: null,
  partner_id: null,
  team_id: null,
  answers: answer === '' ? [] : [{ question_id: 1, answer }],
})
const askQuestions = (questions: SignupQuestion[]) =>
  queryClient.setQueryData(read('getSignupQuestions', input).queryKey, { version: 1, questions })
const listed = () => screen.getAllByRole('row').flatMap(({ textContent }) => /Player \d/.exec(textContent)?.[0] ?? [])

test('answers to a question are a column, and can be searched as long as the question exists', async () => {
  seedEvent({})
  askQuestions([question])
  const signups = [aSignup(1, 'For fun'), aSignup(2, 'To win'), aSignup(3, '')]
  queryClient.setQueryData(read('getEventSignups', { ...input, query: { with: 'history' } }).queryKey, signups as never)
  await renderInEvent(<SignupsPage event={anEvent as Event} search={{}} onSearch={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Answer to'), { target: { value: '1' } })
  expect(screen.getByRole('columnheader', { name: 'Why?' })).toBeTruthy()
  expect(screen.getByText('no answer')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Find in the answers'), { target: { value: 'WIN' } })
  expect(listed()).toEqual(['Player 2'])
  act(() => void askQuestions([]))
  await vi.waitFor(() => expect(listed()).toEqual(['Player 1', 'Player 2', 'Player 3']))
})

test('a stated game account is marked until it is confirmed, and can be searched', async () => {
  seedEvent({})
  askQuestions([])
  const stated = (id: number, is_confirmed: boolean) => {
    const { user, ...signup } = aSignup(id, '')
    return { ...signup, user: { ...user, stated_account: { name: `Acc${id}#1042`, is_confirmed } } }
  }
  const { queryKey } = read('getEventSignups', { ...input, query: { with: 'history' } })
  queryClient.setQueryData(queryKey, [stated(1, false), stated(2, true), aSignup(3, '')] as never)
  await renderInEvent(<SignupsPage event={anEvent as Event} search={{}} onSearch={() => undefined} />)
  const people = screen.getAllByRole('row').slice(1)
  expect(people.map((row) => row.querySelector('.queue-person')?.textContent)).toEqual([
    'Player 1 Acc1#1042not confirmed',
    'Player 2 Acc2#1042confirmed',
    'Player 3 ',
  ])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'acc2' } })
  expect(listed()).toEqual(['Player 2'])
})
