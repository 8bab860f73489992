import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type BackupHead, BackupProblem, restoreBackup } from '@muster/server/db/backup'
import { connectDatabase } from '@muster/server/db/connect'
import { replaceSecrets } from '@muster/server/kept-secrets'
import { listProcesses } from '@muster/server/processes'
import { verifyStandings } from '@muster/server/scoring/verify'
import { Complaint, readFileName, runOperatorCommand } from './command.ts'
import { openDatabaseAsItIs } from './database.ts'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

const usage = `Fills an empty database from a file that npm run -s backup wrote, brings it up to date, and verifies the standings.

  npm run -s restore -- FILE

The database is that of DATABASE_URL in the environment or in .env; without it, the embedded one. One that holds users or events is
refused. Stop the server first, and start it afterwards.`

/** A running server would keep its secrets, and could write while the rows arrive. @throws Complaint */
async function demandStopped(url: string): Promise<void> {
  const { db, close } = connectDatabase(url, { max_connections: 1 })
  try {
    if ((await listProcesses(db)).length > 0)
      throw new Complaint('A server runs on this database. Stop it, restore, and start it again. Nothing was changed.')
  } finally {
    await close()
  }
}

/** @throws Complaint about a file that is not a backup, or is damaged */
async function restore(url: string, file: string): Promise<{ head: BackupHead; rows: Record<string, number> }> {
  const backup = new PassThrough()
  const unpacking = pipeline(createReadStream(file), createGunzip(), backup)
  // The reader gets the error; without this it would also end the process.
  unpacking.catch(() => undefined)
  try {
    return await restoreBackup(url, backup, (name) => process.stderr.write(`  ${name}\n`))
  } catch (error) {
    if (error instanceof BackupProblem) throw new Complaint(error.message)
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new Complaint(`${file} is damaged or not a backup: it cannot be unpacked. Nothing was restored.`)
    throw error
  } finally {
    backup.destroy()
  }
}

/** Like `npm run -s verify`. @returns how many scores differ from the ledger */
async function verify(url: string): Promise<{ compared: number; differing: number }> {
  const { db, close } = connectDatabase(url, { max_connections: 1 })
  try {
    let [compared, differing] = [0, 0]
    for (const { id } of await db.selectFrom('events').select('id').execute()) {
      const found = await verifyStandings(db, id)
      compared += found?.compared ?? 0
      differing += found?.differences.length ?? 0
    }
    return { compared, differing }
  } finally {
    await close()
  }
}

/** @returns information for the operator */
function putSecrets(secrets: BackupHead['secrets']): string {
  if (secrets === null) return 'The backup holds no secrets: set TOKEN_SECRET and ENCRYPTION_SECRET to the former values.'
  const moved = replaceSecrets(dataDir(), secrets, new Date())
  return moved === null
    ? 'The secrets are restored.'
    : `The secrets are restored; the former ones of this folder are now in ${moved}.`
}

await runOperatorCommand(async () => {
  const file = readFileName(usage)
  // For the secrets, which are written after the database.
  demandOwner(dataDir())
  const database = await openDatabaseAsItIs()
  try {
    await demandStopped(database.url)
    const { head, rows } = await restore(database.url, file)
    const said = putSecrets(head.secrets)
    const { compared, differing } = await verify(database.url)
    const count = (table: string) => rows[table] ?? 0
    process.stdout.write(
      [
        `Restored the state of ${head.made_at}: ${count('events')} events, ${count('users')} users, ${count('facts')} facts.`,
        said,
        `${differing} of ${compared} scores differ from the ledger.`,
        '',
      ].join('\n'),
    )
    if (differing > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
})
