import { type Role, roles, type User } from '@muster/contract/users'
import type { Db } from '@muster/server/db/connect'
import { insertAdminChange } from '@muster/server/features/admin-changes/store'
import { makeInvitations, writeInvitationLink } from '@muster/server/features/login/invitations'
import { readPasskeySite } from '@muster/server/features/login/passkey-site'
import { changePermissions } from '@muster/server/features/users/permissions'
import { listUsersCalled, listUsersWithRole } from '@muster/server/features/users/store'
import { createLogger } from '@muster/server/log'
import { Refusal } from '@muster/server/refusal'
import { Complaint, runOperatorCommand } from './command.ts'
import { readCommandConfig } from './command-config.ts'
import { useDatabase } from './database.ts'

const link_hours = 24

const usage = `Grants and revokes roles, and makes login links, also while the server runs.

  npm run -s admin -- grant ACCOUNT ROLE
  npm run -s admin -- revoke ACCOUNT ROLE
  npm run -s admin -- list
  npm run -s admin -- invite              prints a link: its user becomes an admin, with a passkey and without any account
  npm run -s admin -- invite ACCOUNT      prints a link: that user makes a new passkey, and the earlier ones stop working

  ACCOUNT   name of a game account, Name#1234, a display name, or the number of a user; that person has logged in once
  ROLE      ${roles.join(', ')}

Roles apply from the user's next request; nobody has to log in again. A link works once, within ${link_hours} hours.`

const nameOf = (user: User) => `${user.display_name} (${user.account_name ?? 'no game account'}, user ${user.id})`

async function findOne(db: Db, account: string): Promise<User> {
  const [user, ...others] = await listUsersCalled(db, account)
  if (!user) {
    throw new Complaint(
      `No user is called "${account}". Give the game account with its number; the person must have logged in once.`,
    )
  }
  if (others.length > 0) {
    const numbers = [user, ...others].map((one) => `${nameOf(one)}`).join(', ')
    throw new Complaint(`"${account}" matches several users: ${numbers}. Give the user's number instead.`)
  }
  return user
}

/** Returns the state after the command, changed or not. */
async function setRole(db: Db, account: string, role: Role, isWanted: boolean): Promise<string> {
  const user = await findOne(db, account)
  const who = nameOf(user)
  if (user.permissions.includes(role) === isWanted)
    return `${who} ${isWanted ? 'already has' : 'does not have'} the role ${role}.`
  try {
    await changePermissions({ db, log: createLogger('warn') }, user.id, null, (held) =>
      roles.filter((one) => (one === role ? isWanted : held.includes(one))),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'last_admin') throw error
    throw new Complaint(`${who} is the only admin. Make someone else an admin first.`)
  }
  return `${who} ${isWanted ? 'has' : 'no longer has'} the role ${role}.`
}

/** A link for a new admin, or a new login link for an existing user. */
async function invite(db: Db, account: string | undefined, public_url: string): Promise<string> {
  if (!readPasskeySite(public_url)) {
    throw new Complaint(
      `Passkeys do not work at ${public_url}: browsers want https and a host name, or localhost. Set PUBLIC_URL to such an address.`,
    )
  }
  const user = account === undefined ? null : await findOne(db, account)
  const now = Date.now()
  const links = { count: 1, valid_hours: link_hours, name: '', author_id: null, for_user_id: user?.id ?? null }
  const [made] = await db.transact(async (tx) => {
    if (user) {
      const change = { event_id: null, author_id: null, changed_at: new Date(now) }
      await insertAdminChange(tx, { ...change, kind: 'login_link_made', subject: user.display_name, detail: '' })
    }
    return makeInvitations(tx, { ...links, makes_admin: user === null }, now)
  })
  const link = writeInvitationLink(public_url, made?.secret ?? '')
  const who = user ? `${nameOf(user)} makes a new passkey` : 'A new admin makes an account'
  return `${link}\n${who} with this link, once, within ${link_hours} hours. Everyone who has it can use it.`
}

async function list(db: Db): Promise<string> {
  const lines = (await listUsersWithRole(db)).map((user) => `${nameOf(user)}: ${user.permissions.join(', ')}`)
  return lines.length > 0 ? lines.join('\n') : 'No user has a role yet.'
}

/** The command to run; validated before anything starts. */
function readArguments([command, account, name, ...rest]: readonly string[]): (db: Db, database_url: string) => Promise<string> {
  if (command === 'list' && account === undefined) return list
  if (command === 'invite' && name === undefined)
    return (db, database_url) => invite(db, account, readCommandConfig(database_url).public_url)
  const isWanted = command === 'grant'
  if ((!isWanted && command !== 'revoke') || account === undefined || name === undefined || rest.length > 0)
    throw new Complaint(usage)
  const role = roles.find((one) => one === name)
  if (role === undefined) throw new Complaint(`There is no role "${name}". Roles: ${roles.join(', ')}.`)
  return (db) => setRole(db, account, role, isWanted)
}

await runOperatorCommand(async () => {
  const run = readArguments(process.argv.slice(2))
  process.stdout.write(`${await useDatabase({ max_connections: 2 }, run)}\n`)
})
