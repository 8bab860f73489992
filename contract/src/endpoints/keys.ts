import { z } from 'zod'
import { MadeKey, NewKey, OwnKey } from '../keys.ts'
import { callsOf } from './calls-of.ts'

const { GET, POST, DELETE } = callsOf('keys')

export const keysEndpoints = {
  getOwnKeys: GET('/users/self/keys', {
    keys: null,
    access: ['user'],
    reply: z.array(OwnKey),
    summary: "The caller's keys for programs, without their texts",
  }),
  makeOwnKey: POST('/users/self/keys', {
    access: ['user'],
    body: NewKey,
    reply: MadeKey,
    status: 201,
    refusals: ['keys_full'],
    summary: 'Makes a key for programs that read; its text is shown once',
  }),
  endOwnKey: DELETE('/users/self/keys/{key_id}', {
    access: ['user'],
    refusals: ['key_not_found'],
    summary: "Revokes one of the caller's keys: its next call is refused, and its open feeds close",
  }),
} as const
