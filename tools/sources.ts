import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

export interface Source {
  /** From the repository's root, with slashes. */
  path: string
  text: string
}

/** Folders that hold nothing people write. Also everything that begins with a dot. */
const skipped = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report'])

/** Paths of the files that people write, sorted, from the repository's root; below `folder` when named. */
export function listFiles(folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const visible = entries.filter(({ name }) => !name.startsWith('.') && !skipped.has(name))
  return visible
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? listFiles(path) : [path]
    })
    .sort()
}

/** The files whose path fits, with their text. Generated ones are left out. */
export function readSources(pattern: RegExp): Source[] {
  const paths = listFiles().filter((path) => pattern.test(path) && !path.includes('.gen.'))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
