// Checks whether `npm ci` would change anything, without running it. Plain JavaScript, because it runs before the right Node is
// installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** `os` and `cpu` of a package: absent, a word, or a list. */
const fits = (allowed, ours) => allowed === undefined || [allowed].flat().includes(ours)

/**
 * Whether this folder has built pages without their sources: a container image, or an unpacked release. Packages for building and
 * testing are then not needed.
 */
export const isShipped = (root) => !existsSync(join(root, 'web', 'vite.config.ts'))

/**
 * Whether this machine needs the package. Optional packages for this system and processor count; the C library of the system, and
 * packages that npm skips for it, cannot be detected here.
 */
function isNeeded({ optional, dev, os, cpu, libc }, production) {
  if (dev && production) return false
  if (!optional) return true
  return os !== undefined && cpu !== undefined && libc === undefined && fits(os, process.platform) && fits(cpu, process.arch)
}

const wishes = ['dependencies', 'devDependencies', 'optionalDependencies']
/** Names in the lock are sorted like in a package.json; npm ensures it. */
const listWishes = (manifest) => JSON.stringify(wishes.map((kind) => manifest[kind] ?? {}))

/**
 * True if npm's own record of the installation contains everything that the lock lists for this machine, and the members'
 * package.json still match the lock. npm writes the record last, so an aborted install has none.
 */
export function isInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: wanted } = readJson(root, 'package-lock.json')
  const { packages: present } = readJson(record)
  const { workspaces } = readJson(root, 'package.json')
  const production = isShipped(root)
  const isLocked = ['', ...workspaces].every(
    (folder) => listWishes(wanted[folder] ?? {}) === listWishes(readJson(root, folder, 'package.json')),
  )
  const isThere = ([path, { version, integrity }]) =>
    present[path] !== undefined && present[path].version === version && present[path].integrity === integrity
  return isLocked && Object.entries(wanted).every((one) => one[0] === '' || !isNeeded(one[1], production) || isThere(one))
}

/** Possible paths of the bundled Node: npm 9, which Debian 13 ships, installs the package without a link to it. */
export const listBundledNodes = (root) => [
  join(root, 'node_modules', '.bin', 'node'),
  join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node'),
]
