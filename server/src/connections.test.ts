import { describe, expect, test } from 'vitest'
import type { serverRoles } from './config.ts'
import { countConnections } from './connections.ts'

type Roles = (typeof serverRoles)[number][]

/** PostgreSQL's default: 100, of which three are reserved for superusers. */
const allowed = 97
/** Two commands besides the server. */
const forCommands = 4
/** Share of the limit at which MusterDatabaseConnectionsRunOut fires. */
const alarming = 0.9

describe.each<[string, Roles[]]>([
  ['two of each role', [['http'], ['http'], ['jobs'], ['jobs'], ['scoring'], ['scoring']]],
  ['two of http, two for the rest', [['http'], ['http'], ['jobs', 'scoring'], ['jobs', 'scoring']]],
  [
    'two of all roles',
    [
      ['http', 'jobs', 'scoring'],
      ['http', 'jobs', 'scoring'],
    ],
  ],
])('connections of %s, with the default settings of PostgreSQL,', (_, processes) => {
  const each = processes.map(countConnections)
  const together = each.reduce((sum, count) => sum + count, forCommands)

  test('cause no alert when every pool is full', () => {
    expect(together).toBeLessThan(alarming * allowed)
  })

  test('leave enough connections to restart a process while its former connections still count', () => {
    expect(together + Math.max(...each)).toBeLessThanOrEqual(allowed)
  })
})
