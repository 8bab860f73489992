import './board.css'
import '../../../messages/board.ts'
import '../../../messages/category.ts'
import { type BoardLine, nameCellAt } from '@muster/domain/objectives/board'
import { readOwnReachable } from '@muster/domain/scoring/reachable'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { type TeamView, useScores, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import {
  findReachable,
  type ObjectiveNode,
  presetsOf,
  type ScoreMap,
  type ScoreTree,
  scoresOf,
} from '../../../api/scores/score-tree.ts'
import { useWatchedTeam } from '../../../api/scores/shown-teams.ts'
import { useIsNarrow, useIsPhone } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatEventTime } from '../../../lib/time/time.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { TeamMark, teamStyle } from '../../../ui/marks/team-mark.tsx'
import type { TeamScores } from '../measure.ts'
import { readNodeScores } from '../node-scores.ts'
import { ObjectiveCard } from '../objective-card.tsx'
import { useScoreSetting } from '../score-setting.ts'
import { BoardGrid } from './board-grid.tsx'
import { BoardList } from './board-list.tsx'
import { BoardLines, nameLine } from './board-lines.tsx'
import { type FieldScores, isLocked, layOut, rankLines, readTeamBoard, type TeamBoard } from './board-view.ts'
import { MiniBoard } from './mini-board.tsx'

const minute_ms = 60_000
const noLines: readonly BoardLine[] = []

/** The boards of all teams, for one category. */
function useBoards(node: ObjectiveNode, teams: readonly TeamView[]) {
  const { locked } = useScoreTree()
  const now = useServerNow(minute_ms)
  const board = useMemo(() => layOut(node, locked), [node, locked])
  const ranked = useMemo(() => rankLines(board, presetsOf(node.item)), [board, node])
  const lines = ranked?.lines ?? noLines
  const scores: FieldScores = useScores(
    useCallback(
      (all: ScoreMap) => board.cells.map((field) => (field && !isLocked(field) ? readNodeScores(all, field) : [])),
      [board],
    ),
  )
  const own = useScores(useCallback((all: ScoreMap) => scoresOf(all, node.item.id), [node]))
  const isLost = useCallback(
    (at: number) => {
      const field = board.cells[at]
      return !!field && !isLocked(field) && field.item.valid_to !== null && field.item.valid_to < now
    },
    [board, now],
  )
  const boards = useMemo(
    () => new Map(teams.map(({ id }) => [id, readTeamBoard(board, lines, scores, id, isLost)])),
    [board, lines, scores, teams, isLost],
  )
  return { board, lines, ranked, scores, own, boards, isLost, now }
}

/** A category as a board: the teams to choose from, the chosen team's fields, its lines, and the places of all teams. */
export function BoardSection({ node, hasHead }: { node: ObjectiveNode; hasHead: boolean }) {
  const teams = useTeams()
  const watched = useWatchedTeam()
  const team = watched ?? teams[0]
  const { board, lines, ranked, scores, own, boards, isLost, now } = useBoards(node, teams)
  const setting = useScoreSetting()
  const [selected, setSelected] = useState<number | null>(null)
  const isNarrow = useIsNarrow()
  const isPhone = useIsPhone()
  const shown = team && boards.get(team.id)
  if (board.cells.length === 0) return <Empty title={t('category.emptyTitle')} text={t('category.emptyText')} />
  if (!team || !shown) return null
  // The fields are too small for names.
  const hasCodes = board.columns > (isPhone ? 5 : 12)
  const field = selected === null ? null : board.cells[selected]
  const { item } = node
  const id = `board-${item.id}`
  const details = field && !isLocked(field) && (
    <FieldDetails
      node={field}
      position={selected ?? 0}
      lines={lines}
      shown={shown}
      team={team}
      now={now}
      setting={setting}
      scores={scores}
    />
  )
  return (
    <section className="category-part bingo-section" aria-labelledby={id}>
      {hasHead && (
        <h2 className="block-title category-head" id={id}>
          <bdi>{item.title}</bdi>
        </h2>
      )}
      <TeamSwitch teams={teams} team={team} boards={boards} board={board} />
      <div className="bingo-columns">
        <div>
          <div className="block-head">
            <h2 className="block-title" id={hasHead ? undefined : id}>
              <bdi>{team.name}</bdi>
            </h2>
            <div className="block-note">{t('board.crests')}</div>
          </div>
          <BoardGrid
            board={board}
            scores={scores}
            shown={shown}
            team={team}
            teams={teams}
            start_ms={setting.start_ms}
            selected={selected}
            isLost={isLost}
            onSelect={(at) => setSelected(at === selected ? null : at)}
          />
          {hasCodes && (
            <BoardList board={board} scores={scores} shown={shown} team={team} isLost={isLost} onSelect={setSelected} />
          )}
          {board.beside.length > 0 && (
            <p className="quieter small bingo-note">{t('board.beside', { count: board.beside.length })}</p>
          )}
        </div>
        <div className="bingo-aside">
          {!isNarrow && details && <div className="bingo-details">{details}</div>}
          {ranked && (
            <>
              <div className="block-head">
                <h3 className="block-title">{t('board.lineTitle')}</h3>
                <div className="block-note num">{t('board.lineCount', { done: shown.standing.length, of: lines.length })}</div>
              </div>
              {ranked.preset_id !== null && (
                <p className="quiet small bingo-note">{t('board.rankedBy', { count: ranked.required })}</p>
              )}
              <BoardLines board={board} shown={shown} scores={scores} team={team} start_ms={setting.start_ms} />
            </>
          )}
          {item.preset && <Places teams={teams} own={own} preset_id={ranked?.preset_id ?? null} start_ms={setting.start_ms} />}
        </div>
      </div>
      {isNarrow && details && (
        <Sheet title={t('board.field', { cell: nameCellAt(selected ?? 0, board.columns) })} onClose={() => setSelected(null)}>
          {details}
        </Sheet>
      )}
    </section>
  )
}

