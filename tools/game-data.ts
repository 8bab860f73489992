import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { GameVersion } from '@muster/contract/events'
import { type ClassTable, parseClassExport, readClassTable, writeClassTable } from '@muster/domain/items/class-table'
import { listUnknownBases } from '@muster/domain/items/classes'
import { isNameExport, parseNameExport, writeNameList } from '@muster/domain/items/name-list'
import { readList, readRecord } from '@muster/domain/items/normalise'
import { isTreeExport, parseTreeExport } from '@muster/domain/trees/tree-export'
import { Complaint, readGame, readJsonFile, readOptions, runOperatorCommand } from './command.ts'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

const usage = `Imports item classes by base type, in addition to what Muster reads from the items, names of items, and the game's trees.

  npm run -s game-data -- import FILE [--game poe1|poe2]    imports a community export of base items
  npm run -s game-data -- import FILE [--game poe1|poe2]    imports the item list of the trade site: names of uniques, base types
  npm run -s game-data -- import FILE [--patch 3.29]        imports an official tree export (passive or atlas)
  npm run -s game-data -- unknown FILE [--game poe1|poe2]   lists base types in a stash page or item list that have no class

FILE is JSON: for import an object or list of entries with "name" and "item_class", a tree with "nodes" and "groups", or
the answer of https://www.pathofexile.com/api/trade/data/items (poe2: /api/trade2/data/items), saved from a browser.
Without --patch, the tree's patch is read from its file name.`

function fail(message: string): never {
  throw new Complaint(message)
}

function readArguments(): { command: string; file: string; game_version: GameVersion; patch: string | undefined } {
  const { values, positionals } = readOptions(usage, {
    game: { type: 'string', default: 'poe1' },
    patch: { type: 'string' },
  })
  const [command = '', file = '', ...rest] = positionals
  const game_version = readGame(values.game)
  if (!['import', 'unknown'].includes(command) || file === '' || rest.length > 0) return fail(usage)
  return { command, file, game_version, patch: values.patch }
}

const tablePath = (game_version: GameVersion) => join(dataDir(), `item-classes.${game_version}.json`)

function importClasses(file: string, document: unknown, game_version: GameVersion): void {
  const result = parseClassExport(document)
  if (!result.ok) return fail(`${file}: ${result.reason}`)
  mkdirSync(dataDir(), { recursive: true })
  const path = tablePath(game_version)
  writeFileSync(path, `${JSON.stringify(writeClassTable(game_version, result.table))}\n`)
  const classes = new Set(result.table.values())
  process.stdout.write(
    `${result.table.size} base types of ${classes.size} classes for ${game_version} in ${path}; ${result.ignored} entries had no name or class.\n` +
      'Restart a running server to use them.\n',
  )
}

function importNames(file: string, document: unknown, game_version: GameVersion): void {
  const result = parseNameExport(document)
  if (!result.ok) return fail(`${file}: ${result.reason}`)
  mkdirSync(dataDir(), { recursive: true })
  const path = join(dataDir(), `item-names.${game_version}.json`)
  writeFileSync(path, `${JSON.stringify(writeNameList(game_version, result.names))}\n`)
  const { uniques, bases } = result.names
  process.stdout.write(
    `${uniques.size} names of uniques and ${bases.size} base types for ${game_version} in ${path}; ` +
      `${result.ignored} entries had no base type.\nThe workbench and the check of the definition use them at once.\n`,
  )
}

/** `3.29` and `3_29` from an option or a file name, in the form of builds. */
function readPatch(file: string, patch: string | undefined): string {
  const [, major, minor] =
    (patch === undefined ? /(\d{1,2})[._](\d{1,3})(?!\d)/ : /^(\d{1,2})[._](\d{1,3})$/).exec(patch ?? basename(file)) ?? []
  return major === undefined || minor === undefined
    ? fail(`${file}: the patch of this tree is unknown; add --patch, for example --patch 3.29`)
    : `${Number(major)}_${Number(minor)}`
}

function importTree(file: string, document: unknown, game_version: GameVersion, patch: string): void {
  const result = parseTreeExport(document, game_version, patch)
  if (!result.ok) return fail(`${file}: ${result.reason}`)
  const { kind, nodes, edges } = result.tree
  mkdirSync(dataDir(), { recursive: true })
  const path = join(dataDir(), `tree.${game_version}.${kind}.${patch}.json`)
  writeFileSync(path, `${JSON.stringify(result.tree)}\n`)
  process.stdout.write(
    `The ${kind} tree of ${game_version} ${patch.replace('_', '.')} with ${nodes.length} nodes and ${edges.length} lines in ${path}; ` +
      `${result.ignored} nodes have no position in it.\nPages use it from their next load.\n`,
  )
}

/** undefined without an import for this game: then classes come from the items. */
function loadTable(game_version: GameVersion): ClassTable | undefined {
  const path = tablePath(game_version)
  if (!existsSync(path)) return undefined
  return readClassTable(readJsonFile(path), game_version) ?? fail(`${path} is not a table of item classes; import it again`)
}

function listUnknown(file: string, game_version: GameVersion): void {
  const document = readJsonFile(file)
  const items = Array.isArray(document)
    ? document.map(readRecord)
    : readList(readRecord(document).stashes).flatMap((stash) => readList(readRecord(stash).items).map(readRecord))
  if (items.length === 0) fail(`${file}: neither a list of items nor a page of stashes`)
  const unknown = listUnknownBases(items, { game_version, table: loadTable(game_version) })
  const missing = unknown.reduce((sum, base) => sum + base.items, 0)
  for (const { base_type, icon, items: count } of unknown) process.stdout.write(`${count}\t${base_type}\t${icon}\n`)
  process.stdout.write(
    `${items.length - missing} of ${items.length} items have a class; ${unknown.length} base types have none.\n`,
  )
}

await runOperatorCommand(async () => {
  const { command, file, game_version, patch } = readArguments()
  if (command === 'unknown') return listUnknown(file, game_version)
  const document = readJsonFile(file)
  demandOwner(dataDir())
  if (isTreeExport(document)) importTree(file, document, game_version, readPatch(file, patch))
  else if (isNameExport(document)) importNames(file, document, game_version)
  else importClasses(file, document, game_version)
})
