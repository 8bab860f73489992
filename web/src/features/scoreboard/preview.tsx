import './feed.css'
import '../../messages/home.ts'
import { useEvent, useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { readClaimed, type ScoreMap } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'

const nothingScored: ScoreMap = new Map()

/** The teams before the start, without points. */
export function TeamList() {
  const teams = useTeams()
  const members = [...useParticipants().values()]
  const classes = new Map<number, readonly string[]>(useEvent()?.teams.map((team) => [team.id, team.allowed_classes]))
  if (teams.length === 0) return <Empty title={t('standings.emptyTitle')} text={t('standings.emptyText')} />
  return (
    <ul className="preview">
      {teams.map((team) => {
        const allowed = classes.get(team.id) ?? []
        return (
          <li key={team.id}>
            <strong>
              {team.logo && <img className="team-logo" src={team.logo} alt="" />}
              <TeamMark team={team} size="large" ownLabel={team.is_own ? t('standings.own') : undefined} />
            </strong>
            <span className="quiet">{allowed.length > 0 && t('teams.classes', { list: allowed.join(', ') })}</span>
            <span className="quieter num">
              {t('teams.members', { count: members.filter((user) => user.team_id === team.id).length })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Categories with the number of their objectives, before the first score. */
export function CategoryPlan() {
  const score_tree = useScoreTree()
  const counts = readClaimed(score_tree, nothingScored)
  if (score_tree.categories.length === 0) return <Empty title={t('crosstable.emptyTitle')} text={t('crosstable.emptyText')} />
  return (
    <ul className="preview">
      {score_tree.categories.map(({ item }) => {
        const later = score_tree.locked.filter(({ parent_id }) => parent_id === item.id).length
        return (
          <li key={item.id}>
            <bdi className="strong">{item.title}</bdi>
            <span className="quieter">{later > 0 && t('plan.later', { count: later })}</span>
            <span className="quiet num">{t('plan.objectives', { count: counts.get(item.id)?.[1] ?? 0 })}</span>
          </li>
        )
      })}
    </ul>
  )
}
