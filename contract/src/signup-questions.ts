import { z } from 'zod'
import { count, flag, optionalText, requiredName } from './body.ts'
import { UserId } from './ids.ts'

export const questionKinds = ['text', 'choice', 'number'] as const
/**
 * Viewers of the answers, from the narrowest to the widest. `leads`: also the leads of the player's team. `everyone`: everyone, once
 * the player is in a team. Organisers see all answers, and players their own.
 */
export const answerViewers = ['organisers', 'leads', 'everyone'] as const
export type AnswerViewers = (typeof answerViewers)[number]

/** Upper bounds: questions of an event, choices of a question, and characters of each text. */
export const maxQuestions = 20
export const maxChoices = 30
export const questionLength = 200
export const choiceLength = 80
export const answerLength = 500

const QuestionId = z.int().positive().max(1_000_000)

const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length

/** A question of the organisers in the signup form of an event. */
export const SignupQuestion = z
  .object({
    /** Does not change when the question is edited, and is never reused in its event. */
    id: QuestionId,
    text: z.string(),
    kind: z.enum(questionKinds),
    /** Only for a `choice`. */
    choices: z.array(z.string()),
    is_required: z.boolean(),
    shown_to: z.enum(answerViewers),
  })
  .meta({ id: 'SignupQuestion' })
export type SignupQuestion = z.output<typeof SignupQuestion>

export const SignupQuestions = z
  .object({
    /** Incremented with every edit; 0: there were never any. */
    version: z.int().nonnegative(),
    questions: z.array(SignupQuestion),
  })
  .meta({ id: 'SignupQuestions' })
export type SignupQuestions = z.output<typeof SignupQuestions>

const QuestionWrite = z
  .object({
    /** Null: a new question. */
    id: QuestionId.nullish(),
    text: requiredName(questionLength),
    kind: z.enum(questionKinds),
    choices: z
      .array(requiredName(choiceLength))
      .max(maxChoices, `must not be more than ${maxChoices} choices`)
      .refine(isDistinct, 'must differ from each other')
      .nullish()
      .transform((choices) => choices ?? []),
    is_required: flag,
    shown_to: z.enum(answerViewers),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length >= 2, {
    path: ['choices'],
    message: 'must be at least two choices',
  })
  .transform(({ choices, ...question }) => ({ ...question, choices: question.kind === 'choice' ? choices : [] }))

/** All questions of an event, in the order of the form. */
export const SignupQuestionsWrite = z
  .object({
    questions: z.array(QuestionWrite).max(maxQuestions, `must not be more than ${maxQuestions} questions`),
    base_version: count,
    /**
     * How many stored answers the organiser agrees to delete: their question is removed, no longer allows them, or would show them
     * to more people.
     */
    deletes_answers: count.nullish().transform((number) => number ?? 0),
  })
  .meta({ id: 'SignupQuestionsWrite' })
export type SignupQuestionsWrite = z.output<typeof SignupQuestionsWrite>

/** A player's answer; decimal digits for a `number`, one of the choices for a `choice`. */
export const SignupAnswer = z.object({ question_id: QuestionId, answer: z.string() }).meta({ id: 'SignupAnswer' })
export type SignupAnswer = z.output<typeof SignupAnswer>

/** Answers to questions that an organiser removed in the meantime are left out, and so are empty ones. */
export const SignupAnswersWrite = z
  .array(z.object({ question_id: QuestionId, answer: optionalText(answerLength) }))
  .max(maxQuestions)
  .refine((answers) => new Set(answers.map((one) => one.question_id)).size === answers.length, 'must not name a question twice')

/** The answers of a team member that the caller may see. */
export const MemberAnswers = z.object({ user_id: UserId, answers: z.array(SignupAnswer) }).meta({ id: 'MemberAnswers' })
export type MemberAnswers = z.output<typeof MemberAnswers>
