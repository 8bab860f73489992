import { expect, test } from 'vitest'
import { listFiles, readSources } from './sources.ts'

// Documents name files so that a reader finds them; whoever moves one finds here who named it.

const quoted = /`([\w.$-]+(?:\/[\w.$-]+)+\.(?:tsx?|mjs|md|json|ya?ml|sql|css|py))`/g
/** Stands for a name: `x`, `NNNN`, `$parameter`; or for a folder that only a running Muster has. */
const isPattern = (path: string) => /(?:^|\/)(?:x[./]|NNNN)|[$]|^DATA_DIR/.test(path)

test('documents name files that are there', () => {
  const files = listFiles()
  const isThere = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`))
  const named = readSources(/^(?:[A-Z]+\.md|docs\/.*\.md)$/)
    // A decision that was superseded stays as it was.
    .filter(({ text }) => !/^Status: superseded/m.test(text))
    .flatMap(({ path, text }) => [...text.matchAll(quoted)].map(([, name = '']) => ({ path, name })))
    .filter(({ name }) => !isPattern(name))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
