import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const KeptSecrets = z.object({ token: z.string().min(32), encryption: z.string().min(32) })
export type KeptSecrets = z.output<typeof KeptSecrets>

const fileIn = (folder: string) => join(folder, 'secrets.json')

/** The secrets that were generated here; null for none. */
export function readSecrets(folder: string): KeptSecrets | null {
  const file = fileIn(folder)
  return existsSync(file) ? KeptSecrets.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Secrets made on first start and kept beside the data, readable by the owner only. */
export function keepSecrets(folder: string): KeptSecrets {
  mkdirSync(folder, { recursive: true })
  const made = { token: randomBytes(48).toString('base64url'), encryption: randomBytes(48).toString('base64url') }
  try {
    // Exclusive: of two processes starting together one writes, the other reads what it wrote.
    writeFileSync(fileIn(folder), JSON.stringify(made), { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return KeptSecrets.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
  }
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
