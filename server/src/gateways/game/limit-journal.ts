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

/** Event time: no window of the game is longer than an hour, and its bucket is a minute; what is older says nothing any more. */
const keptFor_ms = 61 * 60_000
/** A journal larger than this, and twice as large as it was when it was last written anew, is written anew without what is old. */
const smallest_bytes = 1024 * 1024

/** Who asked for what is nobody else's business on this machine. */
const ownerOnly = 0o600

const Subjects = z.record(z.string(), z.string())
const Window = z.object({ hits: z.number(), period_s: z.number(), restriction_s: z.number() })

/** What a process that begins has to know of those before it. Moments are milliseconds of event time. */
const LimitNote = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('policy'),
    endpoint: z.string(),
    name: z.string(),
    rules: z.array(z.tuple([z.string(), z.array(Window).readonly()])),
  }),
  /** A request leaves. */
  z.object({ is: z.literal('asked'), endpoint: z.string(), subjects: Subjects, at: z.number() }),
  /** The provider counted so many more than we did. */
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
  /** A kind of call gets no answers; written again after each probe. */
  z.object({ is: z.literal('away'), endpoint: z.string(), since: z.number(), at: z.number() }),
  z.object({ is: z.literal('back'), endpoint: z.string(), at: z.number() }),
  /** A token was refused; the token itself is not written down. */
  z.object({ is: z.literal('dead'), token_hash: z.string(), at: z.number() }),
])
export type LimitNote = z.output<typeof LimitNote>

/** Counts of what was asked of the game that outlive a process. */
export interface LimitJournal {
  /** What earlier processes wrote down and still matters. */
  readonly notes: readonly LimitNote[]
  /** Written when the call returns: it is still there after `kill -9`. */
  write(note: LimitNote): void
}

/** A last line may be torn, and a file may be of an older version: what cannot be read is left out. */
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
 * Keeps the journal in a file, a line for each note. A database would cost a transaction for each request
 * (decision 0028); a line costs some microseconds, and what ends a process leaves it there. A process on another machine does
 * not see it: that one learns from the first answers.
 * @param onError is called, once, when the file cannot be read or written; requests go on without it.
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
    // What was asked in the future was asked by another clock.
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
  /** The file of that name: another process may have written it anew since it was opened. */
  function openFile(): number {
    if (opened !== null && fstatSync(opened).nlink > 0) return opened
    if (opened !== null) closeSync(opened)
    opened = null
    opened = openSync(file, 'a', ownerOnly)
    // It may have been made before, open to everybody.
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
