import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readEnvironmentFile } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'muster-environment-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('the environment takes precedence over the file .env, and without a file nothing changes', () => {
  vi.stubEnv('MUSTER_TEST_SAID', 'by the environment')
  vi.stubEnv('MUSTER_TEST_UNSAID', undefined)
  readEnvironmentFile(join(folder, 'nowhere'))
  expect(process.env['MUSTER_TEST_UNSAID']).toBeUndefined()
  writeFileSync(join(folder, '.env'), 'MUSTER_TEST_SAID=by the file\nMUSTER_TEST_UNSAID=by the file\n')
  readEnvironmentFile(folder)
  expect([process.env['MUSTER_TEST_SAID'], process.env['MUSTER_TEST_UNSAID']]).toEqual(['by the environment', 'by the file'])
})
