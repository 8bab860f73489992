import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

export interface Source {
  /** Relative to the repository's root, with slashes. */
  path: string
  text: string
}

/** Folders without written files, besides hidden ones. */
const skipped = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report'])

/** Sorted paths of written files, relative to the repository's root; below `folder` if given. */
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

/** The matching files with their text, without generated ones. */
export function readSources(pattern: RegExp): Source[] {
  const paths = listFiles().filter((path) => pattern.test(path) && !path.includes('.gen.'))
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
