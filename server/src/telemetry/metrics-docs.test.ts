import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { metricList, type MetricRow } from './metric-list.ts'

const path = fileURLToPath(new URL('../../../docs/metrics.md', import.meta.url))

it('docs/metrics.md describes every metric (UPDATE_METRICS=1 rewrites the list)', () => {
  const rows = Object.entries<MetricRow>(metricList).map(
    ([name, { type, labels = [], help }]) =>
      `- \`${name}\` (${[type, ...labels.map((label) => `\`${label}\``)].join(', ')}): ${help}`,
  )
  const table = rows.join('\n')
  const before = readFileSync(path, 'utf8')
  const written = before.replace(/(<!-- table -->\n)[\s\S]*(<!-- end of the table -->)/, `$1${table}\n$2`)
  if (process.env['UPDATE_METRICS']) writeFileSync(path, written)
  expect(readFileSync(path, 'utf8')).toBe(written)
  expect(written).toContain(table)
})
