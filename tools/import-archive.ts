import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Imported, importArchive } from '@muster/server/archive/import-archive'
import { ArchiveProblem } from '@muster/server/archive/read-archive'
import type { Db } from '@muster/server/db/connect'
import { Complaint, readFileName, runOperatorCommand } from './command.ts'
import { useDatabase } from './database.ts'

const usage = `Makes a past event of an archive that npm run -s archive wrote, here or elsewhere; also while the server runs.

  npm run -s import-archive -- FILE

The event can be looked at like any other and is marked as imported. Nobody can change it or log in as one of its people; an admin can
delete it again. All of it is imported or, where a line is not as it should be, nothing. docs/event-archive.md describes the file.`

/** By the first two bytes, for any file name. */
async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}

/** @throws Complaint about a file that is not an archive, or a damaged one */
async function importFile(db: Db, file: string): Promise<Imported> {
  const lines = new PassThrough()
  const source = createReadStream(file)
  const reading = (await isPacked(file)) ? pipeline(source, createGunzip(), lines) : pipeline(source, lines)
  // The reader gets the error; without this it would also end the process.
  reading.catch(() => undefined)
  try {
    return await importArchive(db, lines)
  } catch (error) {
    if (error instanceof ArchiveProblem) throw new Complaint(`${error.message}\nNothing was imported.`)
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new Complaint(`${file} is damaged: it cannot be unpacked. Nothing was imported.`)
    throw error
  } finally {
    lines.destroy()
  }
}

await runOperatorCommand(async () => {
  const file = readFileName(usage)
  await useDatabase({ max_connections: 2 }, async (db) => {
    const { event_id, name, archived_at, records } = await importFile(db, file)
    const day = archived_at.toISOString().slice(0, 10)
    process.stdout.write(`Event ${event_id}, ${name}: imported from an archive of ${day} with ${records} records.\n`)
  })
})
