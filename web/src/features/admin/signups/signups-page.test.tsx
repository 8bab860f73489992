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
