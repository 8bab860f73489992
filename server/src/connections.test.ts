import { describe, expect, test } from 'vitest'
import type { serverRoles } from './config.ts'
import { countConnections } from './connections.ts'

type Roles = (typeof serverRoles)[number][]

/** As PostgreSQL is installed: 100, three of which are kept for superusers. */
const allowed = 97
/** Two commands beside the server. */
const forCommands = 4
/** Of what is allowed; from there on MusterDatabaseConnectionsRunOut is raised. */
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
])('%s, on PostgreSQL as it is installed', (_, processes) => {
  const each = processes.map(countConnections)
  const together = each.reduce((sum, count) => sum + count, forCommands)

  test('raise no alarm when every pool is full', () => {
    expect(together).toBeLessThan(alarming * allowed)
  })

  test('find a connection when one was cut off and starts elsewhere, while its former connections still count', () => {
    expect(together + Math.max(...each)).toBeLessThanOrEqual(allowed)
  })
})
