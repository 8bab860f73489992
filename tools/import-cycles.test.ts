import { expect, test } from 'vitest'
import { listCycles } from './import-cycles.ts'
import { readSources } from './sources.ts'

test('no files import each other in a cycle, not even types', () => {
  const sources = readSources(/^(contract|domain|server|simulator|web|tools|bench|e2e)\/.*\.tsx?$/)
  expect(sources.length).toBeGreaterThan(400)
  expect(listCycles(sources)).toEqual([])
})

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((one) => `import { a } from '${one}'`).join('\n'),
})

test('cycles are found, including types and packages, without files that only lead to them', () => {
  const sources = [
    file('domain/src/start.ts', './x/a.ts'),
    file('domain/src/x/a.ts', '../b.ts', './end.ts'),
    { path: 'domain/src/b.ts', text: "import type { C } from '@muster/domain/c'" },
    file('domain/src/c.ts', './x/a.ts', './x/end.ts'),
    file('domain/src/x/end.ts', 'zod'),
    file('server/src/d.ts', './e.ts'),
    file('server/src/e.ts', './d.ts', '@muster/domain/start'),
  ]
  expect(listCycles(sources)).toEqual([
    ['domain/src/b.ts', 'domain/src/c.ts', 'domain/src/x/a.ts'],
    ['server/src/d.ts', 'server/src/e.ts'],
  ])
})
