import { type LogDemand, readDemand } from './log-demand.ts'
import { type LogLine, readLogLine } from './log-line.ts'
import { createLogSplitter } from './log-splitter.ts'

/** The part of a browser's `Blob` that is needed. */
export interface LogFile {
  readonly size: number
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** The lines that are wanted, by any demand. Times in the form of the log. */
export interface LogFilter {
  readonly demands: readonly LogDemand[]
  /** Both ends included. */
  readonly from: string
  readonly to: string
}

export interface LogReading {
  /** Wanted events, in the order of the log. */
  readonly lines: readonly LogLine[]
  /** The number of other lines. */
  readonly other_lines: number
}

/** A part of a text keeps the whole text in memory, here the whole piece. The copy does not. */
const copy = (line: LogLine): LogLine => JSON.parse(JSON.stringify(line)) as LogLine

/** Bytes that are in memory at one time. */
const piece_bytes = 1 << 18

/**
 * Reads a log that grows. Each call continues after the last byte of the one before; a file that has become shorter is another
 * file, and is read from its beginning.
 * @param decode reads UTF-8
 */
export function createLogReader(decode: (bytes: Uint8Array) => string) {
  let lines: LogLine[] = []
  let other_lines = 0
  let filter: LogFilter = { demands: [], from: '', to: '' }
  let asks: ReturnType<typeof readDemand>[] = []
  const takeLine = (text: string) => {
    const line = readLogLine(text)
    const isWanted = line !== null && line.logged >= filter.from && line.logged <= filter.to && asks.some((ask) => ask(line))
    if (isWanted) lines.push(copy(line))
    else other_lines++
  }
  let split = createLogSplitter(decode, takeLine)
  let offset = 0
  return async (file: LogFile, wanted: LogFilter, onProgress: (share: number) => void = () => {}): Promise<LogReading> => {
    filter = wanted
    asks = wanted.demands.map(readDemand)
    if (file.size < offset) {
      split = createLogSplitter(decode, takeLine)
      offset = 0
    }
    while (offset < file.size) {
      const end = Math.min(file.size, offset + piece_bytes)
      split(new Uint8Array(await file.slice(offset, end).arrayBuffer()))
      offset = end
      onProgress(offset / file.size)
    }
    // Kept until then: after a failed read, the next call continues after the lines of this one.
    const reading = { lines, other_lines }
    lines = []
    other_lines = 0
    return reading
  }
}
