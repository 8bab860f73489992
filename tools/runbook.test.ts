import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'

// An operator woken by an alert finds its section at once.

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every alert links to its heading in the runbook, and every such heading belongs to an alert', () => {
  const rules = read('deploy/alerts.yaml')
    .split(/^ +- alert: /m)
    .slice(1)
  const alerts = rules.map((rule) => ({
    name: rule.slice(0, rule.indexOf('\n')).trim(),
    runbook: /^ +runbook: (\S+)$/m.exec(rule)?.[1],
  }))
  const chapters = read('docs/operations.md').split(/^### /m).slice(1)
  const sections = chapters.map((chapter) => ({ name: chapter.slice(0, chapter.indexOf('\n')).trim(), chapter }))
  const ofAlerts = sections.filter(({ name }) => name.startsWith('Muster'))
  expect(alerts.length).toBeGreaterThan(15)
  expect(alerts).toEqual(alerts.map(({ name }) => ({ name, runbook: `docs/operations.md#${name.toLowerCase()}` })))
  expect(ofAlerts.map(({ name }) => name)).toEqual(alerts.map(({ name }) => name))
  for (const { chapter } of ofAlerts) expect(chapter).toMatch(/\*\*Do\*\*: \S/)
})

test('links within the runbook lead to headings', () => {
  const text = read('docs/operations.md')
  const anchors = new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor)
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([])
})
