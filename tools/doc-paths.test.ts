import { expect, test } from 'vitest'
import { listFiles, readSources } from './sources.ts'

// Documents name files; this test finds names of moved files.

const quoted = /`([\w.$-]+(?:\/[\w.$-]+)+\.(?:tsx?|mjs|md|json|ya?ml|sql|css|py))`/g
/** A placeholder: `x`, `NNNN`, `$parameter`; or a folder of a running Muster. */
const isPattern = (path: string) => /(?:^|\/)(?:x[./]|NNNN)|[$]|^DATA_DIR/.test(path)

test('documents name existing files', () => {
  const files = listFiles()
  const isThere = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`))
  const named = readSources(/^(?:[A-Z]+\.md|docs\/.*\.md)$/)
    // A superseded decision is not updated.
    .filter(({ text }) => !/^Status: superseded/m.test(text))
    .flatMap(({ path, text }) => [...text.matchAll(quoted)].map(([, name = '']) => ({ path, name })))
    .filter(({ name }) => !isPattern(name))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
})
