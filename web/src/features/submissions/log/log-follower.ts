import { maxLogEvents } from '@muster/contract/game-log'
import type { LogDemand } from '@muster/domain/game-log/log-demand'
import type { LogLine } from '@muster/domain/game-log/log-line'
import type { LogFilter } from '@muster/domain/game-log/log-reader'
import { keyItems } from '@muster/domain/submissions/report-keys'
import { Failure } from '../../../api/calls/failure.ts'
import { type EventKey, eventInput } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { createStore } from '../../../lib/store.ts'
import { drawSeed } from '../report/draw-seed.ts'
import { isUnanswered } from '../report/waiting-reports.ts'
import { openLogThread } from './log-thread.ts'
import type { LogSource } from './log-source.ts'
import { ownCharacters } from './own-characters.ts'

/** A wanted event of the log. Times in milliseconds. */
export interface FoundLine extends LogLine {
  readonly happened_at: number
  /** The page read it just after the game wrote it. */
  readonly is_live: boolean
}

export interface LogState {
  readonly source: LogSource | null
  /**
   * `reading`: the lines before now; `asking`: the player chooses the characters; `sending`: events are sent, including new ones.
   */
  readonly phase: 'none' | 'reading' | 'asking' | 'sending'
  /** 0 to 1, while reading. */
  readonly share: number
  readonly found: readonly FoundLine[]
  readonly sent: ReadonlySet<FoundLine>
  /** The number of lines that stayed on this computer because they are not wanted events. */
  readonly other_lines: number
  /** Why reading or sending stopped; empty if neither did. */
  readonly problem: string
  /** Events wait for a connection. */
  readonly is_offline: boolean
}

const nothing: LogState = {
  source: null,
  phase: 'none',
  share: 0,
  found: [],
  sent: new Set(),
  other_lines: 0,
  problem: '',
  is_offline: false,
}

/** The event for which lines are reported. */
export interface LogTarget {
  readonly key: EventKey
  /** The events that objectives ask for. */
  readonly demands: readonly LogDemand[]
  readonly starts_at: number
  readonly ends_at: number
  /** The server's time. */
  readonly now: () => number
}

/**
 * A line that is read this much later than it was written is not live. Both times come from the clock of the player's computer.
 */
const live_ms = 60_000

const retry_ms = 5000

/** At one read a second. A file that cannot be read for this long is locked or lost. */
const maxFailedReads = 60

