import '../../messages/category.ts'
import { readPays } from '@muster/domain/scoring/methods/index'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import { memo } from 'react'
import type { TeamView } from '../../api/scores/event.ts'
import { type ObjectiveNode, presetsOf } from '../../api/scores/score-tree.ts'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { describePresetPoints } from '../../lib/text/preset-points.ts'
import { Progress } from '../../ui/marks/progress.tsx'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'
import { type NodeScores, readProgress } from './measure.ts'
import { useNodeScores } from './node-scores.ts'
import { pickTeams } from './pick-teams.ts'

const maxTeams = 6
/** On a phone the others show when the set is selected. */
const maxOnPhone = 2

interface SetCardProps {
  node: ObjectiveNode
  teams: readonly TeamView[]
  watched: TeamView | null
  /** Points of the watched team in this set. */
  points: number
  reachable: number
  isSelected: boolean
  onSelect: (id: number) => void
}

/** A set with the progress of every team; selecting it shows its items in the table. */
export const SetCard = memo(function SetCard(props: SetCardProps) {
  const { node, teams, watched, points, reachable, isSelected, onSelect } = props
  const scores = useNodeScores(node)
  const most = useIsPhone() && !isSelected ? maxOnPhone : maxTeams
  const shown = pickTeams(teams, watched?.id ?? null, (team_id) => readProgress(node, scores, team_id).done, most)
  const progress = watched && readProgress(node, scores, watched.id)
  return (
    <article className={isSelected ? 'set set-selected' : 'set'}>
      <header className="set-head">
        <div>
          <h3>
            <button type="button" className="set-name" aria-pressed={isSelected} onClick={() => onSelect(node.item.id)}>
              <bdi className="game">{node.item.name}</bdi>
            </button>
          </h3>
          <p className="quieter small">{describeState(node, scores, teams)}</p>
        </div>
        {progress && (
          <span className="set-count">
            <span className="vh">{t('set.summary', { done: progress.done, of: progress.of })}</span>
            <span aria-hidden="true">
              {formatCount(progress.done)}
              <small>/{formatCount(progress.of)}</small>
            </span>
          </span>
        )}
      </header>
      <ul className="set-teams">
        {shown.map((team) => (
          <SetLine key={team.id} node={node} team={team} scores={scores} isWatched={team.id === watched?.id} />
        ))}
      </ul>
      {shown.length < teams.length && (
        <p className="quieter small only-wide">{t('card.moreTeams', { count: teams.length - shown.length })}</p>
      )}
      {watched && (
        <footer className="set-foot">
          <span>{t('set.points', { count: points })}</span>
          {reachable > 0 && <span className="quieter">{t('set.reachable', { points: formatCount(reachable) })}</span>}
        </footer>
      )}
    </article>
  )
})

function SetLine(props: { node: ObjectiveNode; team: TeamView; scores: NodeScores; isWatched: boolean }) {
  const { node, team, scores, isWatched } = props
  const { done, of, finished } = readProgress(node, scores, team.id)
  const rank = scores[0]?.get(team.id)?.rank ?? 0
  const label = t('card.progress', { team: team.name, done: formatCount(done), of: formatCount(of) })
  const strong = isWatched || finished ? 'set-line set-line-strong' : 'set-line'
  return (
    <li className={`team ${strong}`} style={teamStyle(team.look)}>
      <Crest look={team.look} size="small" label={team.name} />
      {of > 0 ? <Progress done={done} of={of} label={label} /> : <span className="num">{formatCount(done)}</span>}
      <span className={isWatched ? 'num set-own' : 'num'} aria-hidden={rank === 0}>
        {rank > 0 ? (
          <>
            <span aria-hidden="true">{nameOrdinal(rank)}</span>
            <span className="vh">{nameRank(rank)}</span>
          </>
        ) : (
          of > 0 && formatCount(done)
        )}
      </span>
    </li>
  )
}

/** The teams that finished the set, otherwise its points. */
function describeState(node: ObjectiveNode, scores: NodeScores, teams: readonly TeamView[]): string {
  const finished = teams.filter((team) => readProgress(node, scores, team.id).finished)
  if (finished.length > 0) return t('set.finishedBy', { list: finished.map((team) => team.abbreviation).join(', ') })
  const sentences = presetsOf(node.item).map((preset) =>
    readPays(preset) === 'per_part'
      ? t('set.bonus', { points: describePresetPoints(preset) })
      : t('set.open', { points: formatCount(preset.points[0] ?? 0) }),
  )
  return sentences.join(' + ')
}
