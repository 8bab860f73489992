import { join, resolve } from 'node:path'
import { refusals } from '@muster/contract/errors'
import { describeArchive } from '@muster/contract/event-archive'
import type { EventId } from '@muster/contract/ids'
import { checkArchivable, writeArchive } from '@muster/server/archive/write-archive'
import { createLogger } from '@muster/server/log'
import { Refusal } from '@muster/server/refusal'
import { demandFree, writeArchiveFile } from './archive-file.ts'
import { Complaint, readEvent, readOptions, runOperatorCommand } from './command.ts'
import { getNamedEvent, useDatabase } from './database.ts'
import { dataDir } from './places.ts'
import { translateIntoArchive } from './translate-archive.ts'

const usage = `Writes everything public of an event that is over into one file, also while the server runs.

  npm run -s archive -- EVENT [FILE]
  npm run -s archive -- schema          prints the JSON Schema of a line
  npm run -s archive -- translate FILE JSON...
                                        writes one from the public answers of another event system

  EVENT   the event's number, or "current"
  FILE    where to; *.jsonl is plain text, everything else is packed with gzip;
          default: DATA_DIR/archives/event-EVENT.jsonl.gz
  JSON... answers about an event that is over: event, objectives, presets or rules, teams, users, scores. Stderr lists everything
          that was not translated, and the total of each team

The file holds what visitors see without a login: no account but those on the ladder, no token, no name in the chat. Another Muster
shows it again after npm run -s import-archive -- FILE. docs/event-archive.md describes it.`

function readArguments(): { wanted: EventId | 'current'; file: string | null } {
  const { values, positionals } = readOptions(usage, { help: { type: 'boolean' } })
  const [event, file] = positionals
  if (values.help || event === undefined || positionals.length > 2) throw new Complaint(usage)
  return { wanted: readEvent(event, usage), file: file === undefined ? null : resolve(file) }
}

await runOperatorCommand(async () => {
  if (process.argv[2] === 'translate') {
    const [, to, ...files] = readOptions(usage, {}).positionals
    if (to === undefined || files.length === 0) throw new Complaint(usage)
    await translateIntoArchive(to, files)
    return
  }
  if (process.argv[2] === 'schema') {
    process.stdout.write(`${JSON.stringify(describeArchive(), null, 2)}\n`)
    return
  }
  const { wanted, file: named } = readArguments()
  await useDatabase({ max_connections: 2 }, async (db) => {
    const event = await getNamedEvent(db, wanted)
    const file = named ?? join(dataDir(), 'archives', `event-${event.id}.jsonl.gz`)
    demandFree(file)
    const now = Date.now()
    await checkArchivable(db, event, now).catch((error: unknown) => {
      if (error instanceof Refusal) throw new Complaint(`${error.sentence ?? refusals[error.code].sentence}.`)
      throw error
    })
    const log = createLogger('warn', process.stderr)
    await writeArchiveFile(file, (to) => writeArchive(db, { event, now, log }, to))
  })
})
