import type { AnswerViewers, SignupAnswer, SignupQuestion } from '@muster/contract/signup-questions'

type Answers = readonly SignupAnswer[]

export const findAnswer = (answers: Answers, question_id: number): string =>
  answers.find((one) => one.question_id === question_id)?.answer ?? ''

/** Decimal digits, with a sign and a fraction if wanted; the bounds keep the digits exact. */
const isNumber = (text: string) => /^-?\d{1,9}(?:\.\d{1,6})?$/.test(text)

/** The kind of answer that a question asks for. */
type Asked = Pick<SignupQuestion, 'kind' | 'choices'>

/** Whether the question allows this answer. */
export function allowsAnswer({ kind, choices }: Asked, answer: string): boolean {
  if (kind === 'number') return isNumber(answer)
  return kind === 'text' || choices.includes(answer)
}

export type AnswerProblem = 'missing' | 'not_a_number' | 'not_a_choice'

/** Why a form with this answer cannot be sent; null if it can. The answer has no blanks at its ends. */
export function findAnswerProblem(question: SignupQuestion, answer: string): AnswerProblem | null {
  if (answer === '') return question.is_required ? 'missing' : null
  if (allowsAnswer(question, answer)) return null
  return question.kind === 'number' ? 'not_a_number' : 'not_a_choice'
}

/** The answers to existing questions, in their order, without empty ones. */
export const readAnswers = (questions: readonly SignupQuestion[], answers: Answers): SignupAnswer[] =>
  questions.flatMap(({ id }) => {
    const answer = findAnswer(answers, id).trim()
    return answer === '' ? [] : [{ question_id: id, answer }]
  })

/** A question after an edit; a new one has no id yet. */
type EditedQuestion = Asked & Pick<SignupQuestion, 'shown_to'> & { readonly id?: number | null | undefined }

/** A higher number means more viewers. */
const breadth: Readonly<Record<AnswerViewers, number>> = { organisers: 0, leads: 1, everyone: 2 }

/**
 * Whether an answer stays after an edit of the questions: its question still exists, allows it, and does not show it to more
 * people than the player was told.
 */
export const staysAfter =
  (before: readonly SignupQuestion[], edited: readonly EditedQuestion[]) =>
  ({ question_id, answer }: SignupAnswer): boolean => {
    const old = before.find(({ id }) => id === question_id)
    const question = edited.find(({ id }) => id === question_id)
    if (!old || !question) return false
    return allowsAnswer(question, answer) && breadth[question.shown_to] <= breadth[old.shown_to]
  }

/** A caller, in relation to the player who answered. */
export interface AnswerReader {
  /** Sees all answers: forms teams, or manages signups. */
  readonly is_organiser: boolean
  /** Leads the team of the player. */
  readonly leads_player: boolean
}

/** Whether a caller may see an answer of a team member. The server and the pages decide with this function. */
export const maySeeAnswer = (shown_to: AnswerViewers, { is_organiser, leads_player }: AnswerReader): boolean =>
  is_organiser || shown_to === 'everyone' || (shown_to === 'leads' && leads_player)

/** The answers of a team member that a caller may see. */
export const showAnswers = (questions: readonly SignupQuestion[], answers: Answers, reader: AnswerReader): SignupAnswer[] =>
  readAnswers(
    questions.filter(({ shown_to }) => maySeeAnswer(shown_to, reader)),
    answers,
  )
