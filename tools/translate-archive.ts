import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { translateArchive } from '@muster/domain/event-import/archive'
import { archiveMaker, writeRecords } from '@muster/server/archive/write-archive'
import { Complaint } from './command.ts'
import { writeArchiveFile } from './archive-file.ts'
import { describeReport, readValues } from './translate-files.ts'

/** Longest file: the scores of 20 teams on 5,000 objectives take 20 MB. */
const longestAnswer = 64 * 1024 * 1024

/**
 * Writes an archive from the answers of another event system about an event that is over. Stderr gets the report and the total of
 * each team, to be compared with the other board.
 * @throws Complaint
 */
export async function translateIntoArchive(to: string, files: readonly string[]): Promise<void> {
  const made_at = Date.now()
  const translated = translateArchive(await readValues(files, longestAnswer), made_at)
  process.stderr.write(describeReport(translated.report))
  process.stderr.write('An archive cannot be edited. Where a line says "by hand", correct the answer and translate again.\n')
  if (!translated.ok) throw new Complaint(translated.problem)
  const { name, records, totals } = translated
  for (const team of totals) process.stderr.write(`Total of ${team.name}: ${team.points}\n`)
  const made_by = `${archiveMaker}, from the answers of another event system`
  await writeArchiveFile(resolve(to), (end) =>
    end(Readable.from(writeRecords({ event: name, made_at, made_by }, records), { objectMode: false })),
  )
}
