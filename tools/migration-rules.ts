import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

// Processes of the previous version keep running while the first process of the new one migrates the database, and may restart on it.
// So a migration only adds (CONTRIBUTING says how); unused columns go one release later, in a migration whose name says since when.

/** A released version, which may run somewhere. */
export interface Release {
  readonly version: string
  /** The commit of its program in this repository. */
  readonly commit: string
  readonly newest_migration: string
}

const folder = join(root, 'database', 'migrations')

export const listReleases = () => JSON.parse(readFileSync(join(root, 'database', 'releases.json'), 'utf8')) as Release[]
export const listMigrationFiles = (): { name: string; text: string }[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => ({ name: file.replace('.sql', ''), text: readFileSync(join(folder, file), 'utf8') }))

/** Statements in lower case, without comments and with empty quotes. */
function readStatements(text: string): string[] {
  const plain = text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  return plain
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

/** The parts of an `alter table`, which commas within brackets do not divide. */
function splitActions(actions: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of actions) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${sign}`)
  }
  return parts.map((part) => part.trim())
}

const table = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?"?(\w+)"?`

/** Why a program of the previous version might fail after this action; null if it cannot. */
function judgeAction(action: string): string | null {
  if (/^drop constraint (if exists )?"?\w+_(check|fkey)"?/.test(action)) return null
  if (action.startsWith('drop ')) return 'drops something'
  if (action.startsWith('rename ')) return 'renames something'
  if (/^alter (column )?"?\w+"? (set data )?type /.test(action)) return 'changes a type'
  if (/^alter (column )?"?\w+"? set not null/.test(action)) return 'demands a value'
  if (/^alter (column )?"?\w+"? drop default/.test(action)) return 'demands a value'
  if (/^add (constraint|check|unique|foreign|primary|exclude)\b/.test(action)) return 'forbids values'
  if (action.startsWith('add ') && / not null/.test(action) && !/ (default|generated) /.test(action)) return 'demands a value'
  return null
}

/** The statements of a migration that might break a program of the previous version, each with the reason. */
export function findContractions(text: string): string[] {
  const made = new Set<string>()
  const added = new Set<string>()
  return readStatements(text).flatMap((statement) => {
    const created = new RegExp(`^create (?:unlogged )?table ${table}`).exec(statement)?.[1]
    if (created !== undefined) made.add(created)
    const altered = new RegExp(`^alter table ${table} (.*)$`).exec(statement)
    if (altered) {
      const [, name = '', actions = ''] = altered
      for (const [, column] of actions.matchAll(/\badd (?:column )?(?:if not exists )?"?(\w+)"?/g)) added.add(`${name} ${column}`)
      return made.has(name)
        ? []
        : splitActions(actions).flatMap((action) => {
            const why = judgeAction(action)
            return why === null ? [] : [`${why}: ${action} (${name})`]
          })
    }
    const unique = new RegExp(String.raw`^create unique index .*?\bon ${table} (?:using \w+ )?\(([^()]*)\)`).exec(statement)
    if (unique) {
      const [, name = '', columns = ''] = unique
      // A program that does not know a column leaves it empty, and empty values do not collide.
      const isNew = columns.split(',').some((column) => added.has(`${name} ${column.trim()}`))
      return made.has(name) || isNew ? [] : [`forbids values: ${statement}`]
    }
    if (/^drop (?!index )/.test(statement)) return [`drops something: ${statement}`]
    if (/^alter (?!table )/.test(statement)) return [`changes something: ${statement}`]
    return /^do\b/.test(statement) ? [`hides what it does: ${statement}`] : []
  })
}
