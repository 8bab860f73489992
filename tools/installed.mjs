// What `npm ci` would do, seen without doing it. Plain JavaScript, because it runs before there is a Node that reads more.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** `os` and `cpu` of a package: absent, a word, or a list. */
const fits = (allowed, ours) => allowed === undefined || [allowed].flat().includes(ours)

/**
 * Whether this folder has no sources of the pages, but the pages themselves: a container image, or an unpacked release. Packages
 * that only build, check and test are then not needed.
 */
export const isShipped = (root) => !existsSync(join(root, 'web', 'vite.config.ts'))

/**
 * Whether this machine needs the package. Of the optional ones those made for this system and processor; which C library a
 * system has, and what npm leaves out with packages that are not for us, cannot be told from here.
 */
function isNeeded({ optional, dev, os, cpu, libc }, production) {
  if (dev && production) return false
  if (!optional) return true
  return os !== undefined && cpu !== undefined && libc === undefined && fits(os, process.platform) && fits(cpu, process.arch)
}

const wishes = ['dependencies', 'devDependencies', 'optionalDependencies']
/** In the lock as in a package.json, names are sorted; npm sees to it. */
const listWishes = (manifest) => JSON.stringify(wishes.map((kind) => manifest[kind] ?? {}))

/**
 * True when npm's own record of what it installed says that all the lock names for this machine is there, and the members'
 * package.json still ask for what the lock was made from. npm writes the record last, so an install that was broken off has none.
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

/** Where the Node that comes with the packages may be: npm 9, which Debian 13 ships, installs the package and makes no link to it. */
export const listBundledNodes = (root) => [
  join(root, 'node_modules', '.bin', 'node'),
  join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node'),
]
