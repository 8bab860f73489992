import type { ReadingInterval, ReadingIntervals } from '@muster/contract/reading-intervals'
import type { FetchGap, GapReason, GapState, WindowSource } from '@muster/contract/tracking'

/** A period of one source: read (no reason), or not read. Milliseconds on the event clock. */
export interface FetchWindow {
  readonly from: number
  readonly to: number
  readonly reason: GapReason | null
}

/** The outcome of a fetch: null for success, or the reason of the failure. */
export type FetchOutcome = GapReason | null

const minute_ms = 60_000
/** Several times the usual interval of each source. */
const usualSilence_ms: Readonly<Record<WindowSource, number>> = {
  public_tabs: 2 * minute_ms,
  character: 75 * minute_ms,
  ladder: 5 * minute_ms,
  guild_tabs: 35 * minute_ms,
  // Requested only after a build has changed.
  figures: Number.POSITIVE_INFINITY,
}
/** The settings of an event that decide how often a source is read. */
const intervalsOf: Readonly<Partial<Record<WindowSource, readonly ReadingInterval[]>>> = {
  character: ['read_playing_seconds', 'read_climbing_seconds', 'read_idle_seconds'],
  ladder: ['read_ladder_seconds'],
  guild_tabs: ['read_changed_tab_seconds', 'read_tab_seconds', 'read_priority_tab_seconds'],
}

/** A pause longer than this is a gap: longer than usual, and longer than two intervals that the event has chosen. */
export const findSilence_ms = (source: WindowSource, intervals: Partial<ReadingIntervals>): number =>
  Math.max(usualSilence_ms[source], ...(intervalsOf[source] ?? []).map((name) => 2 * (intervals[name] ?? 0) * 1000))

/** The changes of a source's windows: the newest one is extended to `extend_to`, then these follow. */
export interface WindowChanges {
  readonly extend_to: number | null
  readonly added: readonly FetchWindow[]
}

/**
 * Adds an outcome to the windows of a source. Windows follow each other without holes: a pause longer than usual is a gap, and
 * the time from the last success to a failure belongs to the gap.
 * @param last the newest window; null before the first outcome
 * @param intervals the settings of the event
 */
export function extendWindows(
  last: FetchWindow | null,
  outcome: FetchOutcome,
  at: number,
  source: WindowSource,
  intervals: Partial<ReadingIntervals> = {},
): WindowChanges {
  if (last === null) return { extend_to: null, added: [{ from: at, to: at, reason: outcome }] }
  if (at <= last.to) return { extend_to: null, added: [] }
  const isSilence = at - last.to > findSilence_ms(source, intervals)
  if (!isSilence && last.reason === outcome) return { extend_to: at, added: [] }
  // A source that failed until now has just worked.
  if (!isSilence && outcome === null) return { extend_to: at, added: [{ from: at, to: at, reason: null }] }
  if (!isSilence) return { extend_to: null, added: [{ from: last.to, to: at, reason: outcome }] }
  if (last.reason === 'not_running' && outcome !== null) return { extend_to: at, added: [{ from: at, to: at, reason: outcome }] }
  return {
    extend_to: null,
    added: [
      { from: last.to, to: at, reason: 'not_running' },
      { from: at, to: at, reason: outcome },
    ],
  }
}

const reasons: Readonly<Record<GapReason, { readonly why: string; readonly advice: string }>> = {
  not_running: {
    why: 'The job or the server was not running.',
    advice: 'Check that the job is running, and until when.',
  },
  limited: { why: 'The game asked Muster to wait.', advice: '' },
  unavailable: { why: 'The game did not respond, or returned an error.', advice: '' },
  unreadable: { why: 'The game’s response could not be read.', advice: 'Check the recorded problems.' },
  connection: {
    why: 'The connection to the game account had expired.',
    advice: 'The player must log in with Path of Exile again.',
  },
  not_granted: {
    why: 'Permission to read this was not granted.',
    advice: 'The player must log in with Path of Exile again and allow it.',
  },
  gone: { why: 'The game did not find it.', advice: '' },
  refused: {
    why: 'The game rejected the request.',
    advice: 'Check the recorded problems; you can set the stream position with `npm run -s stream`.',
  },
  skipped: { why: 'The stream position was moved ahead.', advice: '' },
}

/** The effect of a closed gap on points. */
const meanings: Readonly<Record<WindowSource, { readonly state: Exclude<GapState, 'open'>; readonly means: string }>> = {
  public_tabs: { state: 'recovered', means: 'Everything in the stream from that time was read afterwards.' },
  character: { state: 'recovered', means: 'Achievements in the meantime count from the next fetch.' },
  ladder: { state: 'recovered', means: 'Achievements in the meantime count from the next fetch.' },
  figures: { state: 'recovered', means: 'Build stats were calculated afterwards; no points depend on them.' },
  guild_tabs: {
    state: 'lost',
    means: 'Items added and removed again during the gap were missed; items still there count from the next fetch.',
  },
}

/** A gap in words. A closed gap needs no action. */
export function describeGap(
  source: WindowSource,
  reason: GapReason,
  isOpen: boolean,
): Pick<FetchGap, 'state' | 'message' | 'advice'> {
  const { why, advice } = reasons[reason]
  if (isOpen) return { state: 'open', message: `${why} The gap is still open.`, advice }
  if (reason === 'skipped') return { state: 'lost', message: `${why} Changes in between were not read.`, advice: '' }
  const { state, means } = meanings[source]
  return { state, message: `${why} ${means}`, advice: '' }
}
