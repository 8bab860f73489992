import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from './places.ts'

// Breaks the scoring rules one small change at a time, in a copy of domain/, and asks whether a test notices. Not part of
// the tests, because it takes long: `node tools/mutate.ts [part of a path]...`. What went unnoticed is listed for a person to
// judge, because some changes change nothing. Ends with 1 when not one change of a file was noticed.

const folders = ['domain/src/scoring/aggregations', 'domain/src/scoring/methods', 'domain/src/scoring', 'domain/src/characters']

const slowTests = ['domain/src/scoring/oracle.test.ts', 'domain/src/scoring/properties.test.ts']

/** No test takes longer on the busiest machine. */
const longest_ms = 1_800_000

/** Each pair is tried at each place where its first part stands. */
const changes: readonly (readonly [RegExp, string])[] = [
  [/ < /g, ' <= '],
  [/ < /g, ' >= '],
  [/ > /g, ' >= '],
  [/ > /g, ' <= '],
  [/ >= /g, ' > '],
  [/ >= /g, ' < '],
  [/ <= /g, ' < '],
  [/ <= /g, ' > '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' + '],
  [/\+\+/g, '--'],
  [/--/g, '++'],
  [/ \+= /g, ' -= '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/Math\.max/g, 'Math.min'],
  [/Math\.min/g, 'Math.max'],
  [/Math\.trunc/g, 'Math.ceil'],
  [/\?\? Infinity/g, '?? -Infinity'],
  [/\?\? -Infinity/g, '?? Infinity'],
  [/a\.objective_id - b\.objective_id/g, 'b.objective_id - a.objective_id'],
]

interface Mutant {
  readonly path: string
  readonly line: number
  readonly before: string
  readonly after: string
  readonly source: string
}

/** A counting loop that takes one step too many finds nothing there: such a change changes nothing. */
const isHarmless = (line: string, replacement: string) => replacement === ' <= ' && /^\s*for \(let /.test(line)

const isCode = (line: string) => !/^\s*(\/\/|\*|\/\*\*|import |label:|help:|'|readonly |export type |\| )/.test(line)

function listMutants(path: string): Mutant[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (!isCode(line)) return []
    return changes.flatMap(([pattern, replacement]) =>
      (isHarmless(line, replacement) ? [] : [...line.matchAll(pattern)]).map((hit) => {
        const after = line.slice(0, hit.index) + replacement + line.slice(hit.index + hit[0].length)
        return { path, line: at + 1, before: line.trim(), after: after.trim(), source: lines.with(at, after).join('\n') }
      }),
    )
  })
}

function prepareCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'muster-mutate-'))
  cpSync(join(root, 'domain'), join(copy, 'domain'), { recursive: true })
  for (const name of ['package.json', 'tsconfig.base.json']) cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
  const include = folders.map((folder) => `${folder}/*.test.ts`)
  // Random events come last: they notice most, and take longest.
  const projects = [
    { name: 'quick', include, exclude: slowTests },
    { name: 'slow', include: slowTests },
  ].map((test) => ({ test: { ...test, pool: 'threads', isolate: false, testTimeout: longest_ms } }))
  writeFileSync(join(copy, 'vitest.config.ts'), `export default ${JSON.stringify({ test: { projects } })}\n`)
  return copy
}

/** A change after which the tests take twice as long as before is noticed; one that makes them slower is not. */
let patience_ms = longest_ms

/** True when a test fails, or the tests no longer end. */
function fails(copy: string, ...tests: readonly string[]): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--bail=1', '--reporter=dot', ...tests]
  return spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: patience_ms }).status !== 0
}

/** The tests beside the file first, then all quick ones; the whole proof only when those notice nothing. */
function isNoticed(copy: string, path: string): boolean {
  const beside = path.replace(/\.ts$/, '.test.ts')
  return (
    (existsSync(join(copy, beside)) && fails(copy, beside)) || fails(copy, '--project=quick') || fails(copy, '--project=slow')
  )
}

const wanted = process.argv.slice(2)
const paths = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(folder, file)))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('experience-table.ts'))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
const copy = prepareCopy()
let unnoticed = 0
const unproved: string[] = []
try {
  const started = performance.now()
  if (fails(copy)) throw new Error('The tests fail without any change; mend that first.')
  patience_ms = Math.ceil(2 * (performance.now() - started))
  for (const path of paths) {
    const original = readFileSync(join(root, path), 'utf8')
    const mutants = listMutants(path)
    const survivors = mutants.filter(({ source }) => {
      writeFileSync(join(copy, path), source)
      return !isNoticed(copy, path)
    })
    writeFileSync(join(copy, path), original)
    unnoticed += survivors.length
    if (mutants.length > 0 && survivors.length === mutants.length) unproved.push(path)
    process.stdout.write(`${mutants.length - survivors.length} of ${mutants.length} noticed: ${relative('domain/src', path)}\n`)
    for (const { line, before, after } of survivors) process.stdout.write(`  line ${line}: ${before}\n      became: ${after}\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.stdout.write(`${unnoticed} changes went unnoticed.\n`)
for (const path of unproved) process.stdout.write(`Nothing proves ${path}.\n`)
process.exit(unproved.length === 0 ? 0 : 1)
