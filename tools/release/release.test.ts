import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '@muster/server/version'
import { expect, onTestFinished, test } from 'vitest'
import { readDockerfile } from '../container/dockerfile.ts'
import { listReleases } from '../migration-rules.ts'
import { root } from '../places.ts'
import { listFiles } from '../sources.ts'
import { type Candidate, findObstacles } from './obstacles.ts'
import { packFolder, writeChecksums } from './pack.ts'
import { isShippedFile } from './shipped-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The same files, written in another order, at another time, with other rights. */
function writeFiles(folder: string, names: readonly string[], mode: number, at: number): void {
  mkdirSync(join(folder, 'muster', 'inner'), { recursive: true })
  for (const name of names) {
    const file = join(folder, 'muster', name)
    writeFileSync(file, `content of ${name}`, { mode })
    utimesSync(file, at, at)
  }
}

test('the same files give the same archive, for any order, times and rights', () => {
  const [one, other] = [makeFolder(), makeFolder()]
  writeFiles(one, ['b.ts', 'a.ts', 'inner/c.ts'], 0o600, 1_000_000)
  writeFiles(other, ['inner/c.ts', 'a.ts', 'b.ts'], 0o664, 2_000_000)
  const archives = [one, other].map((folder) => {
    const archive = join(folder, 'muster.tar.gz')
    packFolder(folder, 'muster', 1_700_000_000, archive)
    return archive
  })
  const [first = '', second = ''] = archives
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true)
  const sums = writeChecksums(one, [first])
  expect(execFileSync('sha256sum', ['--check', sums], { cwd: one, encoding: 'utf8' })).toBe('muster.tar.gz: OK\n')
})

const ready: Candidate = { version: '0.2.0', changelog: '# Changelog\n\n## 0.2.0 (2026-12-01)\n', releases: [], changes: '' }
const earlier = { version: '0.2.0', commit: 'f'.repeat(40), newest_migration: '0001_schema' }

test.each<[string, Partial<Candidate>, boolean, string[]]>([
  ['a version that is ready', {}, false, []],
  ['changes that are not committed', { changes: ' M a.ts\n' }, false, ['Commit these changes first']],
  ['changes, also for a draft', { changes: ' M a.ts\n' }, true, ['Commit these changes first']],
  ['a version under development', { version: '0.2.0-dev' }, false, ['0.2.0-dev is not a version of a release']],
  ['a draft of a version under development', { version: '0.2.0-dev', changelog: '' }, true, []],
  ['a changelog without the version', { changelog: '## 0.20.0 (2026-12-01)\n' }, false, ['CHANGELOG.md has no heading']],
  ['a heading without a date', { changelog: '## 0.2.0\n' }, false, ['CHANGELOG.md has no heading']],
  ['a version that was released', { releases: [earlier] }, false, ['0.2.0 is a release already']],
])('%s', (_, difference, isDraft, found) => {
  const obstacles = findObstacles({ ...ready, ...difference }, isDraft)
  expect(obstacles).toHaveLength(found.length)
  for (const [place, start] of found.entries()) expect(obstacles[place]).toContain(start)
})

test('the lock repeats the version of package.json, and the changelog lists every release', () => {
  const { version: locked, packages } = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version?: string }>
  }
  expect([locked, packages['']?.version]).toEqual([version, version])
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  for (const release of listReleases()) expect(headings.join('\n')).toContain(`${release.version} (`)
})

test('an archive has everything that the image copies, and neither tests nor sources of pages', () => {
  const files = listFiles()
  const shipped = new Set([...files, '.npmrc', '.env.example'].filter(isShippedFile))
  const lines = readDockerfile(read('Dockerfile')).find(({ name }) => name === 'assembled')?.lines ?? []
  const copied = lines
    .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1))
  expect(copied.length).toBeGreaterThan(8)
  const missing = copied.filter((path) => !shipped.has(path) && ![...shipped].some((file) => file.startsWith(`${path}/`)))
  expect(missing).toEqual([])
  const unwanted = [...shipped].filter((path) => /\.test\.|^web\/(?!package\.json$)|^e2e\/|^bench\//.test(path))
  expect(unwanted).toEqual([])
})
