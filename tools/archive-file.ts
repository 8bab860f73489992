import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Complaint } from './command.ts'
import { demandOwner } from './ownership.ts'

/** @throws Complaint if something has this name already */
export function demandFree(file: string): void {
  if (existsSync(file)) throw new Complaint(`${file} exists already. Name another file, or remove it.`)
}

/** Writes an archive; only a complete one gets the name. Names that end with .jsonl stay plain text. @throws Complaint */
export async function writeArchiveFile(
  file: string,
  write: (to: (lines: Readable) => Promise<void>) => Promise<void>,
): Promise<void> {
  demandFree(file)
  demandOwner(dirname(file))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.unfinished`
  try {
    await write((lines) =>
      file.endsWith('.jsonl')
        ? pipeline(lines, createWriteStream(unfinished))
        : pipeline(lines, createGzip(), createWriteStream(unfinished)),
    )
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  process.stdout.write(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`)
}
