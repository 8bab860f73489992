import type { EventId } from '@muster/contract/ids'
import type { SignupAnswer, SignupQuestion, SignupQuestions } from '@muster/contract/signup-questions'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/** The questions of an event; version 0 if there were never any. */
export async function findQuestions(db: Db, event_id: EventId): Promise<SignupQuestions & { readonly last_id: number }> {
  const row = await db
    .selectFrom('signup_questions')
    .select(['version', 'questions', 'last_id'])
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row ?? { version: 0, questions: [], last_id: 0 }
}

export async function upsertQuestions(
  tx: Tx,
  { questions, ...row }: Omit<Row<'signup_questions'>, 'questions'> & { readonly questions: readonly SignupQuestion[] },
): Promise<void> {
  const values = { ...row, questions: JSON.stringify(questions) }
  await tx
    .insertInto('signup_questions')
    .values(values)
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(values))
    .execute()
}

/**
 * Deletes the answers of an event that do not stay, also of signups that an organiser removed and can restore.
 * @returns how many answers of present signups were deleted
 */
export async function removeAnswers(tx: Tx, event_id: EventId, stays: (answer: SignupAnswer) => boolean): Promise<number> {
  const signups = await tx
    .selectFrom('signups')
    .select(['user_id', 'answers'])
    .where('event_id', '=', event_id)
    .where('answers', '!=', sql<never>`'[]'::jsonb`)
    .execute()
  let removed = 0
  for (const { user_id, answers } of signups) {
    const kept = answers.filter(stays)
    if (kept.length === answers.length) continue
    removed += answers.length - kept.length
    await tx
      .updateTable('signups')
      .set({ answers: JSON.stringify(kept) })
      .where('event_id', '=', event_id)
      .where('user_id', '=', user_id)
      .execute()
  }
  const changes = await tx
    .selectFrom('signup_changes')
    .select(['id', 'signup'])
    .where('event_id', '=', event_id)
    .where('kind', '=', 'removed')
    .execute()
  for (const { id, signup } of changes) {
    if (!signup || signup.answers.every(stays)) continue
    const kept = JSON.stringify({ ...signup, answers: signup.answers.filter(stays) })
    await tx.updateTable('signup_changes').set({ signup: kept }).where('id', '=', id).execute()
  }
  return removed
}

/** The answers of all team members. */
export const listMemberAnswers = (db: Db, event_id: EventId) =>
  db
    .selectFrom('signups')
    .innerJoin('team_users', (join) =>
      join.onRef('team_users.event_id', '=', 'signups.event_id').onRef('team_users.user_id', '=', 'signups.user_id'),
    )
    .select(['signups.user_id', 'signups.answers', 'team_users.team_id'])
    .where('signups.event_id', '=', event_id)
    .orderBy('signups.user_id')
    .execute()
