import { z } from 'zod'
import { personName, requiredName } from './body.ts'
import { DateTime } from './date-time.ts'
import { PasskeyId } from './ids.ts'
import { displayNameLength, MinimalUser, User } from './users.ts'

/** Longest name of a passkey, in characters. */
export const passkeyNameLength = 50

export const Passkey = z
  .object({ id: PasskeyId, name: z.string(), created_at: DateTime, last_used_at: DateTime.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof Passkey>

/** The last use of a new login link, which removed the earlier passkeys. */
export const Recovery = z
  .object({
    recovered_at: DateTime,
    /** The organiser who made the link; null: the command line, or a deleted user. */
    author: MinimalUser.nullable(),
  })
  .meta({ id: 'Recovery' })
export type Recovery = z.output<typeof Recovery>

export const OwnPasskeys = z.object({ passkeys: z.array(Passkey), recovery: Recovery.nullable() }).meta({ id: 'OwnPasskeys' })

export const PasskeyChange = z.object({ name: requiredName(passkeyNameLength) }).meta({ id: 'PasskeyChange' })

/** A secret of an invitation, 32 bytes in base64url. */
export const invitationSecret = z.string({ error: 'is required' }).min(1, 'is required').max(100)

/**
 * `login`: finds the user by the passkey. `add`: another passkey for the caller. `invitation`: the first passkey of a new account,
 * or the new one of an existing account.
 */
export const passkeyPurposes = ['login', 'add', 'invitation'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

export const PasskeyStart = z
  .object({
    purpose: z.enum(passkeyPurposes),
    /** The secret of the invitation; only for the purpose `invitation`. */
    secret: invitationSecret.nullish(),
    /** The name of a new account. */
    display_name: personName(displayNameLength).nullish(),
  })
  .meta({ id: 'PasskeyStart' })

/** Options for the browser's `navigator.credentials`, in the JSON form of WebAuthn; clients pass them on unchanged. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) }).meta({ id: 'PasskeyOptions' })
export type PasskeyOptions = z.output<typeof PasskeyOptions>

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*={0,2}$/, 'must be base64url')

/** The authenticator's answer, in the JSON form of WebAuthn; other fields are ignored. */
export const PasskeyAnswer = z
  .object({
    id: bytes(1400).min(1),
    rawId: bytes(1400).min(1),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(4000).min(1),
      /** For a new passkey. */
      attestationObject: bytes(16_000).optional(),
      transports: z.array(z.string().max(20)).max(10).optional(),
      /** For a login. */
      authenticatorData: bytes(4000).optional(),
      signature: bytes(8000).optional(),
      userHandle: bytes(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' })
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

export const PasskeyFinish = z
  .object({
    answer: PasskeyAnswer,
    /** The name of a new passkey. */
    name: requiredName(passkeyNameLength).nullish(),
  })
  .meta({ id: 'PasskeyFinish' })

export const PasskeyLogin = z
  .object({ auth_token: z.string(), user: User, recovery: Recovery.nullable() })
  .meta({ id: 'PasskeyLogin' })
export type PasskeyLogin = z.output<typeof PasskeyLogin>
