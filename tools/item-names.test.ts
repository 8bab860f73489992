import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useFolder } from '@muster/server/testing/folder'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const folder = useFolder('item-names')

function write(name: string, document: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(document))
  return path
}

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'tools', 'item-names.ts'), ...args], { encoding: 'utf8' })

const entries = [{ name: 'Mageblood', type: 'Heavy Belt' }]
const trade = write('trade.json', {
  result: [
    { id: 'accessory', entries },
    { id: 'gem', entries: [{ type: 'Arc' }, { type: 'New Gem' }] },
  ],
})
const bases = write('bases.json', [{ name: 'Heavy Belt', item_class: 'Belt' }])
const gems = write('gems.json', { a: { name: 'Arc', primary_attribute: 'intelligence' } })

test('documents are recognised by their form, and the list names its sources and gaps', () => {
  const out = join(folder, 'poe1.txt')
  const from = (source: string) => ['--from', source]
  const done = run(
    '--game',
    'poe1',
    trade,
    ...from('A, 1 May 2026'),
    bases,
    ...from('B, 2 May 2026'),
    gems,
    ...from('C'),
    '--out',
    out,
  )
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(done.stdout).toContain('1 unique, 0 card, 2 gem')
  expect(readFileSync(out, 'utf8').split('\n').slice(2)).toEqual([
    '# Source: A, 1 May 2026.',
    '# Source: B, 2 May 2026.',
    '# Source: C.',
    '# No source has names of these kinds: card, scarab, currency, map, beast.',
    '# No source has the colours of 1 gems; their section names none.',
    '',
    '[unique: Belt]',
    'Mageblood = Heavy Belt',
    '',
    '[gem]',
    'New Gem',
    '',
    '[gem: blue]',
    'Arc',
    '',
    '[base: Belt]',
    'Heavy Belt',
    '',
  ])
})

test.each([
  [['--game', 'poe1', trade], 'npm run -s item-names'],
  [['--game', 'poe3', trade, '--from', 'A'], 'not "poe3"'],
  [['--game', 'poe1', bases, '--from', 'A'], 'No FILE is an item list'],
  [['--game', 'poe1', write('empty.json', {}), '--from', 'A'], 'neither entries of the trade site'],
])('%j is refused with exit code 2 and the reason', (args, reason) => {
  expect(run(...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(reason) })
})
