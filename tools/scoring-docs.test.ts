import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aggregations } from '@muster/domain/scoring/aggregations/index'
import { methods } from '@muster/domain/scoring/methods/index'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const page = readFileSync(join(root, 'docs', 'scoring.md'), 'utf8')

/** Section text by the name in its heading, line breaks as spaces. */
const sections = new Map(
  page.split(/^### /m).map((part) => [/^`([A-Z0-9_]+)`/.exec(part)?.[1] ?? '', part.replaceAll(/\s+/g, ' ')] as const),
)

test.each(Object.entries({ ...aggregations, ...methods }))(
  'docs/scoring.md explains %s in the words of the rule, with an example',
  (name, { help }) => {
    expect(sections.get(name)).toContain(help)
    expect(sections.get(name)).toMatch(/\*Example\.\* \S+/)
  },
)

test('docs/scoring.md explains nothing that does not exist', () => {
  const known = new Set(Object.keys({ ...aggregations, ...methods }))
  expect([...sections.keys()].filter((name) => name !== '' && !known.has(name))).toEqual([])
})
