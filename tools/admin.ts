import { type Role, roles, type User } from '@muster/contract/users'
import type { Db } from '@muster/server/db/connect'
import { changePermissions } from '@muster/server/features/users/permissions'
import { listUsersCalled, listUsersWithRole } from '@muster/server/features/users/store'
import { createLogger } from '@muster/server/log'
import { Refusal } from '@muster/server/refusal'
import { Complaint, runOperatorCommand } from './command.ts'
import { useDatabase } from './database.ts'

const usage = `Grants and revokes roles, also while the server runs.

  npm run -s admin -- grant ACCOUNT ROLE
  npm run -s admin -- revoke ACCOUNT ROLE
  npm run -s admin -- list

  ACCOUNT   name of a game account, Name#1234, or the number of a user; that person has logged in once
  ROLE      ${roles.join(', ')}

It applies from the user's next request; nobody has to log in again.`

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

async function list(db: Db): Promise<string> {
  const lines = (await listUsersWithRole(db)).map((user) => `${nameOf(user)}: ${user.permissions.join(', ')}`)
  return lines.length > 0 ? lines.join('\n') : 'No user has a role yet.'
}

/** The command to run; validated before anything starts. */
function readArguments([command, account, name, ...rest]: readonly string[]): (db: Db) => Promise<string> {
  if (command === 'list' && account === undefined) return list
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
