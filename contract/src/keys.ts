import { z } from 'zod'
import { requiredName, requiredTime } from './body.ts'
import { DateTime } from './date-time.ts'
import { KeyId } from './ids.ts'

/** The first characters of every key; a login begins otherwise. */
export const keyPrefix = 'muster_'

/**
 * The reads that a key opens. `public`: what every visitor sees; every key has it. `team`: what members of its owner's team see.
 * `own`: data about its owner.
 */
export const keyScopes = ['public', 'team', 'own'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Keys of one person, including expired ones. */
export const maxKeys = 10
/** Longest name of a key, in characters. */
export const keyNameLength = 50

/** A key of the caller. Its text is shown once: the database has a hash. */
export const OwnKey = z
  .object({
    id: KeyId,
    name: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    made_at: DateTime,
    /** null: until it is ended. */
    expires_at: DateTime.nullable(),
    /** Recorded once a minute. */
    last_used_at: DateTime.nullable(),
  })
  .meta({ id: 'OwnKey' })
export type OwnKey = z.output<typeof OwnKey>

export const NewKey = z
  .object({
    name: requiredName(keyNameLength),
    /** `public` is added where it is missing. */
    scopes: z.array(z.enum(keyScopes)).max(keyScopes.length),
    expires_at: requiredTime.nullish(),
  })
  .meta({ id: 'NewKey' })

export const MadeKey = z
  .object({
    key: OwnKey,
    /** The key itself. It cannot be shown again. */
    secret: z.string(),
  })
  .meta({ id: 'MadeKey' })
export type MadeKey = z.output<typeof MadeKey>
