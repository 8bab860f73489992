import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { version } from '@muster/server/version'
import { Complaint, readOptions, runCommand } from './command.ts'
import { listReleases } from './migration-rules.ts'
import { buildPages, forgetBuild } from './pages.ts'
import { root } from './places.ts'
import { findObstacles } from './release/obstacles.ts'
import { packFolder, packSource, writeChecksums } from './release/pack.ts'
import { isShippedFile } from './release/shipped-files.ts'

const usage = `Makes the archives of a release of this commit in dist/: the program with its built pages, its source, and SHA256SUMS.
The same commit gives the same bytes. CONTRIBUTING.md ("A release") says what comes before.

  npm run -s release               refuses a version that is not ready
  npm run -s release -- --draft    of any commit, to try it out`

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })

/** Copies everything that is shipped into a folder of its own. */
function stage(folder: string): void {
  const files = git('ls-files', '-z').split('\0').filter(isShippedFile)
  for (const path of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  const isPage = (path: string) => !basename(path).startsWith('.')
  cpSync(join(root, 'web', 'dist'), join(folder, 'web', 'dist'), { recursive: true, filter: isPage })
}

const describe = (file: string) => `${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`

await runCommand(async () => {
  const { values, positionals } = readOptions(usage, { draft: { type: 'boolean' }, help: { type: 'boolean' } })
  if (values.help || positionals.length > 0) throw new Complaint(usage)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const candidate = { version, changelog, releases: listReleases(), changes: git('status', '--porcelain') }
  const obstacles = findObstacles(candidate, values.draft ?? false)
  if (obstacles.length > 0) throw new Complaint(obstacles.join('\n'))

  forgetBuild()
  await buildPages()
  const name = `muster-${version}`
  const at = Number(git('log', '-1', '--format=%ct'))
  const target = join(root, 'dist')
  mkdirSync(target, { recursive: true })
  const [program, source] = [join(target, `${name}.tar.gz`), join(target, `${name}-source.tar.gz`)]
  const work = mkdtempSync(join(tmpdir(), 'muster-release-'))
  try {
    stage(join(work, name))
    packFolder(work, name, at, program)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  packSource(root, 'HEAD', `${name}-source`, source)
  const sums = writeChecksums(target, [program, source])
  process.stdout.write(`${[describe(program), describe(source), sums].join('\n')}\n`)
})
