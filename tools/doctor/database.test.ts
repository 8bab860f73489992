import type { DatabaseFacts } from '@muster/server/db/examine'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverRoles } from '@muster/server/config'
import { countConnections } from '@muster/server/connections'
import { expect, test } from 'vitest'
import { root } from '../places.ts'
import { judgeDatabase } from './database.ts'

const healthy: DatabaseFacts = {
  version_number: 180_004,
  version: '18.4',
  database: 'muster',
  user: 'muster',
  is_utf8: true,
  is_read_only: false,
  may_create: true,
  foreign_tables: 0,
  hears: true,
  is_private: true,
  connections: 97,
  held_by_others: 3,
  clock_ahead_ms: 20,
  unsafe: [],
  pending_migrations: [],
  unknown_migrations: [],
  breaking_migrations: [],
  events: 1,
}

/** The findings that are not ok, as `state about`. */
const listTrouble = (change: Partial<DatabaseFacts>, needed = 36) =>
  judgeDatabase({ ...healthy, ...change }, needed).flatMap(({ state, about }) => (state === 'ok' ? [] : [`${state} ${about}`]))

test('a healthy database is fine in every line', () => {
  expect(listTrouble({})).toEqual([])
})

test.each<[string, Partial<DatabaseFacts>]>([
  ['problem Database', { version_number: 140_019 }],
  ['problem Database rights', { is_read_only: true }],
  ['problem Database rights', { may_create: false }],
  ['problem Database rights', { foreign_tables: 2 }],
  ['warning Migrations', { unknown_migrations: ['9999_of_tomorrow'] }],
  ['problem Migrations', { unknown_migrations: ['9999_since_9998_drops_it'], breaking_migrations: ['9999_since_9998_drops_it'] }],
  ['warning Migrations', { pending_migrations: ['0002_more'] }],
  ['problem Connections', { connections: 38 }],
  ['warning Connections', { connections: 40 }],
  ['problem Notifications', { hears: false }],
  ['warning Clock, database', { clock_ahead_ms: -1500 }],
  ['problem Clock, database', { clock_ahead_ms: 3_600_000 }],
  ['problem Encoding', { is_utf8: false }],
  ['warning Encryption', { is_private: false }],
  ['problem Durability', { unsafe: ['fsync'] }],
])('%s: %o', (expected, change) => {
  expect(listTrouble(change)).toEqual([expected])
})

test('pending migrations are no problem on an empty database', () => {
  expect(listTrouble({ pending_migrations: ['0002_more'], events: 0 })).toEqual([])
})

test('connections are counted as docs/operations.md lists them', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, table = ''] = /^\| Roles of the process .*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(text) ?? []
  const listed = Array.from(table.matchAll(/^\| (.+?) \|(.*)\| (\d+) \|$/gm), ([, roles = '', parts = '', together]) => ({
    roles: roles === 'all' ? serverRoles : roles.replaceAll('`', '').split(','),
    parts: Array.from(parts.matchAll(/\d+/g), Number).reduce((sum, count) => sum + count, 0),
    together: Number(together),
  }))
  expect(listed.map(({ roles }) => roles)).toEqual([['http'], ['jobs'], ['scoring'], ['jobs', 'scoring'], serverRoles])
  for (const { roles, parts, together } of listed)
    expect([parts, together]).toEqual(Array(2).fill(countConnections(roles as typeof serverRoles)))
})
