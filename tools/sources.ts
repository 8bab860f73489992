import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

export interface Source {
  /** From the repository's root, with slashes. */
  path: string
  text: string
}

/** The files of the house that people write: tracked or new, not ignored, not generated. */
export function readSources(pattern: RegExp): Source[] {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error(`git could not list the files: ${listed.stderr}`)
  const paths = listed.stdout.split('\0').filter((path) => pattern.test(path) && !path.includes('.gen.'))
  // A file that was just deleted is still listed.
  const present = paths.filter((path) => existsSync(join(root, path)))
  return present.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
