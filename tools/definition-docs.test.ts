import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFields } from '@muster/contract/events'
import { definitionSchema } from '@muster/domain/definition-file/format'
import { expect, it } from 'vitest'
import { root } from './places.ts'

const path = join(root, 'docs', 'definition.schema.json')

it('docs/definition.schema.json equals the format of definition files (UPDATE_SCHEMA=1 rewrites it)', () => {
  const written = `${JSON.stringify(definitionSchema, null, 2)}\n`
  if (process.env['UPDATE_SCHEMA']) writeFileSync(path, written)
  expect(readFileSync(path, 'utf8')).toBe(written)
})

it('docs/definition-files.md names every field of an event', () => {
  const [row = ''] = /^\| `event` \|.*$/m.exec(readFileSync(join(root, 'docs', 'definition-files.md'), 'utf8')) ?? []
  expect(eventFields.map(({ name }) => name).filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})
