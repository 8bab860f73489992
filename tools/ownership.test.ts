import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from '@muster/server/start-problems'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demandOwner, describeRunAs, listRefused, replacePrivateFile, type System } from './ownership.ts'

const us = process.geteuid?.() ?? 0
/** Another user if we may act as one, otherwise ourselves. */
const other = us === 0 ? { uid: 65534, gid: 65534, name: 'nobody' } : { uid: us, gid: process.getegid?.() ?? 0, name: 'us' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-owner-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const muster = { uid: 990, gid: 990, name: 'muster' }
const aSystem = (uid: number | null, is_writable: boolean): System => ({
  uid,
  findOwner: (path) => (path === folder ? muster : null),
  mayWrite: () => is_writable,
})

test.each<[string, number | null, boolean]>([
  ['its owner', 990, true],
  ['another user who may write there, as in the volume of a cluster', 1000, true],
  ['a system without users', null, true],
])('%s may write into a folder', (_, uid, is_writable) => {
  expect(() => demandOwner(folder, aSystem(uid, is_writable))).not.toThrow()
})

test.each<[string, number, boolean, string]>([
  ['root, whose files the owner could not read', 0, true, 'runuser -u muster -- npm run -s '],
  ['another user who may not write there', 424_242, false, 'sudo -u muster npm run -s '],
])('%s sees the user to run the command as', (_, uid, is_writable, line) => {
  const refuse = () => demandOwner(folder, aSystem(uid, is_writable))
  expect(refuse).toThrow(StartProblem)
  expect(refuse).toThrow(`${folder} belongs to muster`)
  expect(refuse).toThrow(expect.objectContaining({ todo: expect.stringContaining(line) }))
})

test('a user sees how to take over a folder of root, and not to run the command as root', () => {
  const system = { ...aSystem(424_242, false), findOwner: () => ({ uid: 0, gid: 0, name: 'root' }) }
  expect(() => demandOwner(folder, system)).toThrow(
    expect.objectContaining({ todo: expect.stringMatching(/^As root: chown -R \S+ /) }),
  )
})

test('a missing folder belongs to the owner of its parent', () => {
  expect(() => demandOwner(join(folder, 'not', 'there'), aSystem(0, true))).toThrow('belongs to muster')
  expect(() => demandOwner(join(folder, 'not', 'there'))).not.toThrow()
})

test('the line to run is the same command, quoted for a shell', () => {
  const argv = ['node', '/srv/muster/tools/backup.ts', '--keep', '48', "/var/lib/it's mine"]
  expect(describeRunAs('muster', 1000, argv)).toBe(
    String.raw`sudo -u muster npm run -s backup -- --keep 48 '/var/lib/it'\''s mine'`,
  )
  expect(describeRunAs('#1000', 0, ['node', '/srv/tools/doctor.ts'])).toBe(`sudo -u '#1000' npm run -s doctor`)
})

test('a replaced private file keeps its owner, and a new one gets the given owner', () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'old', { mode: 0o644 })
  chownSync(file, other.uid, other.gid)
  replacePrivateFile(file, 'new', { uid: us, gid: 0 })
  replacePrivateFile(join(folder, 'second'), 'new', other)
  for (const path of [file, join(folder, 'second')]) {
    const { uid, mode } = statSync(path)
    expect([readFileSync(path, 'utf8'), uid, mode & 0o777]).toEqual(['new', other.uid, 0o600])
  }
  expect(readdirSync(folder).toSorted()).toEqual(['.env', 'second'])
})

test('finds the paths that a user may not access, even behind a closed folder', () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  writeFileSync(join(closed, 'inside'), '')
  writeFileSync(join(folder, 'open'), '')
  writeFileSync(join(folder, 'write only'), '')
  for (const [path, mode] of [
    ['', 0o755],
    ['open', 0o444],
    ['write only', 0o222],
    ['closed', 0o000],
  ] as const)
    chmodSync(join(folder, path), mode)
  const paths = ['open', 'write only', 'closed/inside'].map((name) => join(folder, name))
  const found = (right: 'r' | 'w') => listRefused(other, right, paths)?.map((path) => path.slice(folder.length + 1))
  expect([found('r'), found('w')]).toEqual([
    ['write only', 'closed/inside'],
    ['open', 'closed/inside'],
  ])
  chmodSync(closed, 0o700)
})
