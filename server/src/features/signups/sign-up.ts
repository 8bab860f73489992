import type { RefusalCode } from '@muster/contract/errors'
import type { EventId, UserId } from '@muster/contract/ids'
import type { SignupAnswer } from '@muster/contract/signup-questions'
import type { Signup, SignupCreate } from '@muster/contract/signups'
import { type AnswerProblem, findAnswer, findAnswerProblem, readAnswers } from '@muster/domain/signups/answers'
import { findSignupObstacle, type SignupObstacle } from '@muster/domain/signups/status'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { Refusal } from '../../refusal.ts'
import { findQuestions } from '../signup-questions/store.ts'
import { findMembership } from '../events/store.ts'
import { findStated, refuseNamesake, stateAccount } from '../game-accounts/store.ts'
import { countSignups, findNamed, findSignup, lockEvent, presentSignups, showToOthers, upsertSignup } from './store.ts'

const refusalOf: Readonly<Record<SignupObstacle, RefusalCode>> = {
  not_open: 'applications_not_open',
  in_team: 'already_in_team',
  full: 'event_full',
}

/** The partner to store: undefined = unchanged, null = none (D-36). */
async function choosePartner(tx: Tx, user_id: UserId, name: string | null | undefined): Promise<UserId | null | undefined> {
  if (name === null || name === undefined) return undefined
  if (name === '') return null
  const partner_id = await findNamed(tx, name)
  if (partner_id === null) throw new Refusal('partner_not_found')
  if (partner_id === user_id) {
    throw new Refusal('invalid_request', 'You cannot be your own partner', [
      { field: 'partner_account_name', problem: 'is your own account' },
    ])
  }
  return partner_id
}

/** Stores the stated game account, or compares the stored one with the other people of the event. */
async function checkOwnAccount(tx: Tx, user_id: UserId, name: string | null | undefined, now: Date): Promise<void> {
  const known = await findStated(tx, user_id)
  if (typeof name === 'string') await stateAccount(tx, user_id, name, { now, field: 'stated_account_name' })
  else if (known) await refuseNamesake(tx, user_id, known.name, { now, field: 'stated_account_name' })
}

const answerProblems: Readonly<Record<AnswerProblem, string>> = {
  missing: 'is required',
  not_a_number: 'must be a number',
  not_a_choice: 'must be one of the choices',
}

/** The answers to store. @throws Refusal invalid_request, with a problem for each question */
async function checkAnswers(tx: Tx, event_id: EventId, given: readonly SignupAnswer[]): Promise<SignupAnswer[]> {
  const { questions } = await findQuestions(tx, event_id)
  const answers = readAnswers(questions, given)
  const problems = questions.flatMap((question) => {
    const problem = findAnswerProblem(question, findAnswer(answers, question.id))
    return problem === null ? [] : [{ field: `answers.${question.id}`, problem: answerProblems[problem] }]
  })
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
  return answers
}

/**
 * Creates or changes a signup.
 * @throws Refusal applications_not_open, already_in_team, event_full, partner_not_found
 */
export function signUp(ctx: Context, event_id: EventId, user_id: UserId, body: SignupCreate): Promise<Signup> {
  const { partner_account_name, stated_account_name, utc_offset_hours, answers: given, ...wishes } = body
  return ctx.db.transact(async (tx) => {
    const event = await lockEvent(tx, event_id)
    if (!event) throw new Refusal('event_not_found')
    const known = await findSignup(tx, event_id, user_id)
    const { count, last } = await countSignups(tx, event_id)
    const now = ctx.clock.now()
    const obstacle = findSignupObstacle(
      { is_in_team: (await findMembership(tx, event_id, user_id)) !== null, before: known?.before ?? null },
      {
        ...event,
        opens_at: event.application_start_time.getTime(),
        closes_at: event.application_end_time.getTime(),
        number_of_signups: count,
      },
      now,
    )
    if (obstacle) throw new Refusal(refusalOf[obstacle])
    const answers = await checkAnswers(tx, event_id, given ?? known?.answers ?? [])
    const partner_id = await choosePartner(tx, user_id, partner_account_name)
    // The queue keeps the order of arrival within a millisecond, too.
    const timestamp = new Date(Math.max(now, (last?.getTime() ?? 0) + 1))
    await upsertSignup(tx, {
      event_id,
      user_id,
      timestamp,
      ...wishes,
      answers: JSON.stringify(answers),
      ...(partner_id !== undefined && { partner_id }),
      ...(typeof utc_offset_hours === 'number' && { utc_offset_hours }),
    })
    // Checked after the signup, which makes the caller one of the players whose accounts are compared.
    await checkOwnAccount(tx, user_id, stated_account_name, new Date(now))
    const stored = await findSignup(tx, event_id, user_id)
    const [signup] = stored ? await presentSignups(tx, [stored], event) : []
    if (!signup) throw new Error('a signup that was just written is missing')
    const partner = partner_id === undefined ? null : signup.partner
    return { ...signup, user: known ? null : signup.user, partner: partner && (await showToOthers(tx, partner)) }
  })
}
