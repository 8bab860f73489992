import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readSources } from './sources.ts'

// docs/security.md lists all grants and their ends. A new token, ticket or link needs an unguessable secret or a signature; this
// test notices the file that creates it.

const makesSecrets = /\b(?:randomBytes|randomFillSync|randomUUID|createHmac|SignJWT|createCipheriv)\(/

/** Files with random or signed values that grant nothing. */
const harmless: Readonly<Record<string, string>> = {
  'server/src/features/submissions/preview-item.ts': 'the key of a report that is not stored',
  'server/src/features/submissions/second-look.ts': 'the draw of reports for a second look',
  'server/src/http/app.ts': 'numbers of requests in the log',
  'server/src/http/shared-limits.ts': 'hashes of callers, so that the table of counts has no names',
  'server/src/processes.ts': 'the name of a process on the database',
  'server/src/telemetry/traces.ts': 'numbers of traces and of the process',
  'server/src/jobs/runner.ts': 'the name of a process that holds leases',
  'server/src/jobs/send-direct-messages.ts': 'numbers of messages to Discord',
  'server/src/gateways/webhooks/signed-webhook.ts': 'signatures of messages to programs',
  'server/src/db/embedded/claims.ts': 'names of lock files',
  'server/src/features/corrections/add-fact.ts': 'the source of a fact that a judge adds',
  'server/src/definition/present-tree.ts': 'the name that hides the real name of an objective',
  'server/src/features/privacy/store.ts': 'names that replace the names of a deleted person',
  'server/src/features/teams/sort-people.ts': 'rows of a published proof, which only show a row',
}

test('every file of the server that creates secrets is in the table of grants, or grants nothing', () => {
  const named = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const makers = readSources(/^server\/src\/.*\.ts$/)
    .filter(({ path, text }) => !/\.test\.ts$|\/testing\//.test(path) && makesSecrets.test(text))
    .map(({ path }) => path)
  expect(makers.length).toBeGreaterThan(10)
  expect(makers.filter((path) => !(path in harmless) && !named.includes(`| \`${path}\` |`))).toEqual([])
  expect(Object.keys(harmless).filter((path) => !makers.includes(path))).toEqual([])
})
