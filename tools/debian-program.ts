import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'
import { runProgram } from './processes.ts'

/** The folders in which Debian installs programs. */
const shelves = ['usr/bin', 'usr/sbin']

const findIn = (folder: string, name: string) => shelves.map((shelf) => join(folder, shelf, name)).find(existsSync)

/**
 * A program of a Debian package: installed, or unpacked into a cache folder. The package is not installed, because that would also
 * start its service.
 * @throws Error with the package to install
 */
export async function provideDebianProgram(name: string, debianPackage = name): Promise<string> {
  const unpacked = join(root, 'node_modules', '.cache', 'debian', debianPackage)
  const present = findIn('/', name) ?? findIn(unpacked, name)
  if (present !== undefined) return present
  const complaint = (await unpack(debianPackage, unpacked)) ?? ''
  const found = findIn(unpacked, name)
  if (found !== undefined) return found
  throw new Error(`${name} is missing: install it (on Debian: apt-get install ${debianPackage}). ${complaint}`)
}

/** @returns the reason of a failure */
async function unpack(debianPackage: string, folder: string): Promise<string | null> {
  if (!existsSync('/usr/bin/apt-get')) return 'There is no apt-get to fetch it with.'
  const shelf = join(folder, '..')
  mkdirSync(shelf, { recursive: true })
  const work = mkdtempSync(join(shelf, 'part-'))
  try {
    const download = () => runProgram('apt-get', ['-qq', 'download', debianPackage], { cwd: work })
    let fetched = await download()
    // A new machine has no lists of packages.
    if (fetched.code !== 0 && process.getuid?.() === 0) {
      await runProgram('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', 'update'])
      fetched = await download()
    }
    const file = readdirSync(work).find((one) => one.endsWith('.deb'))
    if (file === undefined) return fetched.output.trim()
    const files = join(work, 'files')
    const { status, stderr } = spawnSync('dpkg-deb', ['-x', join(work, file), files], { encoding: 'utf8' })
    if (status !== 0) return stderr
    rmSync(folder, { recursive: true, force: true })
    renameSync(files, folder)
    return null
  } finally {
    rmSync(work, { recursive: true })
  }
}
