import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { connectDatabase } from '@muster/server/db/connect'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { aUser } from '@muster/server/testing/builders'
import { afterAll, beforeAll, expect, it } from 'vitest'

const database = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
beforeAll(() => {
  connection = connectDatabase(database.url)
})
afterAll(() => connection.close())

const script = fileURLToPath(new URL('../tools/admin.ts', import.meta.url))

/** Runs the command as `npm run -s admin -- …` does. */
const admin = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; complaint: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: database.url }
    execFile(process.execPath, [script, ...args], { env }, (error, out, complaint) =>
      resolve({ code: error?.code ?? 0, out: out.trim(), complaint: complaint.trim() }),
    )
  })

async function aPlayer(name: string) {
  const user = await aUser(connection.db, { display_name: name })
  await connection.db
    .insertInto('accounts')
    .values({ user_id: user.id, provider: 'poe', account_id: `uuid-${user.id}`, name: `${name}#1234` })
    .execute()
  return user
}

it('gives the first admin the role by game account name, case-insensitively, and keeps existing logins valid', async () => {
  const user = await aPlayer('Wren')
  expect((await admin('list')).out).toBe('No user has a role yet.')
  expect(await admin('grant', 'wren#1234', 'admin')).toMatchObject({
    code: 0,
    out: `Wren (Wren#1234, user ${user.id}) has the role admin.`,
  })
  expect((await admin('grant', String(user.id), 'manager')).out).toContain('has the role manager')
  expect((await admin('list')).out).toBe(`Wren (Wren#1234, user ${user.id}): admin, manager`)
  const row = await connection.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row.token_version).toBe(user.token_version)
}, 60_000)

it('prints no terminal control characters from names', async () => {
  const user = await aPlayer('Wisp\u001B[2J\u202E')
  const shown = 'Wisp\\u001b[2J\\u202e'
  expect((await admin('revoke', String(user.id), 'manager')).out).toBe(
    `${shown} (${shown}#1234, user ${user.id}) does not have the role manager.`,
  )
  expect((await admin('grant', '\u001B[2J', 'admin')).complaint).toContain('No user is called "\\u001b[2J".')
}, 60_000)

it('takes roles away, but never the last admin', async () => {
  const user = await aPlayer('Robin')
  await admin('grant', 'Robin#1234', 'manager')
  expect((await admin('revoke', 'Robin#1234', 'manager')).out).toContain('no longer has the role manager')
  expect((await admin('revoke', 'Robin#1234', 'manager')).out).toBe(
    `Robin (Robin#1234, user ${user.id}) does not have the role manager.`,
  )
  expect(await admin('revoke', 'Wren#1234', 'admin')).toMatchObject({
    code: 2,
    out: '',
    complaint: expect.stringContaining('is the only admin. Make someone else an admin first.') as string,
  })
}, 60_000)

it.each([
  [[], 'npm run -s admin -- grant ACCOUNT ROLE'],
  [['grant', 'Wren#1234'], 'npm run -s admin -- grant ACCOUNT ROLE'],
  [['promote', 'Wren#1234', 'admin'], 'npm run -s admin -- grant ACCOUNT ROLE'],
  [['grant', 'Wren#1234', 'king'], 'There is no role "king". Roles: admin, manager'],
  [['grant', 'Nobody#0000', 'admin'], 'No user is called "Nobody#0000".'],
  [['grant', '99999999999', 'admin'], 'No user is called "99999999999".'],
])(
  'refuses %j with a reason',
  async (args, reason) => {
    const { code, out, complaint } = await admin(...args)
    expect([code, out]).toEqual([2, ''])
    expect(complaint).toContain(reason)
  },
  30_000,
)

it('prints a link for the first admin, and a new login link for a user by display name', async () => {
  const link = /^http:\/\/localhost:3000\/invitation#[\w-]{43}$/m
  const first = await admin('invite')
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(link) as string })
  const user = await aUser(connection.db, { display_name: 'Lost Key' })
  expect((await admin('invite', 'lost key')).out).toContain(`Lost Key (no game account, user ${user.id}) makes a new passkey`)
  const rows = await connection.db.selectFrom('invitations').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { makes_admin: true, for_user_id: null, author_id: null },
    { makes_admin: false, for_user_id: user.id, author_id: null },
  ])
  expect(await admin('invite', 'nobody')).toMatchObject({ code: 2, complaint: expect.stringContaining('No user') as string })
  process.env['PUBLIC_URL'] = 'http://192.168.0.10:3000'
  expect(await admin('invite')).toMatchObject({ code: 2, complaint: expect.stringContaining('https') as string })
  delete process.env['PUBLIC_URL']
}, 60_000)
