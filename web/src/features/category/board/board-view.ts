import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { arrangeBoard, type Board, type BoardLine, listBoardLines, placeDrawnLines } from '@muster/domain/objectives/board'
import { type LineState, listStanding, readLines } from '@muster/domain/scoring/board-lines'
import { findMethod } from '@muster/domain/scoring/methods/index'
import type { LockedObjective, ObjectiveNode } from '../../../api/scores/score-tree.ts'
import { type NodeScores, readProgress, type Progress } from '../measure.ts'

/** A cell of a board: an objective, locked until it opens. */
export type BoardField = ObjectiveNode | LockedObjective

export const isLocked = (field: BoardField): field is LockedObjective => !('item' in field)

/** The children of a category on their cells. @param locked all objectives that open later, in the order of the tree */
export function layOut(node: ObjectiveNode, locked: readonly LockedObjective[]): Board<BoardField> {
  const fields: BoardField[] = [...node.children]
  for (const one of locked) if (one.parent_id === node.item.id) fields.splice(one.position, 0, one)
  return arrangeBoard(fields, (field) => (isLocked(field) ? field.cell : field.item.cell))
}

/** The lines on which a category is ranked, and their number; null if it has only presets that do not count lines. */
export interface RankedLines {
  readonly lines: readonly BoardLine[]
  readonly required: number
  /** Null: the category pays nothing. */
  readonly preset_id: number | null
}

/** The lines of a board. A board without points has lines, too. */
export function rankLines(board: Board<BoardField>, presets: readonly ScoringPreset[]): RankedLines | null {
  const preset = presets.find(({ scoring_method }) => findMethod(scoring_method)?.takes.drawn_lines)
  if (!preset && presets.length > 0) return null
  const { drawn_lines, lines = 1 } = preset?.parameters ?? {}
  return {
    lines: drawn_lines ? placeDrawnLines(board, drawn_lines) : listBoardLines(board),
    required: lines,
    preset_id: preset?.id ?? null,
  }
}

/** Scores of the fields, by position on the board; empty for other cells. */
export type FieldScores = readonly NodeScores[]

/** One team's board. */
export interface TeamBoard {
  /** By position; null: a hole, or an objective that opens later. */
  readonly progress: readonly (Progress | null)[]
  readonly finished: number
  /** In the order of their times. */
  readonly standing: readonly LineState[]
  /** Lines that can still be finished, the fewest missing cells first. */
  readonly open: readonly LineState[]
}

/** @param isLost whether the objective at a position has closed */
export function readTeamBoard(
  { cells }: Board<BoardField>,
  lines: readonly BoardLine[],
  scores: FieldScores,
  team_id: number,
  isLost: (position: number) => boolean,
): TeamBoard {
  const progress = cells.map((field, at) => (field && !isLocked(field) ? readProgress(field, scores[at] ?? [], team_id) : null))
  const states = readLines(lines, (at) => {
    if (!progress[at]?.finished) return null
    const seconds = scores[at]?.[0]?.get(team_id)?.timestamp ?? 0
    return { timestamp: seconds > 0 ? seconds * 1000 : null }
  })
  return {
    progress,
    finished: progress.filter((one) => one?.finished).length,
    standing: listStanding(states),
    open: states
      .filter(({ missing }) => missing.length > 0 && !missing.some((at) => !cells[at] || isLost(at)))
      .toSorted((one, other) => one.missing.length - other.missing.length),
  }
}

/** The teams that finished a field first, and when; null before. */
export function findFirst(scores: NodeScores | undefined): { readonly team_ids: readonly number[]; readonly at: number } | null {
  const times = [...(scores?.[0] ?? [])].flatMap(([id, { finished, timestamp }]) =>
    finished && timestamp > 0 ? [{ id, timestamp }] : [],
  )
  const at = Math.min(...times.map(({ timestamp }) => timestamp))
  return times.length === 0 ? null : { team_ids: times.filter(({ timestamp }) => timestamp === at).map(({ id }) => id), at }
}

const longWord = 10

/**
 * A name with places to hyphenate its long words, because not every browser has a dictionary: after a vowel and up to one
 * consonant, before a consonant and a vowel.
 */
export const hyphenate = (name: string): string =>
  name.replace(/\p{L}+/gu, (word) =>
    word.length < longWord ? word : word.replace(/(?<=\p{L}{2})([aeiouy][^aeiouy]?)(?=[^aeiouy][aeiouy]\p{L})/giu, '$1\u00AD'),
  )
