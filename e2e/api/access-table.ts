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

/** The rows of docs/access.md by call: `yes`, the status of a refusal, or `–`. */
export function listAccess(): Map<string, Readonly<Record<Column, string>>> {
  const text = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|-'))
  const rows = new Map<string, Record<Column, string>>()
  for (const [name = '', ...given] of lines.map(cells)) {
    if (name === 'Call') {
      if (given.join() !== columns.join()) throw new Error(`docs/access.md has other columns: ${given.join()}`)
      continue
    }
    if (rows.has(name)) throw new Error(`docs/access.md has two rows for ${name}`)
    const wrong = given.find((cell) => !/^(yes|–|40\d)$/.test(cell))
    if (given.length !== columns.length || wrong !== undefined) throw new Error(`docs/access.md: ${name} has a cell ${wrong}`)
    rows.set(name, Object.fromEntries(columns.map((column, place) => [column, given[place]])) as Record<Column, string>)
  }
  return rows
}
