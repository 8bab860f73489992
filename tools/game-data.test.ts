import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './places.ts'

const folder = mkdtempSync(join(tmpdir(), 'game-data-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, DATA_DIR: folder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'game-data.ts'), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('an import is kept, and bases it knows are no longer unknown', () => {
  const items = write(
    'items.json',
    JSON.stringify([{ baseType: 'Odd Thing' }, { baseType: 'Odd Thing' }, { baseType: 'Iron Ring' }]),
  )
  expect(run('unknown', items).stdout).toContain('2\tOdd Thing\t\n1 of 3 items have a class; 1 base types have none.')
  const exported = write(
    'export.json',
    JSON.stringify({ 'Metadata/X': { name: 'Odd Thing', item_class: 'MemoryLine' }, 'Metadata/Y': {} }),
  )
  expect(run('import', exported)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 base types of 1 classes for poe1'),
  })
  const kept: unknown = JSON.parse(readFileSync(join(folder, 'item-classes.poe1.json'), 'utf8'))
  expect(kept).toEqual({ game_version: 'poe1', classes: { 'Odd Thing': 'MemoryLine' } })
  expect(run('unknown', items).stdout).toBe('3 of 3 items have a class; 0 base types have none.\n')
})

test.each([
  [['import', join(folder, 'absent.json')], 'no such file'],
  [['import', write('text.json', 'not JSON')], 'JSON'],
  [['import', write('empty.json', '{}')], 'no entry has both'],
  [['import', 'x', '--game', 'poe3'], 'not "poe3"'],
  [['unknown', write('nothing.json', '[]')], 'neither a list of items'],
  [['explode'], 'npm run -s game-data'],
])('%j is refused with exit code 2 and the reason', (args, reason) => {
  expect(run(...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(reason) })
})
