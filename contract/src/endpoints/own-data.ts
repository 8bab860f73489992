import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AccountDeletion, FormerPerson, KeptData, OwnData, PersonDeletion } from '../own-data.ts'
import { user_id } from './params.ts'

export const ownDataEndpoints = {
  getKeptData: endpoint({
    method: 'GET',
    path: '/users/self/kept-data',
    tag: 'users',
    access: ['user'],
    event: 'none',
    costs_much: true,
    status: 200,
    reply: KeptData,
    summary: 'How much of each kind is kept about the caller, and for how long',
  }),
  exportOwnData: endpoint({
    method: 'GET',
    path: '/users/self/data',
    tag: 'users',
    access: ['user'],
    event: 'none',
    costs_much: true,
    status: 200,
    answer_type: 'application/json',
    reply: OwnData,
    summary: 'Everything that is kept about the caller, as one file; without tokens, and without what is private to others',
  }),
  deleteOwnAccount: endpoint({
    method: 'POST',
    path: '/users/self/delete',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 200,
    body: AccountDeletion,
    reply: FormerPerson,
    refusals: ['user_not_found', 'last_admin'],
    summary: "Deletes the caller's account at once, for good; points stay with the team, under a pseudonym",
  }),
  deletePerson: endpoint({
    method: 'POST',
    path: '/users/{user_id}/delete',
    tag: 'users',
    access: ['admin'],
    event: 'none',
    status: 200,
    params: z.object({ user_id }),
    body: PersonDeletion,
    reply: FormerPerson,
    refusals: ['user_not_found', 'last_admin'],
    summary: 'Deletes the account of somebody who asked for it; the reason is kept, and must not name them',
  }),
} as const
