import type { SignupQuestions, SignupQuestionsWrite } from '@muster/contract/signup-questions'
import { showAnswers, staysAfter } from '@muster/domain/signups/answers'
import { teamOf, type Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { type Viewer, viewerHas } from '../../viewer.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { lockEvent } from '../signups/store.ts'
import { findQuestions, listMemberAnswers, removeAnswers, upsertQuestions } from './store.ts'

/**
 * Replaces the questions. Signups wait for the lock of the event, so that no answer arrives for the old ones.
 * @throws Refusal changed_meanwhile; deletes_answers if the caller did not agree to the number of deleted answers
 */
const save = (ctx: Context, event: Row<'events'>, viewer: Viewer, body: SignupQuestionsWrite): Promise<SignupQuestions> =>
  ctx.db.transact(async (tx) => {
    await lockEvent(tx, event.id)
    const before = await findQuestions(tx, event.id)
    const known = new Set(before.questions.map(({ id }) => id))
    const isUnknown = body.questions.some(({ id }) => typeof id === 'number' && !known.delete(id))
    if (before.version !== body.base_version || isUnknown) throw new Refusal('changed_meanwhile')
    if ((await removeAnswers(tx, event.id, staysAfter(before.questions, body.questions))) > body.deletes_answers) {
      throw new Refusal('deletes_answers')
    }
    let { last_id } = before
    const questions = body.questions.map((question) => ({ ...question, id: question.id ?? ++last_id }))
    const version = before.version + 1
    await upsertQuestions(tx, { event_id: event.id, version, questions, last_id })
    await insertAdminChange(tx, {
      event_id: event.id,
      author_id: viewer.user_id,
      changed_at: new Date(ctx.clock.now()),
      kind: 'questions_changed',
      subject: '',
      detail: String(questions.length),
    })
    return { version, questions }
  })

export const signupQuestionRoutes = {
  getSignupQuestions: {
    read: async ({ db, event }) => {
      const { version, questions } = await findQuestions(db, event.id)
      return { version, questions }
    },
  },

  saveSignupQuestions: ({ ctx, event, viewer, body }) => save(ctx, event, viewer, body),

  // A team's audience is its leads.
  getSignupAnswers: {
    audience: async ({ viewer, membership }) => {
      if (viewerHas('see_signup_answers', viewer)) return 'organisers'
      const place = await membership()
      return place?.is_team_lead ? place.team_id : 'everyone'
    },
    read: async ({ db, event, audience }) => {
      const { questions } = await findQuestions(db, event.id)
      if (questions.length === 0) return []
      const members = await listMemberAnswers(db, event.id)
      return members.flatMap(({ user_id, team_id, answers }) => {
        const reader = { is_organiser: audience === 'organisers', leads_player: teamOf(audience) === team_id }
        const shown = showAnswers(questions, answers, reader)
        return shown.length === 0 ? [] : [{ user_id, answers: shown }]
      })
    },
  },
} satisfies Partial<Handlers>
