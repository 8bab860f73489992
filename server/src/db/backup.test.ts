import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSandbox } from '../features/sandbox/sandbox.ts'
import { anEvent, aMember, anObjective, aTeam, aUser } from '../testing/builders.ts'
import { createTestDatabase, useTestDatabase } from '../testing/test-database.ts'
import { restoreBackup, writeBackup } from './backup.ts'
import { connectDatabase, type Db } from './connect.ts'

const hostile = ['\\.', '\n\\.\n', 'tab\there', 'back\\slash', '\r\n', '\u2028 \u{1F468}', '', '\\N', '"quoted", {a}']

const source = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
let db: Db
let whole: Buffer
beforeAll(async () => {
  connection = connectDatabase(source.url)
  db = connection.db
  const event = await anEvent(db, { name: 'Held in a backup' })
  for (const name of hostile) {
    const team = await aTeam(db, event.id, { name: `x${name}` })
    await aMember(db, team, (await aUser(db, { display_name: name })).id)
    const parent = await anObjective(db, event.id, { note: name })
    await anObjective(db, event.id, { parent_id: parent.id })
  }
  whole = await collect(writeBackup(source.url, { secrets: { token: 't', encryption: 'e' }, made_at: new Date(0) }))
})
afterAll(() => connection.close())

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function* inPieces(backup: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < backup.length; at += length) yield backup.subarray(at, at + length)
}

/** Runs `use` with an empty database. */
async function withEmpty<T>(use: (url: string, target: Db) => Promise<T>): Promise<T> {
  const target = await createTestDatabase()
  const opened = connectDatabase(target.url)
  try {
    return await use(target.url, opened.db)
  } finally {
    await opened.close()
    await target.drop()
  }
}

describe('a backup', () => {
  it.each([997, 7])('restores every row unchanged, read in pieces of %i bytes, and continues the sequences', async (length) => {
    await withEmpty(async (url, target) => {
      // Once into a database without tables.
      if (length === 997) await sql`drop schema public cascade; create schema public`.execute(target)
      const { head, rows } = await restoreBackup(url, inPieces(whole, length))
      expect(head).toMatchObject({ made_at: '1970-01-01T00:00:00.000Z', secrets: { token: 't', encryption: 'e' } })
      expect(rows).toMatchObject({ users: hostile.length, team_users: hostile.length, objectives: hostile.length * 2 })
      // A second backup is identical, byte for byte.
      expect(await collect(writeBackup(url, { secrets: head.secrets, made_at: new Date(0) }))).toEqual(whole)
      expect((await aUser(target)).id).toBe(hostile.length + 1)
    })
  })

  it('replaces a sandbox', async () => {
    await withEmpty(async (url, target) => {
      await runSandbox(target, Date.UTC(2026, 0, 16))
      await restoreBackup(url, inPieces(whole, 4096))
      expect(await target.selectFrom('events').select('name').execute()).toEqual([{ name: 'Held in a backup' }])
    })
  })

  it('shows one moment: it does not contain writes made while it is read', async () => {
    const pieces = writeBackup(source.url, { secrets: null, made_at: new Date(0) })
    const first = (await pieces.next()).value as Buffer
    await pieces.next()
    const late = await anEvent(db, { name: 'Too late' })
    const backup = Buffer.concat([first, await collect(pieces)])
    await db.deleteFrom('events').where('id', '=', late.id).execute()
    expect(backup.includes('Held in a backup')).toBe(true)
    expect(backup.includes('Too late')).toBe(false)
  })
})

describe('is refused, and nothing is restored:', () => {
  const text = () => whole.toString('latin1')
  /** Replaces the first row of a table. */
  const lose = (table: string, instead: string) =>
    text().replace(
      new RegExp(`(\\{"table":"${table}".*?\\n)[^\\n]*\\n`),
      (_, head: string) => `${head}${instead && `${instead}\n`}`,
    )
  const cases: readonly (readonly [why: string, backup: () => string, says: RegExp])[] = [
    ['a backup that was cut off', () => text().slice(0, -200), /incomplete/],
    ['a backup that was cut off between tables', () => text().slice(0, text().lastIndexOf('{"table"')), /incomplete/],
    ['a backup that lost a row', () => lose('team_users', ''), /damaged: it should hold 9 rows of team_users, but holds 8/],
    ['a backup that lost a row to which others refer', () => lose('users', ''), /damaged: .*foreign key constraint/],
    ['a backup with an invalid number', () => lose('users', 'one\t'), /damaged: invalid input syntax/],
    ['something else', () => 'PGDMP\u0001\u000e', /incomplete|not a backup of Muster/],
    ['another JSON', () => '{"name":"muster"}\n', /not a backup of Muster: its first line/],
    ['an endless line', () => 'x'.repeat(2_000_000), /not a backup of Muster/],
    [
      'a table unknown to all migrations',
      () => text().replace('"table":"users"', '"table":"pg_authid"'),
      /has a table "pg_authid"/,
    ],
    ['a column unknown to all migrations', () => text().replace('"display_name"', '"ctid"'), /has a table "users"/],
    [
      'a backup of a newer version',
      () => text().replace(/"0001_schema"/, '"0001_schema","9999_later"'),
      /newer version of Muster/,
    ],
  ]
  it.each(cases)('%s', async (_, backup, says) => {
    await withEmpty(async (url, target) => {
      await expect(restoreBackup(url, inPieces(Buffer.from(backup(), 'latin1'), 4096))).rejects.toThrow(says)
      expect(await target.selectFrom('users').select('id').execute()).toEqual([])
    })
  })

  it('any backup if the database is in use', async () => {
    await expect(restoreBackup(source.url, inPieces(whole, 4096))).rejects.toThrow('it holds 1 events and 9 users')
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(hostile.length)
  })

  it('an older backup if the database was set up by a newer version', async () => {
    await withEmpty(async (url, target) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9001_later', '')`.execute(target)
      await expect(restoreBackup(url, inPieces(whole, 4096))).rejects.toThrow('set up by a newer version than the backup')
    })
  })
})
