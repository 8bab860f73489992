import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { MemberAnswers, SignupQuestions, SignupQuestionsWrite } from '../signup-questions.ts'

const { GET, PUT } = callsOf('signups')

export const signupQuestionsEndpoints = {
  getSignupQuestions: GET('/events/{event_id}/signup-questions', {
    keys: 'public',
    access: 'public',
    reply: SignupQuestions,
    summary: "The organisers' questions in the signup form of an event",
  }),
  saveSignupQuestions: PUT('/events/{event_id}/signup-questions', {
    access: ['admin', 'manager'],
    body: SignupQuestionsWrite,
    reply: SignupQuestions,
    refusals: ['changed_meanwhile', 'deletes_answers'],
    summary: 'Replaces the questions, and deletes answers that they do not allow or show to more people, if the caller agreed',
  }),
  getSignupAnswers: GET('/events/{event_id}/signup-answers', {
    keys: 'public',
    access: 'public',
    reply: z.array(MemberAnswers),
    summary: 'The answers of team members that the caller may see: everyone, leads about their own team, organisers',
  }),
} as const
