import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { parseStorable } from '@muster/contract/storable'
import { longestFile } from '@muster/domain/definition-file/parse'
import { readDefinition } from '@muster/domain/definition-file/read'
import { writeDefinition } from '@muster/domain/definition-file/write'
import type { ReportLine } from '@muster/domain/event-import/report'
import { translateSeason } from '@muster/domain/event-import/translate'
import { Complaint, messageOf } from './command.ts'

/** One file for each call of one event, with a margin. */
const maxFiles = 20

interface GivenValue {
  readonly source: string
  readonly value: unknown
}

/** The JSON of a file or of standard input. @throws Complaint if it is unreadable, too long, or no JSON */
async function readValue(source: string, stream: Readable, most: number): Promise<GivenValue> {
  try {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length
      if (size > most) throw new Error(`it has more than ${most} bytes`)
      parts.push(part)
    }
    return { source, value: parseStorable(Buffer.concat(parts).toString('utf8')).value }
  } catch (error) {
    throw new Complaint(`${source} cannot be read: ${messageOf(error)}`)
  }
}

const headings = { left_out: 'Not translated', check: 'To check' } as const

export function describeReport(report: readonly ReportLine[]): string {
  const kinds = Object.keys(headings) as (keyof typeof headings)[]
  return kinds
    .map((kind) => {
      const lines = report.filter((line) => line.kind === kind)
      return `${headings[kind]}: ${lines.length}\n${lines.map(({ path, problem, todo }) => `  ${path}: ${problem}. ${todo}\n`).join('')}`
    })
    .join('')
}

/** The JSON of all files; without files, of standard input. @throws Complaint */
export async function readValues(files: readonly string[], most = longestFile): Promise<readonly GivenValue[]> {
  if (files.length > maxFiles) throw new Complaint(`At most ${maxFiles} files can be translated at once.`)
  const values = []
  for (const file of files) values.push(await readValue(file, createReadStream(file), most))
  if (files.length === 0) values.push(await readValue('standard input', process.stdin, most))
  return values
}

/** Prints the definition file, and the report on stderr. Without files, standard input is read. @throws Complaint */
export async function translateFiles(files: readonly string[]): Promise<void> {
  const season = translateSeason(await readValues(files))
  process.stderr.write(describeReport(season.report))
  if (!season.ok) throw new Complaint(season.problem)
  const text = writeDefinition(season.document)
  const read = readDefinition(text)
  if (!read.ok) throw new Error(`the translated file has problems: ${JSON.stringify(read.problems)}`)
  process.stdout.write(text)
}
