// Kept separate from its row, because pages that load the row must not load boards.
import { writeTime } from '../../definition-file/moment.ts'
import { arrangeBoard, type Board, type BoardLine, listBoardLines, placeDrawnLines } from '../../objectives/board.ts'
import type { Result } from '../aggregations/tally.ts'
import { type LineState, listStanding, readLines } from '../board-lines.ts'
import { nameRank } from '../rank-text.ts'
import { fillRow } from '../team-row.ts'
import { bingoBoard } from './bingo-board.ts'
import { awardPlaces, byTime, type Scorer, type Terms } from './method.ts'
import { countPoints } from './plain-row.ts'

const countRequired = ({ parameters }: Terms): number => parameters?.lines ?? 1

/** The lines that count on a board. */
export function listLines(
  board: Pick<Board<unknown>, 'rows' | 'columns'>,
  parameters: Terms['parameters'],
): readonly BoardLine[] {
  const drawn = parameters?.drawn_lines
  return drawn ? placeDrawnLines(board, drawn) : listBoardLines(board)
}

function readTeam(preset: Terms, lines: readonly LineState[]): Result {
  const required = countRequired(preset)
  const standing = listStanding(lines)
  const finished = standing.length >= required
  const number = Math.min(standing.length, required)
  const timestamp = standing[number - 1]?.timestamp ?? null
  return { number, finished, timestamp, user_id: null }
}

const nameLine = ({ kind, number }: BoardLine): string => (kind === 'drawn' ? `drawn line ${number}` : `${kind} ${number}`)

/** "row 3 (2026-12-05 11:00 UTC)". */
const sayLine = (line: LineState): string => {
  const time = line.timestamp === null ? 'time unknown' : `${writeTime(line.timestamp).slice(0, 16).replace('T', ' ')} UTC`
  return `${nameLine(line)} (${time})`
}

export const bingoBoardScorer: Scorer = {
  ...bingoBoard,
  award({ preset, team_count, children }) {
    const row = fillRow<Result | null>(team_count, null)
    const board = arrangeBoard(children, ({ cell }) => cell)
    const lines = listLines(board, preset.parameters)
    for (let team = 0; team < team_count; team++) {
      const finishedAt = (at: number) => {
        const completion = board.cells[at]?.completions[team]
        return completion?.finished ? completion : null
      }
      if (board.cells.some((_, at) => finishedAt(at))) row[team] = readTeam(preset, readLines(lines, finishedAt))
    }
    return awardPlaces(row, preset.points, ({ finished }) => finished, byTime)
  },
  explain({ preset, children, rank, own_points }) {
    const board = arrangeBoard(children, ({ cell }) => cell)
    const states = readLines(listLines(board, preset.parameters), (at) => (board.cells[at]?.finished ? board.cells[at] : null))
    const standing = listStanding(states)
    const required = countRequired(preset)
    const lines =
      standing.length === 0
        ? 'No line is complete'
        : standing.length === 1
          ? '1 line is complete'
          : `${standing.length} lines are complete`
    const needed = required > 1 ? `, and the place is for number ${required}` : ''
    const named = standing.length > 0 ? `: ${standing.map(sayLine).join(', ')}` : ''
    const place = rank > 0 ? `${nameRank(rank)}, ` : ''
    return `${lines}${needed}${named}. ${place}${countPoints(own_points)}.`
  },
}
