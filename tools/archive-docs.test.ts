import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ArchiveLine, describeArchive } from '@muster/contract/event-archive'
import { expect, it } from 'vitest'
import { root } from './places.ts'

const path = join(root, 'docs', 'event-archive.schema.json')

it('docs/event-archive.schema.json describes every line of an archive (UPDATE_SCHEMA=1 rewrites it)', () => {
  const written = `${JSON.stringify(describeArchive(), null, 2)}\n`
  if (process.env['UPDATE_SCHEMA']) writeFileSync(path, written)
  expect(readFileSync(path, 'utf8')).toBe(written)
})

it('docs/event-archive.md has a row for every type of line', () => {
  const text = readFileSync(join(root, 'docs', 'event-archive.md'), 'utf8')
  const types = ArchiveLine.options.map((option) => option.shape.type.value)
  expect(types.filter((type) => !text.includes(`| \`${type}\` |`))).toEqual([])
})
