import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheLimits } from '@muster/server/cache'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readSources } from './sources.ts'

// docs/caches.md, compared with the code.

const page = readFileSync(join(root, 'docs', 'caches.md'), 'utf8')

test('the table has every cache of the server, with its limit and the end of a deleted person in it', () => {
  const listed = [...page.matchAll(/^\| `(\w+)`, [^|]+ \| ([\d,]+)[^|]* \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name, limit = '']) => [name, Number(limit.replaceAll(',', ''))],
  )
  expect(Object.fromEntries(listed)).toEqual(cacheLimits)
})

/** A weak map, or a map of a module that starts empty. */
const kept = /new Weak(?:Map|Set)\b|^(?:export )?(?:const|let) \w+ = new (?:Map|Set)(?:<.*>)?\(\)$/m

/** Files that keep listeners, counts or work in progress: nothing that could be computed again. */
const state = [
  'server/src/db/client.ts',
  'server/src/features/server-state/health.ts',
  'server/src/http/app.ts',
  'server/src/http/upgrade.ts',
  'server/src/telemetry/metrics.ts',
  'server/src/telemetry/points.ts',
  'web/src/api/calls/client.ts',
  'web/src/api/drafts/open-forms.ts',
  'web/src/api/drafts/use-draft.ts',
  'web/src/features/admin/objectives/draft-store.ts',
  'web/src/features/admin/team-sort/use-sort.ts',
  'web/src/features/plan/seen.ts',
  'web/src/lib/browser/storage.ts',
  'web/src/lib/time/ticks.ts',
  'web/src/ui/deferred/defer.tsx',
]

test('the page has every file that keeps values with an object or a module', () => {
  const files = readSources(/^(?:contract|domain|server|web)\/src\/.*\.tsx?$/)
    .filter(({ path, text }) => !/\.test\.|\/testing\//.test(path) && kept.test(text))
    .map(({ path }) => path)
  const listed = [...page.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, path = '']) => path)
  const isListed = (file: string) => listed.some((path) => file.endsWith(`/${path}`))
  expect(files.filter((file) => !isListed(file))).toEqual(state)
})