/** The log names no time zone: its times are in the zone of this computer. */
const readTime = (logged: string) => Date.parse(logged.replaceAll('/', '-').replace(' ', 'T'))
const pad = (part: number) => String(part).padStart(2, '0')
function writeTime(ms: number): string {
  const at = new Date(ms)
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('/')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`
}

/** The lines written in the span of the event; a line that is written now always counts. */
function takeLines(lines: readonly LogLine[], isFirst: boolean, { starts_at, ends_at, now }: LogTarget): FoundLine[] {
  return lines.flatMap((line) => {
    const written_at = readTime(line.logged)
    const is_live = !isFirst && Math.abs(Date.now() - written_at) < live_ms
    const happened_at = is_live ? now() : Math.min(written_at, now())
    return happened_at >= starts_at && happened_at <= ends_at ? [{ ...line, happened_at, is_live }] : []
  })
}

export const isOwn = ({ character }: LogLine, own: readonly string[]) => character === '' || own.includes(character)

/** Only these leave the computer. */
export const listToSend = ({ found, sent }: LogState, own: readonly string[]): FoundLine[] =>
  found.filter((line) => !sent.has(line) && isOwn(line, own))

/** Reads a log from the beginning, then the lines that the game adds, and sends events of the player's own characters. */
export function createLogFollower() {
  let target: LogTarget | null = null
  const store = createStore(nothing)
  const change = (part: Partial<LogState>) => store.set({ ...store.get(), ...part })
  let thread: ReturnType<typeof openLogThread> | null = null
  let isReading = false
  let isSending = false
  /** Reads that failed in a row. */
  let failedReads = 0
  /** The batch of the last try. A report that is sent again has the same key. */
  let lastTry: { readonly batch: readonly FoundLine[]; readonly key: string } | null = null
  /** Nothing is sent before this time, after a try without an answer. */
  let retries_at = 0

  async function read(isFirst: boolean): Promise<void> {
    const { source } = store.get()
    if (!source || !thread || !target || isReading) return
    isReading = true
    const reader = thread
    try {
      const { demands, starts_at, ends_at } = target
      const filter: LogFilter = isFirst
        ? { demands, from: writeTime(starts_at), to: writeTime(ends_at) }
        : { demands, from: '', to: '9' }
      const file = await source.open()
      const { lines, other_lines } = await reader.read(file, filter, (share) => isFirst && change({ share }))
      if (reader !== thread) return
      failedReads = 0
      const added = takeLines(lines, isFirst, target)
      const state = store.get()
      if (added.length + other_lines > 0 || isFirst)
        change({ found: [...state.found, ...added], other_lines: state.other_lines + other_lines + lines.length - added.length })
      if (isFirst) change({ phase: 'asking' })
    } catch (failure) {
      // The browser does not read a file that has changed since it was opened (W3C File API, "snapshot state"): the next tick
      // opens it again and reads on.
      const isWriting = source.grows && failure instanceof Error && failure.name === 'NotReadableError'
      if (reader === thread && !(isWriting && ++failedReads <= maxFailedReads))
        close(failure instanceof Error ? failure.message : String(failure))
    } finally {
      if (reader === thread) isReading = false
    }
  }

  async function send(): Promise<void> {
    if (isSending || !target || Date.now() < retries_at) return
    isSending = true
    const reader = thread
    try {
      let batch: FoundLine[]
      while (
        reader === thread &&
        store.get().phase === 'sending' &&
        (batch = listToSend(store.get(), ownCharacters.get()).slice(0, maxLogEvents)).length > 0
      ) {
        await sendBatch(batch, target)
        if (reader !== thread) return
        change({ sent: new Set([...store.get().sent, ...batch]), is_offline: false })
      }
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      if (reader !== thread) return
      if (!isUnanswered(failure) && failure.status !== 429) return close(failure.message)
      retries_at = Date.now() + retry_ms
      change({ is_offline: true })
    } finally {
      isSending = false
    }
  }

  function sendBatch(batch: readonly FoundLine[], { key, now }: LogTarget) {
    const events = batch.map(({ happened_at, is_live, ...line }) => {
      const isNow = is_live && now() - happened_at < live_ms
      return { ...line, timestamp: isNow ? null : new Date(happened_at).toISOString() }
    })
    const isSame = lastTry?.batch.length === batch.length && batch.every((line, place) => lastTry?.batch[place] === line)
    lastTry = lastTry && isSame ? lastTry : { batch, key: keyItems(drawSeed(), ['log'])[0] ?? '' }
    return callWrite('reportLog', { ...eventInput(key), body: { key: lastTry.key, events } })
  }

  function close(problem = ''): void {
    thread?.end()
    thread = null
    isReading = false
    failedReads = 0
    store.set({ ...nothing, problem })
  }

  /** Reads and sends new lines. */
  async function readAndSend(): Promise<void> {
    const { phase, source } = store.get()
    if (source?.grows && phase !== 'none') await read(phase === 'reading')
    await send()
  }

  return {
    store,
    /** Sets the event for which lines are reported. */
    setTarget(next: LogTarget): void {
      target = next
    },
    /** Reads the lines that are there. Nothing is sent before `startSending`. */
    open(source: LogSource): Promise<void> {
      close()
      thread = openLogThread(() => void readAndSend())
      change({ source, phase: 'reading' })
      return read(true)
    },
    startSending(): Promise<void> {
      change({ phase: 'sending' })
      return send()
    },
    close,
  }
}

export type LogFollower = ReturnType<typeof createLogFollower>
