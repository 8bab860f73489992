import { callsOf } from './calls-of.ts'
import { AccountDeletion, FormerPerson, KeptData, OwnData, PersonDeletion } from '../own-data.ts'
import { Visibility } from '../visibility.ts'

const { GET, PUT, POST } = callsOf('users')

export const ownDataEndpoints = {
  getKeptData: GET('/users/self/kept-data', {
    keys: null,
    access: ['user'],
    costs_much: true,
    reply: KeptData,
    summary: 'The amount of stored data about the caller by kind, and how long it is kept',
  }),
  exportOwnData: GET('/users/self/data', {
    keys: null,
    access: ['user'],
    costs_much: true,
    answer_type: 'application/json',
    reply: OwnData,
    summary: "All stored data about the caller, as one file; without tokens and other people's private data",
  }),
  getVisibility: GET('/users/self/visibility', {
    keys: null,
    access: ['user'],
    reply: Visibility,
    summary: "The audiences that see the caller's chat name, times of play and stream",
  }),
  saveVisibility: PUT('/users/self/visibility', {
    access: ['user'],
    body: Visibility,
    reply: Visibility,
    summary: "Sets which audiences see the caller's chat name, times of play and stream",
  }),
  deleteOwnAccount: POST('/users/self/delete', {
    access: ['user'],
    body: AccountDeletion,
    reply: FormerPerson,
    refusals: ['user_not_found', 'last_admin'],
    summary: "Deletes the caller's account immediately and permanently; points stay with the team, under a pseudonym",
  }),
  deletePerson: POST('/users/{user_id}/delete', {
    access: ['admin'],
    body: PersonDeletion,
    reply: FormerPerson,
    refusals: ['user_not_found', 'last_admin'],
    summary: "Deletes a user's account at their request; the reason is stored, and must not name them",
  }),
} as const
