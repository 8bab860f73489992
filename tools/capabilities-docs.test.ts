import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capabilities } from '@muster/domain/tracking/capabilities'
import { expect, test } from 'vitest'
import { root } from './places.ts'

// docs/without-a-key.md lists the abilities of a server from domain/src/tracking/capabilities.ts, like the overview and the doctor.

const file = join(root, 'docs', 'without-a-key.md')
const begin = '| | Without the key | The key adds |'

const rows = capabilities.map(({ name, without, adds }) => `| ${name} | ${without ?? ''} | ${adds ?? ''} |`)
const table = [begin, '|---|---|---|', ...rows].join('\n')

test('docs/without-a-key.md equals the table in the code; UPDATE_CAPABILITIES=1 rewrites it', () => {
  const text = readFileSync(file, 'utf8')
  const [before = ''] = text.split(begin)
  const after = text.slice(text.lastIndexOf(' |\n') + ' |\n'.length)
  if (process.env['UPDATE_CAPABILITIES']) writeFileSync(file, `${before}${table}\n${after}`)
  expect(readFileSync(file, 'utf8')).toContain(`${table}\n`)
})
