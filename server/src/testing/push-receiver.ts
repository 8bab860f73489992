import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PushedNotice } from '@muster/contract/personal-notices'

// The other side of a pushed notice, written from RFC 8188, 8291 and 8292 and without the library that makes it.

const hmac = (key: Buffer, ...texts: (Buffer | string)[]) => {
  const made = createHmac('sha256', key)
  for (const text of texts) made.update(text)
  return made.digest()
}

/** A browser's side of a subscription: its key pair and its secret. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
  readonly private_key: string
}

export function makeBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
    private_key: pair.getPrivateKey('base64url'),
  }
}

/** Decrypts a body with one record (RFC 8188) by the keys of a browser (RFC 8291). @throws if it is not for this browser */
export function decryptPush(body: Buffer, keys: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const key_length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + key_length)
  const record = body.subarray(21 + key_length)
  if (body.readUInt32BE(16) < record.length) throw new Error('more than one record')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(keys.private_key, 'base64url')
  const shared = hmac(Buffer.from(keys.auth, 'base64url'), pair.computeSecret(sender))
  const input = hmac(shared, 'WebPush: info\0', Buffer.from(keys.p256dh, 'base64url'), sender, Buffer.of(1))
  const base = hmac(salt, input)
  const key = hmac(base, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16)
  const nonce = hmac(base, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record')
  return padded.subarray(0, end).toString('utf8')
}

export interface Signature {
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  readonly public_key: string
}

/** Reads and checks `vapid t=…, k=…` (RFC 8292, section 3). @throws if the signature is not by that key */
export function readSignature(header: string | undefined): Signature {
  const [, token = '', public_key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  if (x === undefined || y === undefined || point.length !== 65) throw new Error(`no key in ${header}`)
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  if (!isSigned || (read(head) as { alg: string }).alg !== 'ES256') throw new Error('not signed by its key')
  return { claims: read(claims) as Signature['claims'], public_key }
}

export interface Pushed {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly signature: Signature
  readonly notice: PushedNotice
}

/** A push service on this machine. It accepts what a browser with these keys can read, unless told otherwise. */
export async function startPushReceiver(keys: BrowserKeys) {
  const receiver = {
    origin: '',
    /** Accepted messages. */
    pushed: [] as Pushed[],
    /** Requests so far, including refused ones. */
    asked: 0,
    answer: ((reply) => void reply.writeHead(201).end()) as (reply: ServerResponse) => void,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      receiver.asked++
      receiver.answer(reply)
      if (reply.statusCode >= 300) return
      const { headers, url = '' } = request
      const notice = PushedNotice.parse(JSON.parse(decryptPush(Buffer.concat(pieces), keys)))
      receiver.pushed.push({ path: url, headers, signature: readSignature(headers.authorization), notice })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
