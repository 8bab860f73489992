import {
  answerViewers,
  type AnswerViewers,
  choiceLength,
  maxChoices,
  questionKinds,
  type SignupAnswer,
  type SignupQuestion,
} from '@muster/contract/signup-questions'
import { staysAfter } from '@muster/domain/signups/answers'

/** A question in the organisers' form. */
export interface EditedQuestion {
  /** Null until it is saved. */
  readonly id: number | null
  /** Identifies it in the form. */
  readonly key: string
  readonly text: string
  readonly kind: SignupQuestion['kind']
  /** One per line. */
  readonly choices: string
  readonly is_required: boolean
  readonly shown_to: AnswerViewers
}

export const toEdited = ({ choices, ...question }: SignupQuestion): EditedQuestion => ({
  ...question,
  key: String(question.id),
  choices: choices.join('\n'),
})

export const newQuestion = (): EditedQuestion => ({
  id: null,
  key: crypto.randomUUID(),
  text: '',
  kind: 'text',
  choices: '',
  is_required: false,
  shown_to: 'organisers',
})

export const toQuestion = ({ key: _, choices, ...question }: EditedQuestion) => ({
  ...question,
  text: question.text.trim(),
  choices: question.kind === 'choice' ? choices.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])) : [],
})

export function isWrongChoice(question: EditedQuestion): boolean {
  const { kind, choices } = toQuestion(question)
  const isWrong = choices.length < 2 || choices.length > maxChoices || new Set(choices).size < choices.length
  return kind === 'choice' && (isWrong || choices.some((choice) => choice.length > choiceLength))
}

export const isWrongQuestion = (question: EditedQuestion): boolean => question.text.trim() === '' || isWrongChoice(question)

/** Whether a stored draft has questions of this form. */
export const areQuestions = ({ questions }: { readonly questions: readonly unknown[] }): boolean =>
  questions.every((one) => {
    const { id, key, text, kind, choices, is_required, shown_to } = (one ?? {}) as Partial<EditedQuestion>
    return (
      (id === null || typeof id === 'number') &&
      [key, text, choices].every((value) => typeof value === 'string') &&
      questionKinds.some((known) => known === kind) &&
      answerViewers.some((known) => known === shown_to) &&
      typeof is_required === 'boolean'
    )
  })

/** The answers that saving deletes, counted by their present question. */
export function countDeleted(
  before: readonly SignupQuestion[],
  edited: readonly EditedQuestion[],
  answers: readonly SignupAnswer[],
): { readonly text: string; readonly count: number }[] {
  const stays = staysAfter(before, edited.map(toQuestion))
  const gone = answers.filter((answer) => !stays(answer))
  return before.flatMap(({ id, text }) => {
    const count = gone.filter((answer) => answer.question_id === id).length
    return count === 0 ? [] : [{ text, count }]
  })
}
