import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyPrefix } from '@muster/contract/keys'

// The form of GitHub's tokens (github.blog, "Behind GitHub's new authentication token formats", 5 April 2021): a prefix with an
// underscore, 30 random characters of base 62, and their CRC32 in 6 more. Scanners for secrets find keys by the prefix, and tell
// real ones from similar text by the checksum.

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const random_length = 30
const checksum_length = 6
const keyForm = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${random_length + checksum_length}}$`)

/** The first byte that would make some digits more likely than others. */
const firstUnfair = 256 - (256 % digits.length)

export function writeChecksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  while (written.length < checksum_length) {
    written = digits.charAt(rest % digits.length) + written
    rest = Math.floor(rest / digits.length)
  }
  return written
}

/** A new key, with 178 random bits. */
export function makeKeyText(): string {
  let random = ''
  while (random.length < random_length) {
    for (const byte of randomBytes(random_length)) if (byte < firstUnfair) random += digits.charAt(byte % digits.length)
    random = random.slice(0, random_length)
  }
  return `${keyPrefix}${random}${writeChecksum(random)}`
}

/** Whether a credential is meant as a key; logins begin otherwise. */
export const isMeantAsKey = (text: string | undefined): text is string => text?.startsWith(keyPrefix) ?? false

/** Whether a key is complete and without a mistyped character. */
export function isWholeKey(text: string): boolean {
  if (!keyForm.test(text)) return false
  const random = text.slice(keyPrefix.length, -checksum_length)
  return writeChecksum(random) === text.slice(-checksum_length)
}
