import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer } from '@muster/contract/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

// An authenticator and its browser in software, with real signatures (WebAuthn, sections 6.1, 6.5 and 5.8.1).

/** Options of WebAuthn in JSON; only these are read. */
interface Options {
  readonly challenge?: unknown
  readonly rp?: unknown
  readonly rpId?: unknown
  readonly user?: unknown
}

interface Browser {
  readonly origin: string
  /** The host that the authenticator signs for; by default the host in the options. */
  readonly host?: string
}

interface Credential {
  readonly id: Buffer
  readonly key: KeyObject
  readonly user_handle: string
  counter: number
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** COSE: kty EC2, alg ES256, curve P-256, x, y. */
function encodeKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const part = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, part(x)],
    [-3, part(y)],
  ])
  return Buffer.from(isoCBOR.encode(cose))
}

/** User present and verified; with an attested credential. */
const flags = { login: 0x05, creation: 0x45 }

function encodeData(host: string, flag: number, counter: number, attested = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(host), Buffer.from([flag]), count, attested])
}

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: unknown, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

export interface Authenticator {
  /** Makes a passkey. */
  create(options: Options, browser: Browser): PasskeyAnswer
  /** Signs with the newest passkey, or with the one given. */
  get(options: Options, browser: Browser, id?: string): PasskeyAnswer
  /** Sets the counter back, as in a copy of the authenticator. */
  setCounter(counter: number): void
}

/** @param counts false: its passkeys send 0, as synchronised ones do */
export function createAuthenticator({ counts = false } = {}): Authenticator {
  const credentials: Credential[] = []
  return {
    create({ challenge, rp, user }, { origin, host = (rp as { id: string }).id }) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credential = { id: randomBytes(20), key: privateKey, user_handle: (user as { id: string }).id, counter: 0 }
      credentials.push(credential)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, encodeKey(publicKey)])
      const statement = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(encodeData(host, flags.creation, 0, attested))],
      ])
      const id = base64url(credential.id)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(isoCBOR.encode(statement)),
          transports: ['internal'],
        },
      }
    },

    get({ challenge, rpId }, { origin, host = String(rpId) }, id) {
      const credential = credentials.findLast((one) => id === undefined || base64url(one.id) === id)
      if (!credential) throw new Error('the authenticator has no such passkey')
      if (counts) credential.counter++
      const data = encodeData(host, flags.login, credential.counter)
      const client = clientData('webauthn.get', challenge, origin)
      return {
        id: base64url(credential.id),
        rawId: base64url(credential.id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), credential.key)),
          userHandle: credential.user_handle,
        },
      }
    },

    setCounter(counter) {
      for (const credential of credentials) credential.counter = counter
    },
  }
}
