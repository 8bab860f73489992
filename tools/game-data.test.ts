import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useFolder } from '@muster/server/testing/folder'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const folder = useFolder('game-data')

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

test('an import is stored, and its bases are no longer unknown', () => {
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

test('the item list of the trade site is stored', () => {
  const entries = [{ name: 'Mageblood', type: 'Heavy Belt', flags: { unique: true } }, { type: 'Amber Amulet' }]
  expect(run('import', write('items-of-trade.json', JSON.stringify({ result: [{ entries }] })), '--game', 'poe2')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 names of uniques and 2 base types for poe2'),
  })
  const kept: unknown = JSON.parse(readFileSync(join(folder, 'item-names.poe2.json'), 'utf8'))
  expect(kept).toEqual({ game_version: 'poe2', uniques: ['Mageblood'], bases: ['Amber Amulet', 'Heavy Belt'] })
})

test('the tree export of the game’s maker is stored under the patch in its name or the given one', () => {
  const groups = { 1: { x: 0, y: 0 } }
  const content = JSON.stringify({ tree: 'Atlas', groups, nodes: { 7: { skill: 7, name: 'Start', group: 1 }, root: {} } })
  expect(run('import', write('atlas-tree-3.29.json', content))).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The atlas tree of poe1 3.29 with 1 nodes and 0 lines'),
  })
  const kept: unknown = JSON.parse(readFileSync(join(folder, 'tree.poe1.atlas.3_29.json'), 'utf8'))
  expect(kept).toMatchObject({ kind: 'atlas', patch: '3_29', nodes: [{ id: 7, name: 'Start' }] })
  expect(run('import', write('data.json', content), '--patch', '3.8').stdout).toContain('3_8.json')
})

test.each([
  [['import', write('tree.json', '{"nodes":{},"groups":{}}')], 'patch of this tree is unknown'],
  [['import', write('tree-3.1.json', '{"nodes":{},"groups":{}}')], 'no node'],
  [['import', join(folder, 'absent.json')], 'no such file'],
  [['import', write('text.json', 'not JSON')], 'JSON'],
  [['import', write('empty.json', '{}')], 'no entry has both'],
  [['import', write('no-names.json', '{"result":[]}')], 'no entry has the name of a unique'],
  [['import', 'x', '--game', 'poe3'], 'not "poe3"'],
  [['unknown', write('nothing.json', '[]')], 'neither a list of items'],
  [['explode'], 'npm run -s game-data'],
])('%j is refused with exit code 2 and the reason', (args, reason) => {
  expect(run(...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(reason) })
})