interface SwitchProps {
  teams: readonly TeamView[]
  team: TeamView
  boards: ReadonlyMap<number, TeamBoard>
  board: ReturnType<typeof layOut>
}

/** Chooses the team whose board is shown; the choice is in the address, like that of the scoreline. */
function TeamSwitch({ teams, team, boards, board }: SwitchProps) {
  const navigate = useNavigate()
  const own_id = teams.find(({ is_own }) => is_own)?.id
  const pick = (id: number) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, team: id === own_id ? undefined : id }),
      replace: true,
      resetScroll: false,
    })
  const count = board.cells.filter((field) => field !== null).length
  return (
    <div className="bingo-teams" role="group" aria-label={t('board.teams')}>
      {teams.map((one) => {
        const { finished = 0, standing = [], progress = [] } = boards.get(one.id) ?? {}
        return (
          <button
            key={one.id}
            type="button"
            className="team"
            style={teamStyle(one.look)}
            aria-pressed={one.id === team.id}
            onClick={() => pick(one.id)}
          >
            <MiniBoard board={board} isOn={(at) => progress[at]?.finished === true} />
            <span>
              <TeamMark team={one} isShort size="small" ownLabel={one.is_own ? t('board.you') : undefined} />
              <small className="num">
                {t('board.summary', { done: finished, of: count })}
                {standing.length > 0 && `, ${t('board.lines', { count: standing.length })}`}
              </small>
            </span>
          </button>
        )
      })}
    </div>
  )
}

interface DetailsProps {
  node: ObjectiveNode
  position: number
  lines: readonly BoardLine[]
  shown: TeamBoard
  team: TeamView
  now: number
  scores: FieldScores
  setting: ReturnType<typeof useScoreSetting>
}

/** One field: its card with all teams, and the lines it is part of. */
function FieldDetails({ node, position, lines, shown, team, now, scores, setting }: DetailsProps) {
  const { id } = node.item
  const teams = useTeams()
  const reachable = useScores(
    useCallback(
      (all: ScoreMap, score_tree: ScoreTree) => {
        const found = findReachable(score_tree, all, id)
        return found ? readOwnReachable(found, team.id, now) : 0
      },
      [id, team.id, now],
    ),
  )
  const states = [...shown.standing, ...shown.open].filter(({ cells }) => cells.includes(position))
  return (
    <>
      <ObjectiveCard
        node={node}
        scores={scores[position] ?? []}
        teams={teams}
        watched={team}
        setting={setting}
        reachable={reachable}
        isAtOnce
      />
      {lines.length > 0 && states.length > 0 && (
        <p className="quiet small bingo-note">
          {t('board.fieldLines')}:{' '}
          {states
            .map(
              (line) =>
                `${nameLine(line)} (${t('board.missing', { done: line.cells.length - line.missing.length, of: line.cells.length })})`,
            )
            .join(', ')}
        </p>
      )}
    </>
  )
}

interface PlacesProps {
  teams: readonly TeamView[]
  own: TeamScores
  /** The scoring rule whose places these are; null: the first one. */
  preset_id: number | null
  start_ms: number
}

/** The teams with a place on the board, the first one first. */
function Places({ teams, own, preset_id, start_ms }: PlacesProps) {
  const placed = teams
    .flatMap((team) => {
      const whole = own.get(team.id)
      const score = whole?.by_rule?.find(({ scoring_preset_id }) => scoring_preset_id === preset_id) ?? whole
      return score && score.rank > 0 ? [{ team, score }] : []
    })
    .toSorted((one, other) => one.score.rank - other.score.rank)
  return (
    <>
      <div className="block-head bingo-places">
        <h3 className="block-title">{t('board.places')}</h3>
      </div>
      {placed.length === 0 ? (
        <p className="quiet small bingo-note">{t('board.placeless')}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('board.place')}</th>
              <th scope="col">{t('board.team')}</th>
              <th scope="col" className="right">
                {t('board.points')}
              </th>
              <th scope="col" className="right">
                {t('board.at')}
              </th>
            </tr>
          </thead>
          <tbody>
            {placed.map(({ team, score }) => (
              <tr key={team.id}>
                <td className="num">{nameOrdinal(score.rank)}</td>
                <td>
                  <TeamMark team={team} size="small" />
                </td>
                <td className="right num">{formatCount(score.points)}</td>
                <td className="right num">{score.timestamp > 0 ? formatEventTime(score.timestamp * 1000, start_ms) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
