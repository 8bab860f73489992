import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder for the tests of a file, removed after them and after hooks of later lines. */
export function useFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `muster-${name}-`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
