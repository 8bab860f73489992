import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled, listBundledNodes } from './installed.mjs'
import { root } from './places.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-installed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const other = process.platform === 'linux' ? 'darwin' : 'linux'
const here = { optional: true, os: [process.platform], cpu: [process.arch] }
const lockfile = 'package-lock.json'
const record = join('node_modules', '.package-lock.json')

/** A repository with one member, its lock, and npm's record of `npm ci`. */
function lay(change: { manifest?: object; lock?: object; record?: object | null } = {}): string {
  const member = { dependencies: { left: '1.0.0' } }
  const left = { version: '1.0.0', integrity: 'sha512-left' }
  const native = { version: '3.0.0', integrity: 'sha512-native', ...here }
  const elsewhere = { ...native, os: [other] }
  const write = (path: string, content: object) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  write('package.json', { workspaces: ['member'] })
  write('member/package.json', { name: 'member', scripts: { any: 'thing' }, ...member, ...change.manifest })
  const installed = { member, 'node_modules/left': left, 'node_modules/native': native }
  const locked = { '': { workspaces: ['member'] }, ...installed, 'node_modules/elsewhere': elsewhere, ...change.lock }
  write(lockfile, { packages: locked })
  if (change.record !== null) write(record, { packages: { ...installed, ...change.record } })
  return folder
}

test('after a plain npm ci nothing is missing; packages for other systems are not needed', () => {
  expect(isInstalled(lay())).toBe(true)
})

test('this very repository is installed', () => {
  expect(isInstalled(root)).toBe(true)
})

test('packages for building and testing are needed for sources of pages, and not for built pages', () => {
  const lock = { 'node_modules/tool': { version: '1.0.0', integrity: 'sha512-tool', dev: true } }
  expect(isInstalled(lay({ lock }))).toBe(true)
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web', 'vite.config.ts'), '')
  expect(isInstalled(folder)).toBe(false)
})

test.each([
  ['nothing was installed, or npm was aborted', { record: null }],
  ['a package is missing', { record: { 'node_modules/left': undefined } }],
  ['an optional package for this system is missing', { record: { 'node_modules/native': undefined } }],
  ['a package has another version', { lock: { 'node_modules/left': { version: '1.0.1', integrity: 'sha512-left' } } }],
  ['a package has another content', { lock: { 'node_modules/left': { version: '1.0.0', integrity: 'sha512-other' } } }],
  ['a member requires something else than the lock', { manifest: { dependencies: { left: '2.0.0' } } }],
])('npm has work to do when %s', (_, change) => {
  expect(isInstalled(lay(change))).toBe(false)
})

test('the Node of the packages is found by its link, and without one in its package', () => {
  expect(listBundledNodes('/srv/muster')).toEqual([
    '/srv/muster/node_modules/.bin/node',
    `/srv/muster/node_modules/node-${process.platform}-${process.arch}/bin/node`,
  ])
})
