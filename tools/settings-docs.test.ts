import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Environment } from '@muster/server/config'
import { expect, test } from 'vitest'
import { root } from './places.ts'

/** A default in the document that is meant word for word, and not described. */
const literal = /^(?:`([^`]*)`|(\d+))$/

/** Each variable of the first table of the document, with its default there. A line may tell of several. */
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

/** As it would be written into the environment; undefined where nothing stands for what is missing. */
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

test.each(Object.keys(properties))('docs/settings.md says what %s is when it is missing', (name) => {
  const told = documented.get(name)
  const value = findDefault(name)
  if (required.includes(name)) expect(told).toBe('required')
  else if (typeof value === 'number' || (typeof value === 'string' && value !== '')) expect(told).toBe(String(value))
  // What is left out has no value; the document says what that comes to.
  else expect(told).toMatch(/^(none|empty|generated|\d+ with )/)
})
