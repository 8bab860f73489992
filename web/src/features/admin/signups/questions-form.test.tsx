import type { SignupQuestion } from '@muster/contract/signup-questions'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { QuestionsForm } from './questions-form.tsx'

const region: SignupQuestion = {
  id: 1,
  text: 'Where do you live?',
  kind: 'choice',
  choices: ['EU', 'US'],
  is_required: true,
  shown_to: 'leads',
}
const answers = ['EU', 'EU', 'US'].map((answer) => ({ question_id: 1, answer }))
const fetched = vi.spyOn(globalThis, 'fetch')
const onClose = vi.fn()

beforeEach(async () => {
  localStorage.clear()
  fetched.mockReset()
  onClose.mockReset()
  seedEvent({})
  await renderInEvent(
    <QuestionsForm event_id={4} stored={{ version: 3, questions: [region] }} answers={answers} onClose={onClose} />,
  )
})
const reply = (status: number, body: unknown) => fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const bodies = () =>
  fetched.mock.calls.flatMap(([, init]) => (init?.method === 'PUT' ? [JSON.parse(init.body as string) as unknown] : []))

test('a new question is checked, and sent after the others', async () => {
  await press('Add a question')
  await press('Save questions')
  expect(screen.getByText('Write the question.')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  const second = screen.getAllByLabelText('Question')[1] as HTMLElement
  fireEvent.change(second, { target: { value: 'Why?' } })
  await press('Move question 2 up')
  reply(200, { version: 4, questions: [{ ...region, id: 2, text: 'Why?', kind: 'text', choices: [] }, region] })
  await press('Save questions')
  expect(bodies()).toEqual([
    {
      base_version: 3,
      deletes_answers: 0,
      questions: [{ id: null, text: 'Why?', kind: 'text', choices: [], is_required: false, shown_to: 'organisers' }, region],
    },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('says how many answers are deleted before it saves: by another choice, or with the question', async () => {
  fireEvent.change(screen.getByLabelText('Choices, one per line'), { target: { value: 'US\nSA' } })
  expect(screen.getByText('“Where do you live?”: 2 answers')).toBeTruthy()
  await press('Remove question 1')
  expect(screen.getByText('“Where do you live?”: 3 answers')).toBeTruthy()
  reply(200, { version: 4, questions: [] })
  await press('Save and delete 3 answers')
  expect(bodies()).toEqual([{ base_version: 3, deletes_answers: 3, questions: [] }])
})

test('answers that arrived meanwhile are not deleted without a new look', async () => {
  await press('Remove question 1')
  reply(409, { error: 'x', code: 'deletes_answers' })
  await press('Save and delete 3 answers')
  expect(screen.getByText(/Players signed up in the meantime/)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
