import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { withLock } from '@muster/server/db/embedded/claims'
import { ownName, problems, StartProblem } from '@muster/server/start-problems'
import { findExisting, mayWrite } from './ownership.ts'
import { root } from './places.ts'
import { runProgram } from './processes.ts'
import { listFiles } from './sources.ts'

const dist = join(root, 'web', 'dist')
/** Names the sources from which the pages were built. */
const stamp = join(dist, '.built-from')

function fingerprint(): string {
  const paths = ['web', 'contract', 'domain'].flatMap(listFiles).filter((path) => !/\.test\.tsx?$/.test(path))
  const hash = createHash('sha256')
  for (const path of [...paths, 'package-lock.json', 'tools/pages.ts'])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Adds the compressed form beside every text: the server sends it unchanged, and compresses nothing on request. */
async function compressPages(): Promise<void> {
  const texts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|css|html|svg)$/.test(path))
  await Promise.all(
    texts.map(async (path) => {
      const file = join(dist, path)
      const text = readFileSync(file)
      const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text, { level: 9 })])
      writeFileSync(`${file}.br`, br)
      writeFileSync(`${file}.gz`, gz)
    }),
  )
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

/** Whether this folder has built pages without their sources: a container image, or an unpacked release. */
const isShipped = !existsSync(join(root, 'web', 'vite.config.ts'))

/** The state of the pages; `missing` if they are not built and cannot be. */
export function findPages(): 'built' | 'to be built' | 'missing' {
  if (isShipped ? existsSync(join(dist, 'index.html')) : isBuilt()) return 'built'
  return !isShipped && existsSync(join(root, 'node_modules', '.bin', 'vite')) ? 'to be built' : 'missing'
}

/** Forces the next `buildPages` to build. */
export const forgetBuild = (): void => rmSync(stamp, { force: true })

/** Builds the pages unless they were built from exactly these sources. If several processes call it at once, one builds. */
export async function buildPages(): Promise<void> {
  const found = findPages()
  if (found === 'missing') throw new StartProblem(problems.pagesMissing())
  if (found === 'built') return
  const closed = findClosedFolder()
  if (closed !== null) throw new StartProblem(problems.pagesStale(closed, ownName()))
  await withLock(join(root, 'node_modules'), 'building-pages', async () => isBuilt() || build())
}

/** The first build folder that this user may not write to; null for none. */
export const findClosedFolder = (mayBeWritten = mayWrite): string | null =>
  [join(root, 'node_modules'), join(root, 'web', 'src'), dist].map(findExisting).find((folder) => !mayBeWritten(folder)) ?? null

async function build(): Promise<void> {
  console.log('Building the pages …')
  const { code, output } = await runProgram('vite', ['build'], { cwd: join(root, 'web') })
  if (code !== 0) throw new StartProblem(problems.pagesFail(output.trim()))
  await compressPages()
  // The build writes the table of routes, which is one of the sources.
  writeFileSync(stamp, fingerprint())
}
