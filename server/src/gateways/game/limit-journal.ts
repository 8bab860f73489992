import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** Event time: the longest window of the game is an hour, plus a bucket of a minute. Older entries are irrelevant. */
const keptFor_ms = 61 * 60_000
/** A journal larger than this and twice its size after the last rewrite is rewritten without outdated entries. */
const smallest_bytes = 1024 * 1024

/** Other users of this machine must not see who requested what. */
const ownerOnly = 0o600

const Subjects = z.record(z.string(), z.string())
const Window = z.object({ hits: z.number(), period_s: z.number(), restriction_s: z.number() })

/** State that a new process needs from earlier ones. Times are milliseconds of event time. */
const LimitNote = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('policy'),
    endpoint: z.string(),
    name: z.string(),
    rules: z.array(z.tuple([z.string(), z.array(Window).readonly()])),
  }),
  /** A request was sent. */
  z.object({ is: z.literal('asked'), endpoint: z.string(), subjects: Subjects, at: z.number() }),
  /** The provider counted this many more requests than Muster. */
  z.object({
    is: z.literal('counted'),
    policy: z.string(),
    rule: z.string(),
    subject: z.string(),
    hits: z.number(),
    at: z.number(),
  }),
  z.object({ is: z.literal('restricted'), policy: z.string(), rule: z.string(), subject: z.string(), until: z.number() }),
  z.object({ is: z.literal('paused'), until: z.number() }),
  /** An answer from 400 to 499. */
  z.object({ is: z.literal('refused'), at: z.number() }),
  /** A kind of call has an outage; written again after each probe. */
  z.object({ is: z.literal('away'), endpoint: z.string(), since: z.number(), at: z.number() }),
  z.object({ is: z.literal('back'), endpoint: z.string(), at: z.number() }),
  /** A token was refused; the token itself is not stored. */
  z.object({ is: z.literal('dead'), token_hash: z.string(), at: z.number() }),
])
export type LimitNote = z.output<typeof LimitNote>

/** Records of requests to the game that survive a restart. */
export interface LimitJournal {
  /** Entries of earlier processes that still matter. */
  readonly notes: readonly LimitNote[]
  /** Written before the call returns, so the entry survives `kill -9`. */
  write(note: LimitNote): void
}

/** Ignores unreadable lines: the last one may be truncated, and the file may be from an older version. */
function readNote(line: string): LimitNote[] {
  if (line === '') return []
  try {
    const parsed = LimitNote.safeParse(JSON.parse(line))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

/**
 * Stores the journal in a file, one line per entry. In a database it would cost a transaction per request (decision 0028); a line
 * takes a few microseconds and survives the end of the process. A process on another machine does not see the file and learns
 * from the first answers.
 * @param onError called once if the file cannot be read or written; requests continue without it.
 */
export function openLimitJournal(file: string, now: () => number, onError: (error: unknown) => void): LimitJournal {
  let isBroken = false
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch (error) {
      if (!isBroken) onError(error)
      isBroken = true
      return otherwise
    }
  }
  const isOld = (note: LimitNote) => {
    if (note.is === 'policy') return false
    const at = 'until' in note ? note.until : note.at
    // Entries in the future are from another clock.
    return at < now() - keptFor_ms || (!('until' in note) && at > now()) || at > now() + keptFor_ms
  }

  function load(): LimitNote[] {
    let text
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
    return text
      .split('\n')
      .flatMap(readNote)
      .filter((note) => !isOld(note))
  }
  let opened: number | null = null
  /** Reopens the file if another process has rewritten it. */
  function openFile(): number {
    if (opened !== null && fstatSync(opened).nlink > 0) return opened
    if (opened !== null) closeSync(opened)
    opened = null
    opened = openSync(file, 'a', ownerOnly)
    // An older version may have created the file with more rights.
    fchmodSync(opened, ownerOnly)
    return opened
  }
  let size_bytes = 0
  let shrinkAt_bytes = smallest_bytes
  function shrink(): void {
    const next = `${file}.${process.pid}`
    writeFileSync(
      next,
      load()
        .map((note) => `${JSON.stringify(note)}\n`)
        .join(''),
      { mode: ownerOnly },
    )
    renameSync(next, file)
    size_bytes = statSync(file).size
    shrinkAt_bytes = Math.max(smallest_bytes, 2 * size_bytes)
  }
  const notes = attempt(() => {
    mkdirSync(dirname(file), { recursive: true })
    const found = load()
    size_bytes = found.length === 0 ? 0 : statSync(file).size
    return found
  }, [])

  return {
    notes,
    write(note) {
      const line = `${JSON.stringify(note)}\n`
      attempt(() => {
        writeSync(openFile(), line)
        size_bytes += line.length
        if (size_bytes > shrinkAt_bytes) shrink()
      }, undefined)
    },
  }
}
