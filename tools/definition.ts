import { readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DefinitionEdits, type WhatIf } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import { refusals } from '@muster/contract/errors'
import type { EventId } from '@muster/contract/ids'
import { definitionSchema } from '@muster/domain/definition-file/format'
import { type ApplyMode, applyModes } from '@muster/domain/definition-file/merge'
import { listEntryWarnings } from '@muster/domain/definition-file/name-warnings'
import { type ImportPlan, planImport } from '@muster/domain/definition-file/plan'
import { createItemLibrary, sayWarning } from '@muster/domain/items/item-names'
import { sayBroken } from '@muster/domain/objectives/item-coverage'
import { listNames } from '@muster/domain/items/name-list'
import { createClock } from '@muster/server/clock'
import type { Db } from '@muster/server/db/connect'
import type { Row } from '@muster/server/db/schema'
import { previewEdits } from '@muster/server/definition/preview/preview'
import { exportDefinition } from '@muster/server/features/definition-files/store'
import { loadItemNames } from '@muster/server/features/item-names/store'
import { listTeamsOf } from '@muster/server/features/teams/store'
import { Refusal } from '@muster/server/refusal'
import { applyPlan } from './apply-plan.ts'
import { readCommandConfig } from './command-config.ts'
import { Complaint, messageOf, readEvent, readOptions, runOperatorCommand } from './command.ts'
import { getNamedEvent, useDatabase } from './database.ts'
import { demandOwner } from './ownership.ts'
import { translateFiles } from './translate-files.ts'

const usage = `Exports, compares, applies and translates the definition of an event as a file, also while the server runs.

  npm run -s definition -- export EVENT [FILE]            writes it to the file, or prints it; *.json is JSON
  npm run -s definition -- diff EVENT FILE                prints what the file would change
  npm run -s definition -- apply EVENT FILE [--dry-run]   changes the event, all or nothing
  npm run -s definition -- schema                         prints the JSON Schema of the file, for editors
  npm run -s definition -- translate [FILE...]            prints a definition from the answers of another event system

  EVENT           the event's number, or "current"
  --dry-run       checks everything as apply does, says what would become of the standings, and changes nothing
  --mode MODE     replace (default): makes the event match the file; merge: removes nothing; add: changes nothing that exists
  --break-examples  applies it although saved items of objectives would no longer give the expected result
  --keep-event    name, dates and sizes of the event stay; windows count from the start that it has
  --keep-rules    the text of the rules stays
  FILE...         JSON of its calls: event, objectives, presets or rules, teams; without files, standard input.
                  Stderr lists everything that was not translated

Exits with 0 if it is done or nothing differs, 1 if diff found something, 2 if the file or the event cannot be used.
docs/definition-files.md describes the file.`

const commands = ['export', 'diff', 'apply'] as const

interface Wanted {
  readonly command: (typeof commands)[number]
  readonly event: EventId | 'current'
  readonly file: string | null
  readonly is_dry: boolean
  readonly keeps_examples: boolean
  readonly mode: ApplyMode
  readonly parts: { readonly event: boolean; readonly rules: boolean }
}

function readArguments(): Wanted {
  const flag = { type: 'boolean' } as const
  const { values, positionals } = readOptions(usage, {
    'dry-run': flag,
    'break-examples': flag,
    'keep-event': flag,
    'keep-rules': flag,
    mode: { type: 'string', default: 'replace' },
  })
  const [name, event, file, ...rest] = positionals
  const command = commands.find((one) => one === name)
  if (command === undefined || event === undefined || rest.length > 0) throw new Complaint(usage)
  if (file === undefined && command !== 'export') throw new Complaint(usage)
  if (values['dry-run'] && command !== 'apply') throw new Complaint(`--dry-run works with apply only.\n\n${usage}`)
  const mode = applyModes.find((one) => one === values.mode)
  if (mode === undefined) throw new Complaint(`--mode is one of ${applyModes.join(', ')}.\n\n${usage}`)
  return {
    mode,
    command,
    event: readEvent(event, usage),
    file: file ?? null,
    is_dry: values['dry-run'] ?? false,
    keeps_examples: !values['break-examples'],
    parts: { event: !values['keep-event'], rules: !values['keep-rules'] },
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Complaint(`${file} cannot be read: ${messageOf(error)}`)
  }
}

/** The event as a file, and the changes that another file would make. */
function plan(current: DefinitionFile, file: string, text: string, { parts, mode }: Wanted): ImportPlan {
  const planned = planImport(current, text, parts, mode)
  if (planned.ok) return planned
  const lines = planned.problems.map(
    ({ line, column, path, problem }) => `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${problem}`,
  )
  throw new Complaint(lines.join('\n'))
}

