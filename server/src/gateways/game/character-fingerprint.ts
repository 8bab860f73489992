import { hash } from 'node:crypto'
import type { AnswerFingerprint } from '../ask.ts'

const word = Buffer.from('"experience"')
const colon = 58
const comma = 44
const brace = 125
/** Longer numbers cannot be represented exactly. */
const maxDigits = 15

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

/** Position of the number after the only `"experience":` of an answer; null if the field is missing or occurs more than once. */
function findExperience(body: Buffer): { readonly from: number; readonly to: number } | null {
  const at = body.indexOf(word)
  if (at === -1 || body.indexOf(word, at + word.length) !== -1) return null
  const from = at + word.length + 1
  let to = from
  while (isDigit(body[to])) to += 1
  const isNumber = to > from && to - from <= maxDigits && body[from - 1] === colon
  return isNumber && (body[to] === comma || body[to] === brace) ? { from, to } : null
}

/**
 * Fingerprint of a character without its experience, which grows constantly during play: if the other bytes are equal, the rest
 * of the character is unchanged.
 */
export function fingerprintCharacter(body: Buffer): AnswerFingerprint {
  const place = findExperience(body)
  if (place === null) return { fingerprint: hash('sha256', body, 'base64') }
  const { from, to } = place
  const rest = Buffer.concat([body.subarray(0, from), body.subarray(to)])
  return { fingerprint: hash('sha256', rest, 'base64'), left_out: Number(body.toString('latin1', from, to)) }
}
