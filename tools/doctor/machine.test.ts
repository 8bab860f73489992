import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeFindings, type Finding, ok, problem, warning } from './finding.ts'
import {
  judgeCalculators,
  judgeDisk,
  judgeMemory,
  judgeNode,
  judgeOpenFiles,
  judgePages,
  judgePrivatePaths,
  readOpenFiles,
  readPrivatePaths,
  readSpace,
} from './machine.ts'

const all = ['http', 'jobs', 'scoring'] as const
const gb = 1024 ** 3
const us = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0, name: 'us' }
const states = (findings: Finding[]) => findings.map(({ state }) => state)

test('Node, memory, disk and open files are enough, few, or too few', () => {
  expect(states([judgeNode('24.21.0'), judgeNode('22.20.0')])).toEqual(['ok', 'problem'])
  expect(states([judgeMemory(2 * gb, 0), judgeMemory(gb, 2), judgeMemory(gb / 4, 0)])).toEqual(['ok', 'warning', 'problem'])
  const disk = (free: number, is_writable = true) => judgeDisk({ free, is_writable }, '/srv/muster/.data', 'muster')
  const disks = [disk(9 * gb), disk(gb), disk(gb / 4), disk(0), disk(9 * gb, false)]
  expect(states(disks)).toEqual(['ok', 'warning', 'problem', 'problem', 'problem'])
  expect(disks[3]?.text).toBe('The disk with /srv/muster/.data is full.')
  const files = [65_536, 4096, 256].map((limit) => judgeOpenFiles(limit, all))
  expect(states(files)).toEqual(['ok', 'warning', 'problem'])
  expect(judgeOpenFiles(4096, ['jobs']).state).toBe('ok')
})

test('the limit of open files is the soft one', () => {
  const limits =
    'Limit      Soft Limit   Hard Limit   Units\nMax open files            1024                 524288               files\n'
  expect([readOpenFiles(limits), readOpenFiles(limits.replace('1024', 'unlimited')), readOpenFiles('')]).toEqual([
    1024,
    Number.POSITIVE_INFINITY,
    null,
  ])
})

test('secrets that others may read are named with what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-doctor-'))
  try {
    const [file, data] = [join(folder, '.env'), join(folder, 'data')]
    expect(judgePrivatePaths(readPrivatePaths(file, data)).map(({ text }) => text)).toEqual(['no secrets stored yet'])
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(file, '', { mode: 0o600 })
    writeFileSync(join(data, 'secrets.json'), '', { mode: 0o600 })
    expect(states(judgePrivatePaths(readPrivatePaths(file, data)))).toEqual(['ok'])
    chmodSync(file, 0o640)
    chmodSync(join(data, 'secrets.json'), 0o604)
    expect(judgePrivatePaths(readPrivatePaths(file, data)).map(({ state, todo }) => `${state} ${todo}`)).toEqual([
      `problem chmod go= ${file}`,
      `problem chmod go= ${join(data, 'secrets.json')}`,
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a missing folder has the space of its parent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-doctor-'))
  try {
    // Free space changes during the test; its folder does not.
    const space = { free: expect.any(Number) as number, is_writable: true }
    expect([readSpace(folder, us), readSpace(join(folder, 'not', 'there'), us)]).toEqual([space, space])
    expect(readSpace(join(folder, 'not', 'there'), us).free).toBeGreaterThan(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('pages that cannot be built, and a missing LuaJIT, are problems only if they are needed', () => {
  const pages = (state: Parameters<typeof judgePages>[0], closed: string | null = null) =>
    judgePages(state, all, closed, 'muster')
  const found = [pages('built', '/srv/web'), pages('to be built'), pages('to be built', '/srv/web'), pages('missing')].flat()
  expect(states(found)).toEqual(['ok', 'ok', 'problem', 'problem'])
  expect(found[2]?.text).toBe('The pages are older than their sources, and the user muster may not write to /srv/web.')
  expect(judgePages('missing', ['jobs'], null, 'muster')).toEqual([])
  expect(judgeCalculators([], null)).toEqual([])
  expect(states([...judgeCalculators(['/srv/pob'], 'LuaJIT 2.1'), ...judgeCalculators(['/srv/pob'], null)])).toEqual([
    'ok',
    'problem',
  ])
})

test('findings are one a line, with the remedy below, and counted', () => {
  const findings = [ok('Node', '24'), warning('Disk', 'little.', 'Free some.'), problem('Database', 'away.', 'Start it.')]
  expect(describeFindings(findings)).toBe(`ok       Node      24
warning  Disk      little.
                   → Free some.
problem  Database  away.
                   → Start it.

1 problem, 1 warning.`)
})
