import { readFileSync } from 'node:fs'

/** The columns of docs/access.md. */
export const columns = [
  'nobody',
  'user',
  'player',
  'lead',
  'rival',
  'rival lead',
  'admin',
  'manager',
  'designer',
  'judge',
  'owner',
  'hidden',
] as const
export type Column = (typeof columns)[number]

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Callers of each call, from docs/access.md: `yes`, the status of a refusal, or `–`. A row lists calls with the same callers. */
export function listAccess(): Map<string, Readonly<Record<Column, string>>> {
  const text = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  const tables = text.slice(0, text.indexOf('## Records of players'))
  const lines = tables.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|-'))
  const rows = new Map<string, Record<Column, string>>()
  for (const [names = '', ...given] of lines.map(cells)) {
    if (names === 'Calls') {
      if (given.join() !== columns.join()) throw new Error(`docs/access.md has other columns: ${given.join()}`)
      continue
    }
    const wrong = given.find((cell) => !/^(yes|–|40\d)$/.test(cell))
    if (given.length !== columns.length || wrong !== undefined) throw new Error(`docs/access.md: ${names} has a cell ${wrong}`)
    const row = Object.fromEntries(columns.map((column, place) => [column, given[place]])) as Record<Column, string>
    for (const name of names.split(', ')) {
      if (rows.has(name)) throw new Error(`docs/access.md names ${name} twice`)
      rows.set(name, row)
    }
  }
  return rows
}
