import { readFileSync } from 'node:fs'
import type { KeyScope } from '@muster/contract/keys'

/** The columns of docs/access.md. */
export const columns = [
  'nobody',
  'user',
  'player',
  'lead',
  'rival',
  'rival-lead',
  'admin',
  'manager',
  'designer',
  'judge',
  'owner',
  'hidden',
] as const
export type Column = (typeof columns)[number]

const keysHead = 'scope  calls'

/** The scope that a key needs, by call, from docs/access.md; other calls are not for keys. */
export function listKeyCalls(): Map<string, KeyScope> {
  const text = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  const [, lines = ''] = text.split(`\`\`\`\n${keysHead}\n`)
  const rows = (lines.split('```', 1)[0] ?? '').trimEnd().replaceAll(/\n +/g, ' ').split('\n')
  return new Map(
    rows.flatMap((row) => {
      const [scope, ...names] = row.split(/[ ,]+/)
      return names.map((name) => [name, scope as KeyScope] as const)
    }),
  )
}

/**
 * Allowed callers of each call, from docs/access.md: `yes`, the status of a refusal, or `–`. Calls with the same callers share a
 * row.
 */
export function listAccess(): Map<string, Readonly<Record<Column, string>>> {
  const text = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  const tables = [...text.matchAll(/^```\n(.+)\n([^`]+)^```$/gm)]
  const rows = new Map<string, Record<Column, string>>()
  for (const [, head = '', lines = ''] of tables) {
    if (head === keysHead) continue
    if (head.split(/ +/).join() !== [...columns, 'calls'].join()) throw new Error(`unexpected columns in docs/access.md: ${head}`)
    // An indented line continues the calls of its row.
    for (const line of lines.trimEnd().replaceAll(/\n +/g, ' ').split('\n')) {
      const words = line.split(/[ ,]+/)
      const given = words.slice(0, columns.length)
      const wrong = given.find((cell) => !/^(yes|–|40\d)$/.test(cell))
      if (wrong !== undefined) throw new Error(`unexpected cell ${wrong} in docs/access.md: ${line}`)
      const row = Object.fromEntries(columns.map((column, place) => [column, given[place]])) as Record<Column, string>
      for (const name of words.slice(columns.length)) {
        if (rows.has(name)) throw new Error(`docs/access.md lists ${name} twice`)
        rows.set(name, row)
      }
    }
  }
  return rows
}
