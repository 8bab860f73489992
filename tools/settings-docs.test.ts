import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Environment } from '@muster/server/config'
import { expect, test } from 'vitest'
import { root } from './places.ts'

/** A literal default in the document, as opposed to a description. */
const literal = /^(?:`([^`]*)`|(\d+))$/

/** Each variable of the document's first table, with its default. A line may have several. */
function readDocument(): [name: string, default_text: string][] {
  const [table = ''] = /^\| Variable \|[\s\S]*?\n\n/m.exec(readFileSync(join(root, 'docs/settings.md'), 'utf8')) ?? []
  return table
    .trim()
    .split('\n')
    .slice(2)
    .flatMap((line) => {
      const [, names = '', default_text = ''] = line.split('|').map((cell) => cell.trim())
      const defaults = names.includes(',') ? default_text.split(', ') : [default_text]
      return names
        .split(', ')
        .map((name, place): [string, string] => [
          name.replaceAll('`', ''),
          (defaults[place] ?? defaults[0] ?? '').replace(literal, '$1$2'),
        ])
    })
}

const { properties = {}, required = [] } = Environment.toJSONSchema({ io: 'input', unrepresentable: 'any' })
const documented = new Map(readDocument())

/** The default as in an environment; undefined without one. */
function findDefault(name: string): unknown {
  const schema = properties[name]
  const written = typeof schema === 'object' ? schema.default : undefined
  return written ?? Environment.shape[name as keyof typeof Environment.shape].safeParse(undefined).data
}

test('docs/settings.md names every variable that the server reads, each once, and no other', () => {
  expect(
    readDocument()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(Object.keys(properties).toSorted())
})

test.each(Object.keys(properties))('docs/settings.md states the default of %s', (name) => {
  const told = documented.get(name)
  const value = findDefault(name)
  if (required.includes(name)) expect(told).toBe('required')
  else if (typeof value === 'number' || (typeof value === 'string' && value !== '')) expect(told).toBe(String(value))
  // A variable without a default has no value; the document describes the effect.
  else expect(told).toMatch(/^(none|empty|generated|\d+ with )/)
})
