import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchResult } from '../bench/result.ts'
import { root } from './places.ts'

// Runs every bench/<name>.bench.ts, or the named ones, and prints their figures. --write also puts them into docs/benchmarks.md,
// between the two marks, with the date. Only ratios are comparable between machines.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const folder = join(root, 'bench')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace(/\.bench\.ts$/, ''))
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench "${unknown.join(', ')}". There are: ${known.join(', ')}.\n`)
  process.exit(2)
}

// Threads and servers load compiled modules, as in production (`serve.ts`).
const compiled = mkdtempSync(join(tmpdir(), 'muster-bench-compiled-'))
process.env['NODE_COMPILE_CACHE'] = compiled

const formatValue = ({ value, unit }: BenchResult) =>
  `${value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3))} ${unit}`.trim()

const findGoal = ({ at_most, note = '' }: BenchResult) =>
  at_most === undefined ? /(?:^|; )(goal\b[^;]*)/.exec(note)?.[1] : `goal ${at_most}`
/** The figures for docs/benchmarks.md: those with a goal. */
const selectFigures = (results: BenchResult[]) => results.filter((result) => findGoal(result))

/** Sections of docs/benchmarks.md, by name of the bench and its part. */
const sections = new Map<string, string>()
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
for (const name of positionals.length > 0 ? positionals : known) {
  process.stderr.write(`${name} on ${machine} …\n`)
  const { run } = (await import(join(folder, `${name}.bench.ts`))) as { run: () => Promise<BenchResult[]> }
  const results = await run()
  for (const result of results)
    process.stdout.write(`${result.name}: ${formatValue(result)}${result.note ? ` (${result.note})` : ''}\n`)
  const date = new Date().toISOString().slice(0, 10)
  for (const [part, own] of Map.groupBy(results, (result) => result.part)) {
    const title = part === undefined ? name : `${name}: ${part}`
    const figures = selectFigures(own)
    const goals = new Set(figures.map(findGoal))
    // Only the longest of several times with one goal is written; any other goal that all figures share is written once.
    const shared = figures.length > 1 && goals.size === 1
    const written =
      shared && figures.every(({ unit }) => unit === 'ms') ? figures.toSorted((a, b) => b.value - a.value).slice(0, 1) : figures
    const count = written.length < figures.length ? `longest of ${figures.length}, ` : ''
    const lines = written.map(
      (result) => `- ${count}${result.name}: **${formatValue(result)}**${shared ? '' : ` (${findGoal(result)})`}`,
    )
    const measured = `Measured ${date}${shared ? `, ${[...goals][0]}` : ''}.`
    if (lines.length > 0) sections.set(title, [`### ${title}`, '', measured, '', ...lines].join('\n'))
  }
}

/** Replaces the sections of the measured benches; others stay. */
function replaceSections(text: string): string {
  const [head = '', figures = '', tail = ''] = text.split(/<!-- \/?figures -->/)
  const kept = figures.split(/^(?=### )/m).flatMap((section): [string, string][] => {
    const name = /^### (.+)/.exec(section)?.[1]
    return name === undefined ? [] : [[name, section.trim()]]
  })
  const all = new Map([...kept, ...sections])
  const body = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section)
  return `${head}<!-- figures -->\n${body.join('\n\n')}\n<!-- /figures -->${tail}`
}

if (values.write) {
  const file = join(root, 'docs', 'benchmarks.md')
  writeFileSync(file, replaceSections(readFileSync(file, 'utf8')))
}
rmSync(compiled, { recursive: true, force: true })
// A bench closes its pools and sockets; a remaining handle must not keep the command alive.
process.exit(0)
