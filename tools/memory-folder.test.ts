import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findMemoryFolder } from './memory-folder.ts'

const folders: string[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-memory-'))
  folders.push(folder)
  return folder
}

test('a folder with enough room that allows execution is chosen, and left empty', () => {
  const folder = makeFolder()
  vi.spyOn(process, 'availableMemory').mockReturnValue(16 * 1024 ** 3)
  expect(findMemoryFolder(folder)).toBe(folder)
  expect(readdirSync(folder)).toEqual([])
})

test('none is chosen with too little memory, or without such a folder', () => {
  const folder = makeFolder()
  vi.spyOn(process, 'availableMemory').mockReturnValue(4 * 1024 ** 3)
  expect(findMemoryFolder(folder)).toBeUndefined()
  vi.spyOn(process, 'availableMemory').mockReturnValue(16 * 1024 ** 3)
  const missing = join(folder, 'missing')
  expect(existsSync(missing)).toBe(false)
  expect(findMemoryFolder(missing)).toBeUndefined()
})
