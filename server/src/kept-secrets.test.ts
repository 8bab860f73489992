import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { forgetOldSecrets, keepSecrets, readSecrets, renewSecret } from './kept-secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-24T19:00:00Z')
const configure = (more: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: 'postgres://x',
    POE_CLIENT_ID: 'x',
    POE_CLIENT_SECRET: 'x',
    POE_CONTACT: 'x@y',
    DATA_DIR: folder,
    ...more,
  })
const [first, second] = ['a'.repeat(40), 'b'.repeat(40)]

it('a renewed secret is new, and the old one stays known until it is forgotten', () => {
  const made = keepSecrets(folder)
  renewSecret(folder, 'encryption', true, now)
  const renewed = readSecrets(folder)
  expect(renewed).toEqual({
    ...made,
    encryption: renewed?.encryption,
    encryption_old: [{ secret: made.encryption, replaced_at: now.toISOString() }],
  })
  expect(renewed?.encryption).not.toBe(made.encryption)
  expect(configure().encryption_secrets_old.map((secret) => secret.reveal())).toEqual([made.encryption])
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect([forgetOldSecrets(folder, 'token'), forgetOldSecrets(folder, 'encryption')]).toEqual([0, 1])
  expect(readSecrets(folder)).toEqual({ ...renewed, encryption_old: [] })
})

it('a leaked secret is forgotten, together with all earlier ones', () => {
  keepSecrets(folder)
  renewSecret(folder, 'token', true, now)
  renewSecret(folder, 'token', false, now)
  expect(readSecrets(folder)?.token_old).toEqual([])
})

it('the environment may list several old secrets, and a secret that is too short is refused by name', () => {
  const config = configure({ TOKEN_SECRET_OLD: `${first}, ${second},` })
  expect(config.token_secrets_old.map((secret) => secret.reveal())).toEqual([first, second])
  expect(() => configure({ ENCRYPTION_SECRET_OLD: `${first},short` })).toThrow('ENCRYPTION_SECRET_OLD')
  expect(JSON.stringify(config)).not.toContain(first)
})
