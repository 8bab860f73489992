import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameKinds, type NameSection } from '@muster/contract/item-names'
import { type ClassTable, parseClassExport } from '@muster/domain/items/class-table'
import { writeNameFile } from '@muster/domain/items/name-file'
import { collectNames, readGemColours, readLineageGems, readTradeEntries } from '@muster/domain/items/name-sources'
import { Complaint, readGame, readJsonFile, readOptions, runCommand } from './command.ts'
import { root } from './places.ts'

// Makes the list of names of items that ships with Muster (docs/decisions/0077-names-of-items-ship-with-muster.md).

const usage = `Writes the names of items of one game: uniques with their base types, cards, gems, currencies, base types.

  npm run -s item-names -- --game poe1|poe2 FILE --from SOURCE [FILE --from SOURCE]... [--out FILE]

Each FILE is JSON: the item list of the trade site, a table of base items with classes, a list of gems with their attributes, or
the list of the currency exchange, which tells lineage supports.
Its SOURCE says who publishes it, the file's name there, and commit and date of the file's last change; it is written into the head
of the list.`

interface Input {
  entries: ReturnType<typeof readTradeEntries>
  classes: ClassTable
  colours: ReadonlyMap<string, string>
  lineage: ReadonlySet<string>
}

/** Adds a document to the input, by its form. */
function readDocument(input: Input, file: string): Input {
  const document = readJsonFile(file)
  const entries = readTradeEntries(document)
  if (entries.length > 0) return { ...input, entries }
  const colours = readGemColours(document)
  if (colours.size > 0) return { ...input, colours }
  const lineage = readLineageGems(document)
  if (lineage.size > 0) return { ...input, lineage }
  const read = parseClassExport(document)
  if (!read.ok) throw new Complaint(`${file}: neither entries of the trade site, nor gems, nor base items: ${read.reason}`)
  return { ...input, classes: read.table }
}

/** Sentences about names that no source has. */
function listGaps(sections: readonly NameSection[], { colours }: Input): string[] {
  const absent = nameKinds.filter((kind) => !sections.some((section) => section.kind === kind))
  const colourless = sections.filter(({ kind, group }) => kind === 'gem' && group === '').flatMap(({ names }) => names)
  return [
    ...(absent.length > 0 ? [`No source has names of these kinds: ${absent.join(', ')}.`] : []),
    ...(colours.size === 0 ? ['No source has the colours of gems: they are grouped by their sort.'] : []),
    ...(colourless.length > 0 ? [`No source has the colours of ${colourless.length} gems; their section names none.`] : []),
  ]
}

await runCommand(async () => {
  const { values, positionals } = readOptions(usage, {
    game: { type: 'string', default: '' },
    from: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
  })
  if (positionals.length === 0 || values.from.length !== positionals.length) throw new Complaint(usage)
  const game_version = readGame(values.game)
  const input = positionals.reduce<Input>(readDocument, {
    entries: [],
    classes: new Map(),
    colours: new Map(),
    lineage: new Set(),
  })
  if (input.entries.length === 0) throw new Complaint('No FILE is an item list of the trade site.')
  const sections = collectNames({ game_version, ...input })
  const head = [
    `Names of items (${game_version}), one per line, a unique with its base type: facts, no export of data.`,
    'Written by `npm run -s item-names`; do not edit.',
    ...values.from.map((source) => `Source: ${source}.`),
    ...listGaps(sections, input),
  ]
  const path = values.out ?? join(root, 'server', 'src', 'item-names', `${game_version}.txt`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, writeNameFile(head, sections))
  const counts = nameKinds.map((kind) => {
    const named = sections.filter((section) => section.kind === kind)
    return `${named.reduce((sum, { names }) => sum + names.length, 0)} ${kind}`
  })
  process.stdout.write(`${counts.join(', ')} in ${path}\n`)
})
