import type { PasskeyAnswer } from '@muster/contract/passkeys'
import type { Logger } from 'pino'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { counted } from '../../telemetry/points.ts'
import type { PasskeySite } from './passkey-site.ts'

// WebAuthn with SimpleWebAuthn: the options for a browser, and the checks of its answer (docs/decisions/0079).

/** Time for the user at the authenticator, wall clock. */
export const patience_ms = 10 * 60_000

/** EdDSA, ES256 and RS256 (COSE). Newer ones depend on the version of Node, and a passkey outlives an update. */
const algorithms = [-8, -7, -257]

/** The library takes 25 MB of memory, so a server without passkeys does not load it. */
const loadLibrary = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

const toBytes = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'))
export const toBuffer = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')

/** Options for a login: the authenticator lists its passkeys of this site, and no name is typed. */
export async function makeLoginOptions({ host }: PasskeySite) {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({ rpID: host, timeout: patience_ms, userVerification: 'preferred' })
}

/** @param others passkeys of the user; an authenticator that has one refuses a second */
export async function makeCreationOptions(
  { host }: PasskeySite,
  user: { readonly name: string; readonly handle: Buffer },
  others: readonly Row<'passkeys'>[],
) {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: 'Muster',
    rpID: host,
    userName: user.name,
    userDisplayName: user.name,
    userID: Uint8Array.from(user.handle),
    timeout: patience_ms,
    attestationType: 'none',
    excludeCredentials: others.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: [...one.transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** The challenge that the answer claims to sign; null if it is unreadable. */
export function readChallenge({ response }: PasskeyAnswer): string | null {
  try {
    const data: unknown = JSON.parse(toBuffer(response.clientDataJSON).toString('utf8'))
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** The library throws for every invalid answer: an expected refusal, whose reason only the log has. */
async function refuseErrors<T>(log: Logger, check: () => Promise<T | null>): Promise<T> {
  const refuse = (detail: string): never => {
    log.warn({ detail }, 'refused a login with a passkey')
    counted.logins_refused++
    throw new Refusal('passkey_refused')
  }
  try {
    return (await check()) ?? refuse('the signature does not match')
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Certificates of the authenticator are never asked for, and would make the library fetch addresses that they name.
 * Authenticators that sign for themselves send `packed` without one.
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers()
  const statement = decodeAttestationObject(toBytes(attestationObject))
  const format = statement.get('fmt')
  return format !== 'none' && (format !== 'packed' || statement.get('attStmt').get('x5c') !== undefined)
}

/**
 * Checks the answer with a new passkey.
 * @throws Refusal passkey_refused
 */
export function checkCreation(log: Logger, site: PasskeySite, challenge: string, { id, rawId, response }: PasskeyAnswer) {
  const { attestationObject = '', clientDataJSON, transports = [] } = response
  return refuseErrors(log, async () => {
    if (await hasCertificate(attestationObject)) throw new Error('the answer has a certificate, which was not asked for')
    const { verifyRegistrationResponse } = await loadLibrary()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { credential } = registrationInfo
    return {
      credential_id: toBuffer(credential.id),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    }
  })
}

/**
 * Checks the answer of a login. A counter that does not rise is refused, as from a copied authenticator; synchronised passkeys
 * send 0 each time.
 * @returns the new counter
 * @throws Refusal passkey_refused
 */
export async function checkLogin(
  log: Logger,
  site: PasskeySite,
  challenge: string,
  { id, rawId, response }: PasskeyAnswer,
  passkey: Row<'passkeys'>,
): Promise<number> {
  const { authenticatorData = '', signature = '', clientDataJSON, userHandle } = response
  const counter = await refuseErrors(log, async () => {
    if (userHandle === undefined || !toBuffer(userHandle).equals(passkey.user_handle))
      throw new Error('the passkey names another user')
    const { verifyAuthenticationResponse } = await loadLibrary()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { authenticatorData, signature, clientDataJSON, userHandle },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: false,
      credential: { id, publicKey: Uint8Array.from(passkey.public_key), counter: Number(passkey.counter) },
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  })
  return counter.counter
}
