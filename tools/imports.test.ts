import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBreaches, listImports, type Manifests } from './imports.ts'
import { members, root } from './places.ts'
import { readSources } from './sources.ts'

const read = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifests[string]
const manifests: Manifests = Object.fromEntries(['.', ...members].map((folder) => [folder, read(folder)]))

test('no import breaks the rules', () => {
  const sources = readSources(/\.(ts|tsx|mjs)$/)
  expect(sources.length).toBeGreaterThan(50)
  expect(listBreaches(sources, manifests)).toEqual([])
})

test('all forms of import are seen, and words in comments are not', () => {
  const text = [
    "import type { A } from './a.ts'",
    "import {\n  b,\n} from 'b'",
    "export * from './c.ts'",
    "import './d.css'",
    `const e = await ${'import'}('e/deep')`,
    "// import x from 'commented'",
    "/* import y from 'commented-too' */",
    "import icon from './f.svg?raw'",
  ].join('\n')
  const seen = listImports(text).map((one) => `${one.specifier}${one.type ? ' (type)' : ''}`)
  expect(seen).toEqual(['./a.ts (type)', 'b', './c.ts', './f.svg', './d.css', 'e/deep'])
})

const through: [path: string, line: string][] = [
  ['contract/src/a.ts', `import { b } from '@muster/domain/b'`],
  ['contract/src/a.ts', `import { readFileSync } from 'node:fs'`],
  ['contract/src/a.test.ts', `import { readFileSync } from 'node:fs'`],
  ['contract/src/a.ts', `import pg from 'pg'`],
  ['domain/src/a.ts', `import fs from 'node:fs'`],
  ['domain/src/a.ts', `import { z } from 'zod'`],
  ['domain/src/a.ts', `import { b } from '@muster/server/b'`],
  ['domain/src/a.test.ts', `import { b } from '@muster/simulator/b'`],
  ['domain/src/a.ts', `import { b } from '../../contract/src/b.ts'`],
  ['simulator/src/a.ts', `import { b } from '@muster/domain/b'`],
  ['simulator/src/a.ts', `import { b } from '@muster/server/b'`],
  ['simulator/src/a.test.ts', `import { b } from '@muster/server/b'`],
  ['server/src/a.ts', `import { b } from '@muster/web/b'`],
  ['server/src/a.ts', `import { b } from '@muster/simulator/b'`],
  ['server/src/a.ts', `import react from 'react'`],
  ['server/src/a.ts', `import { x } from '../../tools/x.ts'`],
  ['server/src/http/a.ts', `import { b } from '../jobs/b.ts'`],
  ['server/src/jobs/a.ts', `import { b } from '../scoring/b.ts'`],
  ['server/src/scoring/a.ts', `import type { B } from '../live/b.ts'`],
  ['server/src/live/a.ts', `import { b } from '../http/b.ts'`],
  ['server/src/db/a.ts', `import { b } from '../features/events/store.ts'`],
  ['server/src/gateways/game/a.ts', `import { b } from '../../db/b.ts'`],
  ['server/src/features/events/a.ts', `import { b } from '../teams/routes.ts'`],
  ['server/src/features/events/a.ts', `import { b } from '../../gateways/game/client.ts'`],
  ['server/src/features/events/a.ts', `import { b } from '../../scoring/b.ts'`],
  ['server/src/context.ts', `import { b } from './main.ts'`],
  ['server/src/call.ts', `import { b } from './testing/b.ts'`],
  ['web/src/a.ts', `import { b } from '@muster/server/b'`],
  ['web/src/a.ts', `import fs from 'node:fs'`],
  ['web/src/ui/a.tsx', `import { b } from '../api/b.ts'`],
  ['web/src/ui/a.tsx', `import type { B } from '@muster/contract/b'`],
  ['web/src/features/ladder/a.tsx', `import { b } from '../scoreboard/b.tsx'`],
  ['web/src/lib/a.ts', `import { b } from '../features/ladder/b.tsx'`],
  ['tools/a.ts', `import pg from 'pg'`],
]

test.each(through)('%s may not import with %s', (path, line) => {
  expect(listBreaches([{ path, text: line }], manifests)).toHaveLength(1)
})

const allowed: [path: string, line: string][] = [
  ['contract/src/a.ts', `import { z } from 'zod'`],
  ['domain/src/a.ts', `import { RE2JS } from 're2js'`],
  ['domain/src/a.test.ts', `import fc from 'fast-check'`],
  ['domain/src/a.test.ts', `import { readFileSync } from 'node:fs'`],
  ['server/src/a.test.ts', `import { b } from '@muster/simulator/b'`],
  ['server/src/jobs/a.ts', `import { b } from '../db/b.ts'`],
  ['server/src/features/events/a.ts', `import { b } from '../teams/store.ts'`],
  ['server/src/features/events/a.ts', `import type { B } from '../../gateways/game/gateway.ts'`],
  ['server/src/main.ts', `import { b } from './jobs/b.ts'`],
  ['web/src/routes/a.tsx', `import { b } from '../features/ladder/b.tsx'`],
  ['web/vite.config.ts', `import react from '@vitejs/plugin-react'`],
  ['tools/a.ts', `import { b } from '@muster/server/b'`],
  ['e2e/a.spec.ts', `import { test } from '@playwright/test'`],
]

test.each(allowed)('%s may import with %s', (path, line) => {
  expect(listBreaches([{ path, text: line }], manifests)).toEqual([])
})
