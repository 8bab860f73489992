import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const secret = z.string().min(32)
const old = z.array(z.object({ secret, replaced_at: z.iso.datetime() })).default([])
const KeptSecrets = z.object({ token: secret, encryption: secret, token_old: old, encryption_old: old })
export type KeptSecrets = z.output<typeof KeptSecrets>
export type SecretName = 'token' | 'encryption'

const fileIn = (folder: string) => join(folder, 'secrets.json')
const makeSecret = () => randomBytes(48).toString('base64url')
const parse = (text: string) => KeptSecrets.parse(JSON.parse(text))

/** The secrets that were generated here; null for none. */
export function readSecrets(folder: string): KeptSecrets | null {
  const file = fileIn(folder)
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : null
}

/** Secrets made on first start and kept beside the data, readable by the owner only. */
export function keepSecrets(folder: string): KeptSecrets {
  mkdirSync(folder, { recursive: true })
  const made: KeptSecrets = { token: makeSecret(), encryption: makeSecret(), token_old: [], encryption_old: [] }
  try {
    // Exclusive: of two processes starting together one writes, the other reads what it wrote.
    writeFileSync(fileIn(folder), JSON.stringify(made), { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return parse(readFileSync(fileIn(folder), 'utf8'))
  }
}

/** Whoever reads meanwhile sees all of the old file or all of the new one. */
function writeSecrets(folder: string, secrets: KeptSecrets): void {
  const unfinished = `${fileIn(folder)}.unfinished`
  writeFileSync(unfinished, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(unfinished, fileIn(folder))
}

/**
 * Makes a new secret in the place of a generated one. It is used from the next start of each process.
 * @param keepsOld whether what was made with the one of before stays valid
 */
export function renewSecret(folder: string, name: SecretName, keepsOld: boolean, now: Date): void {
  const held = keepSecrets(folder)
  const before = { secret: held[name], replaced_at: now.toISOString() }
  const earlier = keepsOld ? [before, ...held[`${name}_old`]] : []
  writeSecrets(folder, { ...held, [name]: makeSecret(), [`${name}_old`]: earlier })
}

/** @returns how many secrets of before there were. */
export function forgetOldSecrets(folder: string, name: SecretName): number {
  const held = readSecrets(folder)
  const count = held?.[`${name}_old`].length ?? 0
  if (held && count > 0) writeSecrets(folder, { ...held, [`${name}_old`]: [] })
  return count
}

/**
 * Puts those of a backup where the generated ones are; others that are there are kept under another name.
 * @returns the file that the others are in now; null where there were none.
 */
export function replaceSecrets(folder: string, secrets: unknown, now: Date): string | null {
  const wanted = KeptSecrets.parse(secrets)
  mkdirSync(folder, { recursive: true })
  const held = readSecrets(folder)
  if (held && held.token === wanted.token && held.encryption === wanted.encryption) return null
  const moved = held ? join(folder, `secrets-until-${now.toISOString().replaceAll(':', '')}.json`) : null
  if (moved) renameSync(fileIn(folder), moved)
  writeFileSync(fileIn(folder), JSON.stringify(wanted), { mode: 0o600, flag: 'wx' })
  return moved
}
