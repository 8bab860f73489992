import type { SignupQuestion } from '@muster/contract/signup-questions'
import { describe, expect, it } from 'vitest'
import { type AnswerProblem, findAnswerProblem, maySeeAnswer, readAnswers, showAnswers, staysAfter } from './answers.ts'

const aQuestion = (id: number, more: Partial<SignupQuestion> = {}): SignupQuestion => ({
  id,
  text: `Question ${id}`,
  kind: 'text',
  choices: [],
  is_required: false,
  shown_to: 'organisers',
  ...more,
})
const choice = { kind: 'choice' as const, choices: ['EU', 'US'] }
const number = { kind: 'number' } as const

describe('an answer', () => {
  it.each<[Partial<SignupQuestion>, string, AnswerProblem | null]>([
    [{}, '', null],
    [{ is_required: true }, '', 'missing'],
    [{}, '=1+1', null],
    [choice, 'EU', null],
    [choice, 'eu', 'not_a_choice'],
    [number, '-12.5', null],
    [number, '1e5', 'not_a_number'],
    [number, '１２', 'not_a_number'],
    [number, '12345678901', 'not_a_number'],
  ])('to %o that is "%s" has the problem %s', (question, answer, problem) => {
    expect(findAnswerProblem(aQuestion(1, question), answer)).toBe(problem)
  })

  it('is stored without blanks at its ends, in the order of the questions, and only for known questions', () => {
    const answers = [
      { question_id: 3, answer: 'gone' },
      { question_id: 2, answer: ' two ' },
      { question_id: 1, answer: '  ' },
    ]
    expect(readAnswers([aQuestion(1), aQuestion(2)], answers)).toEqual([{ question_id: 2, answer: 'two' }])
  })

  it.each([
    ['removed', [], false],
    ['reworded', [aQuestion(1, { ...choice, text: 'Where?' })], true],
    ['a choice without the answer', [aQuestion(1, { kind: 'choice', choices: ['US', 'SA'] })], false],
    ['a free text', [aQuestion(1)], true],
    ['a number', [aQuestion(1, number)], false],
    ['public', [aQuestion(1, { ...choice, shown_to: 'everyone' })], false],
    ['one for organisers only', [aQuestion(1, { ...choice, shown_to: 'organisers' })], true],
  ])('to a question that becomes %s stays: %s', (_, questions, stays) => {
    expect(staysAfter([aQuestion(1, { ...choice, shown_to: 'leads' })], questions)({ question_id: 1, answer: 'EU' })).toBe(stays)
  })
})

describe('the answers of a team member', () => {
  const anyone = { is_organiser: false, leads_player: false }
  const lead = { is_organiser: false, leads_player: true }
  const organiser = { is_organiser: true, leads_player: false }

  it.each([
    ['organisers', [false, false, true]],
    ['leads', [false, true, true]],
    ['everyone', [true, true, true]],
  ] as const)('that are for %s are visible to: anyone, a lead of the team, an organiser = %o', (shown_to, visible) => {
    expect([anyone, lead, organiser].map((reader) => maySeeAnswer(shown_to, reader))).toEqual(visible)
  })

  it('are shown by question', () => {
    const questions = [aQuestion(1, { shown_to: 'leads' }), aQuestion(2, { shown_to: 'everyone' }), aQuestion(3)]
    const answers = [1, 2, 3].map((question_id) => ({ question_id, answer: 'yes' }))
    const idsFor = (reader: typeof anyone) => showAnswers(questions, answers, reader).map((one) => one.question_id)
    expect([anyone, lead, organiser].map(idsFor)).toEqual([[2], [1, 2], [1, 2, 3]])
  })
})
