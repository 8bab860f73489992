import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeBackup } from '@muster/server/db/backup'
import { readSecrets } from '@muster/server/kept-secrets'
import { Complaint, readOptions, runOperatorCommand } from './command.ts'
import { openDatabaseAsItIs } from './database.ts'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

const usage = `Writes everything that Muster stores into one file, as it is at one moment; the server may keep running.

  npm run -s backup -- [--keep N] [--without-secrets] [FILE]

  FILE                where to; default: a new file in DATA_DIR/backups, named after the time
  --keep N            afterwards, removes all but the newest N backups in that folder; only with the default file
  --without-secrets   leaves out the generated secrets; without them, a restored Muster asks everybody to log in and connect again

The file holds logins and secrets: keep it as safe as the database. npm run -s restore -- FILE restores it.`

const names = /^muster-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.gz$/

function readArguments(now: Date): { file: string; keep: number | null; withSecrets: boolean } {
  const { values, positionals } = readOptions(usage, {
    keep: { type: 'string' },
    'without-secrets': { type: 'boolean' },
    help: { type: 'boolean' },
  })
  const [file] = positionals
  if (values.help || positionals.length > 1 || (file !== undefined && values.keep !== undefined)) throw new Complaint(usage)
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
    throw new Complaint(`--keep is a number from 1 to 9999, not "${values.keep}".`)
  const name = `muster-${now.toISOString().replace(/:|\.\d+/g, '')}.backup.gz`
  return {
    file: resolve(file ?? join(dataDir(), 'backups', name)),
    keep: values.keep === undefined ? null : Number(values.keep),
    withSecrets: !values['without-secrets'],
  }
}

/** Removes the oldest; their names sort by time. */
function removeOlder(folder: string, keep: number): number {
  const old = readdirSync(folder)
    .filter((name) => names.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) rmSync(join(folder, name))
  return old.length
}

await runOperatorCommand(async () => {
  const made_at = new Date()
  const { file, keep, withSecrets } = readArguments(made_at)
  if (existsSync(file)) throw new Complaint(`${file} exists already. Name another file, or remove it.`)
  demandOwner(dirname(file))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.unfinished`
  const database = await openDatabaseAsItIs()
  try {
    const onTable = (name: string) => process.stderr.write(`  ${name}\n`)
    const backup = writeBackup(database.url, { secrets: withSecrets ? readSecrets(dataDir()) : null, made_at, onTable })
    await pipeline(Readable.from(backup, { objectMode: false }), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    // Only a complete backup gets the name.
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
    await database.close()
  }
  const size_mb = statSync(file).size / 1e6
  const removed = keep === null ? 0 : removeOlder(dirname(file), keep)
  process.stdout.write(`${file} (${size_mb.toFixed(1)} MB)\n${removed > 0 ? `Older backups removed: ${removed}\n` : ''}`)
})
