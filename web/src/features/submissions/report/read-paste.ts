import type { GameVersion } from '@muster/contract/events'
import type { Trial } from '@muster/domain/conditions/try-objectives'
import { tryObjectives } from '@muster/domain/conditions/try-objectives'
import { createClassifier } from '@muster/domain/items/classes'
import type { CopiedDoubt } from '@muster/domain/items/copied/read-copied-item'
import type { UnreadLines } from '@muster/domain/items/copied/sections'
import { maxPastedItems, splitItems } from '@muster/domain/items/copied/split-items'
import { readReportedText, type ReportedText } from '@muster/domain/submissions/item-report'
import type { PlacedObjective } from '../../../api/items/item-objectives.ts'

/** The result of one item for one objective. */
export interface Verdict extends PlacedObjective {
  readonly trial: Trial
}

interface PlacedText {
  /** Number of its first line in the paste. */
  readonly line: number
  readonly text: string
}

/** An item of the paste, read as the server reads it. */
export interface ReadItem extends PlacedText {
  readonly problem: null
  readonly name: string
  /** It counts for these. */
  readonly hits: readonly Verdict[]
  /** All conditions hold, but the objective was not open. */
  readonly closed: readonly Verdict[]
  /** Near misses, the nearest first. */
  readonly near: readonly Verdict[]
  readonly doubts: readonly CopiedDoubt[]
  readonly unread: readonly UnreadLines[]
}
/** `problem.line` counts in the paste. */
export interface UnreadableItem extends PlacedText {
  readonly problem: { readonly line: number; readonly reason: string }
}
export type PastedItem = ReadItem | UnreadableItem

export interface ReadPaste {
  readonly items: readonly PastedItem[]
  /** The number of items beyond the limit; they are not read. */
  readonly left_out: number
}

const maxNear = 3

function sortTrials(
  trials: readonly Trial[],
  objectives: readonly PlacedObjective[],
): Pick<ReadItem, 'hits' | 'closed' | 'near'> {
  const placed = new Map(objectives.map((each) => [each.definition.id, each]))
  const verdicts = trials.flatMap((trial): Verdict[] => {
    const objective = placed.get(trial.objective_id)
    return objective ? [{ ...objective, trial }] : []
  })
  const missed = verdicts.filter(({ trial }) => !trial.matches && trial.holding > 0)
  const isClosed = ({ trial }: Verdict) =>
    trial.failing === 0 && trial.obstacles.every((obstacle) => obstacle.endsWith('_window'))
  return {
    hits: verdicts.filter(({ trial }) => trial.matches),
    closed: missed.filter(isClosed),
    near: missed.filter((each) => !isClosed(each)).slice(0, maxNear),
  }
}

type ReadText = Extract<ReportedText, { ok: true }>

/** Creates a function that tries an item on all objectives. @param at the time of the find in milliseconds */
export function createItemTrier(objectives: readonly PlacedObjective[], game_version: GameVersion, at: number) {
  const { classOf } = createClassifier({ game_version })
  const definitions = objectives.map(({ definition }) => definition)
  return (text: string, { item, name, read }: ReadText): Omit<ReadItem, 'line'> => {
    const trials = tryObjectives(item, definitions, { classOf }, at)
    return { text, problem: null, name, ...sortTrials(trials, objectives), doubts: read.doubts, unread: read.unread }
  }
}

/** Creates the reader of an event's pastes, as above. */
export function createPasteReader(objectives: readonly PlacedObjective[], game_version: GameVersion, at: number) {
  const tryItem = createItemTrier(objectives, game_version, at)
  const known = new Map<string, Omit<ReadItem, 'line'>>()

  function readItem({ line, text }: PlacedText): PastedItem {
    const found = known.get(text)
    if (found) return { ...found, line }
    const read = readReportedText(text)
    if (!read.ok) return { line, text, problem: { line: line + read.line - 1, reason: read.reason } }
    const item = tryItem(text, read)
    known.set(text, item)
    return { ...item, line }
  }

  return (paste: string): ReadPaste => {
    const all = splitItems(paste)
    const items = all.slice(0, maxPastedItems).map(readItem)
    return { items, left_out: all.length - items.length }
  }
}

/** The items of a paste that count for something. */
export const listCounting = (paste: ReadPaste): ReadItem[] =>
  paste.items.flatMap((item) => (item.problem === null && item.hits.length > 0 ? [item] : []))

/** The reports that a paste sends: one for each item and objective. */
export const listReports = (paste: ReadPaste): Verdict[] => listCounting(paste).flatMap(({ hits }) => hits)
