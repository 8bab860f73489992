import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evidence } from '@muster/domain/evidence'
import { evidenceTable } from '@muster/domain/evidence-table'
import { expect, test } from 'vitest'
import { root } from './places.ts'

// docs/evidence.md lists the evidence for the form of every value that decides scores, from domain/src/evidence-table.ts. The
// compiler requires a row for every new field, number and column.

const file = join(root, 'docs', 'evidence.md')
const words: Readonly<Record<Evidence['kind'], string>> = {
  sample: 'seen',
  document: 'document',
  own: 'our own',
  guess: '**guess**',
}

/** One line for all values with the same evidence. */
function writeList(title: string, rows: Readonly<Record<string, Evidence>>): string {
  const groups = Map.groupBy(Object.entries(rows), ([, { kind, source }]) => `${words[kind]}, ${source}`)
  const lines = [...groups].map(([evidence, values]) => `- ${values.map(([name]) => name).join(', ')}: ${evidence}`)
  return [`## ${title}`, '', ...lines].join('\n')
}

const lists = [
  writeList('Item fields', evidenceTable.fields),
  writeList('Item classes', evidenceTable.classes),
  writeList("Players' numbers", evidenceTable.playerValues),
  writeList('Lines of a guild log', evidenceTable.guildLog),
].join('\n\n')

test('docs/evidence.md equals the evidence in the code; UPDATE_EVIDENCE=1 rewrites it', () => {
  const text = readFileSync(file, 'utf8')
  const written = `${text.slice(0, text.indexOf('## Item fields'))}${lists}\n`
  if (process.env['UPDATE_EVIDENCE']) writeFileSync(file, written)
  expect(readFileSync(file, 'utf8')).toBe(written)
})

test('a guess names the missing evidence, in words for organisers', () => {
  const guesses = Object.values(evidenceTable).flatMap((rows) =>
    Object.values<Evidence>(rows).filter(({ kind }) => kind === 'guess'),
  )
  expect(guesses.length).toBeGreaterThan(0)
  expect(guesses.filter(({ source }) => /[.`_]|wire/.test(source))).toEqual([])
})
