import { createHash } from 'node:crypto'
import { ArchiveLine, longestArchive_bytes, longestLine_bytes } from '@muster/contract/event-archive'
import { parseStorable } from '@muster/contract/storable'
import type { z } from 'zod'

/** A defect of an archive, with its line; the whole import is undone. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem'
}

export const problemAt = (line: number, problem: string) => new ArchiveProblem(`Line ${line}: ${problem}`)

export interface NumberedLine {
  /** Starts at 1. */
  readonly line: number
  readonly value: z.output<typeof ArchiveLine>
}

const lineFeed = 10

/** The lines of a file without line feeds. Holds only one line in memory. @throws ArchiveProblem */
async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let [length, total, line] = [0, 0, 1]
  for await (const chunk of input) {
    total += chunk.length
    if (total > longestArchive_bytes) throw problemAt(line, `the archive is longer than ${longestArchive_bytes} bytes`)
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      pieces.push(chunk.subarray(start, end))
      if (length + end - start > longestLine_bytes) throw problemAt(line, `is longer than ${longestLine_bytes} bytes`)
      yield Buffer.concat(pieces)
      line++
      ;[pieces, length, start] = [[], 0, end + 1]
    }
    pieces.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestLine_bytes) throw problemAt(line, `is longer than ${longestLine_bytes} bytes`)
  }
  if (length > 0) throw problemAt(line, 'ends without a line feed: the archive was cut off')
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parseLine(bytes: Buffer, line: number): NumberedLine['value'] {
  let parsed: ReturnType<typeof parseStorable>
  try {
    parsed = parseStorable(decoder.decode(bytes))
  } catch (error) {
    throw problemAt(line, `is not JSON (${error instanceof Error ? error.message : 'cannot be read'})`)
  }
  const [unstorable] = parsed.fields
  if (unstorable !== undefined) throw problemAt(line, `${unstorable}: must not contain U+0000 or an unpaired surrogate`)
  const read = ArchiveLine.safeParse(parsed.value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.path.join('.') || 'the record'
  throw problemAt(line, `${field}: ${issue?.message ?? 'is not valid'}`)
}

/**
 * Reads an archive line by line: the header, the records, and the end, which is checked against the records.
 * @param input uncompressed
 * @throws ArchiveProblem with the number of the line, and the field
 */
export async function* readArchive(input: AsyncIterable<Buffer>): AsyncGenerator<NumberedLine> {
  const hash = createHash('sha256')
  let line = 0
  let isOver = false
  for await (const bytes of splitLines(input)) {
    line++
    if (isOver) throw problemAt(line, 'nothing may follow the line of type end')
    const value = parseLine(bytes, line)
    if ((value.type === 'header') !== (line === 1)) {
      throw problemAt(
        line,
        line === 1 ? 'must be of type header: this is not an archive of an event' : 'only line 1 may be a header',
      )
    }
    if ((value.type === 'event') !== (line === 2)) throw problemAt(line, 'line 2, and no other, must be of type event')
    if (value.type === 'end') {
      isOver = true
      if (value.records !== line - 2)
        throw problemAt(line, `records: the archive has ${line - 2}, but was written with ${value.records}`)
      if (value.sha256 !== hash.digest('hex'))
        throw problemAt(line, 'sha256: the records were changed after the archive was written')
    } else if (line > 1) hash.update(bytes).update('\n')
    yield { line, value }
  }
  if (!isOver) throw problemAt(line + 1, 'the line of type end is missing: the archive was cut off')
}