/** Lines about unknown names in the file. */
async function sayWarnings(db: Db, database_url: string, { game_version }: Row<'events'>, { file }: ImportPlan, path: string) {
  const { uniques, bases } = listNames(await loadItemNames({ config: readCommandConfig(database_url) }, db, game_version))
  const warnings = listEntryWarnings(file.document, file.lines.objectives, createItemLibrary(bases, uniques))
  return warnings.map((one) => `${path}:${one.line}: warning: ${one.entry.name}: ${sayWarning(one)}\n`).join('')
}

/** The text of a refusal, with the lines of the file. */
function describeRefusal({ code, sentence, problems }: Refusal, file: string, lines: ImportPlan['edit_lines']): string {
  const places = problems.map(({ field, problem }) => {
    const [, at, name = ''] = /^edits\.(\d+)\.?(.*)$/.exec(field) ?? []
    const line = at === undefined ? null : (lines[Number(at)] ?? null)
    return line === null ? `${file}: ${field} ${problem}` : `${file}:${line}: ${name} ${problem}`
  })
  return [sentence ?? refusals[code].sentence, ...places].join('\n')
}

const marks = { added: '+', removed: '-', changed: '~', moved: '>' } as const
const describe = ({ lines }: ImportPlan): string =>
  lines.length === 0 ? 'Nothing differs.' : lines.map(({ kind, sentence }) => `${marks[kind]} ${sentence}`).join('\n')

/** Teams whose points would change, and by how much. */
function describeEffect({ teams, broken_examples }: WhatIf, names: ReadonlyMap<number, string>): string {
  const broken = broken_examples.map((one) => `Saved item: ${sayBroken(one)}.`)
  const moved = teams.filter(({ points_now, points_then }) => points_now !== points_then)
  if (moved.length === 0) return ['The standings would stay as they are.', ...broken].join('\n')
  const lines = moved
    .toSorted((a, b) => a.rank_then - b.rank_then)
    .map(({ team_id, points_now, points_then, rank_now, rank_then }) => {
      const place = rank_now === rank_then ? '' : `, place ${rank_now} -> ${rank_then}`
      return `  ${names.get(team_id) ?? team_id}: ${points_now} -> ${points_then} points${place}`
    })
  return ['The standings would change:', ...lines, ...broken].join('\n')
}

/** Makes the edits like the server, or prints their effect on the standings. @throws Complaint */
async function apply(
  db: Db,
  database_url: string,
  event: Row<'events'>,
  current: DefinitionFile,
  planned: ImportPlan,
  { file, is_dry, keeps_examples }: Wanted,
) {
  const config = readCommandConfig(database_url)
  const clock = createClock(null)
  // Parsed as the body of the call is, so that nothing passes here that would not pass there.
  const { edits } = DefinitionEdits.parse({ edits: planned.edits })
  try {
    if (is_dry) {
      const { definition_version } = current
      const effect = await previewEdits({ config, db, clock }, event, { edits, definition_version })
      const teams = await listTeamsOf(db, [event.id])
      process.stdout.write(`${describeEffect(effect, new Map(teams.map(({ id, name }) => [id, name])))}\n`)
      return
    }
    const why = `From ${file ?? 'a file'}, on the command line`
    await applyPlan({ config, db, clock }, event.id, current, planned, why, { keeps_examples })
  } catch (error) {
    if (error instanceof Refusal) throw new Complaint(describeRefusal(error, file ?? '', planned.edit_lines))
    throw error
  }
}

async function run(db: Db, database_url: string, wanted: Wanted): Promise<void> {
  const { command, file } = wanted
  const event = await getNamedEvent(db, wanted.event)
  const format = command === 'export' && file?.endsWith('.json') ? 'json' : 'yaml'
  const current = await exportDefinition(db, event, { format, version: null })
  if (!current) throw new Error('an event has no definition')
  if (command === 'export') {
    if (file === null) process.stdout.write(current.text)
    else {
      demandOwner(dirname(resolve(file)))
      await writeFile(file, current.text)
    }
    return
  }
  const planned = plan(current, file ?? '', await readText(file ?? ''), wanted)
  process.stderr.write(await sayWarnings(db, database_url, event, planned, file ?? ''))
  process.stdout.write(`${describe(planned)}\n`)
  if (planned.edits.length === 0) return
  if (command === 'diff') {
    process.exitCode = 1
    return
  }
  await apply(db, database_url, event, current, planned, wanted)
  const count = `${planned.edits.length} ${planned.edits.length === 1 ? 'edit' : 'edits'}`
  process.stdout.write(wanted.is_dry ? `${count} can be made; nothing was changed.\n` : `${count} made.\n`)
}

await runOperatorCommand(async () => {
  if (process.argv[2] === 'schema') {
    process.stdout.write(`${JSON.stringify(definitionSchema, null, 2)}\n`)
    return
  }
  if (process.argv[2] === 'translate') {
    const { positionals } = readOptions(usage, {})
    return await translateFiles(positionals.slice(1))
  }
  const wanted = readArguments()
  await useDatabase({ max_connections: 2 }, (db, url) => run(db, url, wanted))
})
