import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { refusals } from '@muster/contract/errors'
import { describeArchive } from '@muster/contract/event-archive'
import type { EventId } from '@muster/contract/ids'
import { checkArchivable, writeArchive } from '@muster/server/archive/write-archive'
import { createLogger } from '@muster/server/log'
import { Refusal } from '@muster/server/refusal'
import { Complaint, readEvent, readOptions, runOperatorCommand } from './command.ts'
import { getNamedEvent, useDatabase } from './database.ts'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'

const usage = `Writes everything public of an event that is over into one file, also while the server runs.

  npm run -s archive -- EVENT [FILE]
  npm run -s archive -- schema          prints the JSON Schema of a line

  EVENT   the event's number, or "current"
  FILE    where to; *.jsonl is plain text, everything else is packed with gzip;
          default: DATA_DIR/archives/event-EVENT.jsonl.gz

The file holds what visitors see without a login: no account but those on the ladder, no token, no name in the chat. Another Muster
shows it again after npm run -s import-archive -- FILE. docs/event-archive.md describes it.`

function readArguments(): { wanted: EventId | 'current'; file: string | null } {
  const { values, positionals } = readOptions(usage, { help: { type: 'boolean' } })
  const [event, file] = positionals
  if (values.help || event === undefined || positionals.length > 2) throw new Complaint(usage)
  return { wanted: readEvent(event, usage), file: file === undefined ? null : resolve(file) }
}

await runOperatorCommand(async () => {
  if (process.argv[2] === 'schema') {
    process.stdout.write(`${JSON.stringify(describeArchive(), null, 2)}\n`)
    return
  }
  const { wanted, file: named } = readArguments()
  await useDatabase({ max_connections: 2 }, async (db) => {
    const event = await getNamedEvent(db, wanted)
    const file = named ?? join(dataDir(), 'archives', `event-${event.id}.jsonl.gz`)
    if (existsSync(file)) throw new Complaint(`${file} exists already. Name another file, or remove it.`)
    const now = Date.now()
    await checkArchivable(db, event, now).catch((error: unknown) => {
      if (error instanceof Refusal) throw new Complaint(`${error.sentence ?? refusals[error.code].sentence}.`)
      throw error
    })
    demandOwner(dirname(file))
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const unfinished = `${file}.unfinished`
    const log = createLogger('warn', process.stderr)
    try {
      await writeArchive(db, { event, now, log }, (lines) =>
        file.endsWith('.jsonl')
          ? pipeline(lines, createWriteStream(unfinished))
          : pipeline(lines, createGzip(), createWriteStream(unfinished)),
      )
      // Only a complete archive gets the name.
      renameSync(unfinished, file)
    } finally {
      rmSync(unfinished, { force: true })
    }
    process.stdout.write(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`)
  })
})
