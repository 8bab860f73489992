import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDefinition } from './read.ts'
import { aDefinition } from './testing/test-definitions.ts'
import { writeDefinition, writeDefinitionJson } from './write.ts'

it.each([
  ['1,000', 'YAML', writeDefinition, 1000],
  ['200', 'JSON', writeDefinitionJson, 200],
] as const)(
  '%s random definitions (%s) are the same after writing and reading, and are written identically again',
  (_, __, write, numRuns) => {
    fc.assert(
      fc.property(aDefinition, (definition) => {
        const text = write(definition)
        const read = readDefinition(text)
        expect(read).toMatchObject({ ok: true })
        if (!read.ok) return
        expect(read.document).toEqual(definition)
        expect(write(read.document)).toBe(text)
      }),
      { numRuns },
    )
  },
  120_000,
)

it('a text keeps its blank lines, whatever is in them', () => {
  const rules = `\n \n\t\n${'Forty characters, and the library breaks it. '.repeat(2)}\n \nend`
  const read = readDefinition(writeDefinition({ event: null, scoring_presets: [], objectives: [], rules }))
  expect(read.ok && read.document.rules).toBe(rules)
})

it('an event keeps an older name unchanged; a file written by hand loses invisible characters', () => {
  const text = 'muster_definition: 1\nobjectives:\n  - name: "Head\\u200Bhunter"\n'
  const nameOf = (is_own: boolean) => {
    const read = readDefinition(text, { is_own })
    return read.ok && read.document.objectives?.[0]?.name
  }
  expect([nameOf(true), nameOf(false)]).toEqual(['Head\u200Bhunter', 'Headhunter'])
})
