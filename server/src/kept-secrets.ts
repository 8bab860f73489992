import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { explainFile, ownName, problems, StartProblem } from './start-problems.ts'

const secret = z.string().min(32)
const old = z.array(z.object({ secret, replaced_at: z.iso.datetime() }))
const KeptSecrets = z.object({ token: secret, encryption: secret, token_old: old, encryption_old: old })
export type KeptSecrets = z.output<typeof KeptSecrets>
export type SecretName = 'token' | 'encryption'

const fileIn = (folder: string) => join(folder, 'secrets.json')
const makeSecret = () => randomBytes(48).toString('base64url')

/** @throws StartProblem if the file is damaged or this user may not read it */
function readFile(file: string): KeptSecrets {
  try {
    return KeptSecrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const isClosed = (error as NodeJS.ErrnoException).code === 'EACCES'
    // Without the error itself: it may quote the file.
    throw new StartProblem(isClosed ? problems.unreadable([file], ownName()) : problems.secretsDamaged(file))
  }
}

/** The generated secrets, or null. @throws StartProblem */
export function readSecrets(folder: string): KeptSecrets | null {
  const file = fileIn(folder)
  return existsSync(file) ? readFile(file) : null
}

/** Generates secrets on first start and stores them beside the data, readable only by the owner. @throws StartProblem */
export function keepSecrets(folder: string): KeptSecrets {
  const made: KeptSecrets = { token: makeSecret(), encryption: makeSecret(), token_old: [], encryption_old: [] }
  try {
    mkdirSync(folder, { recursive: true })
    // Exclusive: if two processes start together, one writes and the other reads the result.
    writeFileSync(fileIn(folder), JSON.stringify(made), { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFile(fileIn(folder))
    // On a full disk the file is created but stays empty; the next start would take it for damaged.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') rmSync(fileIn(folder), { force: true })
    const problem = explainFile(error, folder)
    throw problem === null ? error : new StartProblem(problem, error)
  }
}

/** Replaces the file atomically: a reader sees either the old or the new secrets. */
function writeSecrets(folder: string, secrets: KeptSecrets): void {
  const unfinished = `${fileIn(folder)}.unfinished`
  writeFileSync(unfinished, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(unfinished, fileIn(folder))
}

/**
 * Replaces a generated secret. Each process uses the new one from its next start.
 * @param keepsOld whether tokens made with the old secret stay valid
 */
export function renewSecret(folder: string, name: SecretName, keepsOld: boolean, now: Date): void {
  const held = keepSecrets(folder)
  const before = { secret: held[name], replaced_at: now.toISOString() }
  const earlier = keepsOld ? [before, ...held[`${name}_old`]] : []
  writeSecrets(folder, { ...held, [name]: makeSecret(), [`${name}_old`]: earlier })
}

/** @returns the number of old secrets. */
export function forgetOldSecrets(folder: string, name: SecretName): number {
  const held = readSecrets(folder)
  const count = held?.[`${name}_old`].length ?? 0
  if (held && count > 0) writeSecrets(folder, { ...held, [`${name}_old`]: [] })
  return count
}

/**
 * Restores the secrets of a backup; different existing secrets are moved to another file.
 * @returns the file of the previous secrets; null if there were none.
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
