import './for-you.css'
import '../../messages/for-you.ts'
import { listTasks, type Task } from '@muster/domain/scoring/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { DataBlock } from '../../api/calls/data-block.tsx'
import { useServerNow, useServerTimeReached } from '../../api/live/clock.ts'
import { useEvent, useEventKey, useScores, useTeams, type TeamView } from '../../api/scores/event.ts'
import { findReachable } from '../../api/scores/score-tree.ts'
import { useWatchedTeam } from '../../api/scores/shown-teams.ts'
import { readPlan } from '../../api/teams/plan.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { useOwnPlayer } from '../../api/people/own-player.ts'
import { readOwn } from './own-character.ts'
import { TaskRow } from './tasks.tsx'

/** Tasks to show before "show more". */
const maxTasks = 15

interface PageProps {
  /** The plan of the viewer's team. */
  plan: ReactNode
  /** The viewer's own steps. */
  steps: ReactNode
}

/** The next steps of a team, the most worthwhile first. The plan of the viewer's team comes before everything. */
export function ForYouPage(props: PageProps) {
  const team = useWatchedTeam()
  const isOver = useServerTimeReached(Date.parse(useEvent()?.event_end_time ?? ''))
  return (
    <>
      <h1 className="page-title">{t('forYou.title')}</h1>
      {isOver ? (
        <Over />
      ) : team ? (
        <OfTeam key={team.id} team={team} {...props} />
      ) : (
        <Empty title={t('forYou.noTeamTitle')} text={t('forYou.noTeamText')} />
      )}
    </>
  )
}

const Over = () => (
  <Empty title={t('forYou.overTitle')} text={t('forYou.overText')}>
    <Link to={paths.progress} search={true} className={nameButton({})}>
      {t('forYou.toProgress')}
    </Link>
  </Empty>
)

function OfTeam({ team, plan, steps }: PageProps & { team: TeamView }) {
  const player = useOwnPlayer()
  return (
    <>
      <p className="for-you-lead quiet">
        <TeamMark team={team} /> {t('forYou.lead')}
        {team.is_own && (
          <Link to={paths.report} className="link">
            {t('forYou.report')}
          </Link>
        )}
      </p>
      <div className={team.is_own ? 'team for-you-columns' : 'team'} style={teamStyle(team.look)}>
        <div>
          <Suspense fallback={<SkeletonRows rows={8} height={78} label={t('loading')} />}>
            {team.is_own && plan}
            <DataBlock
              title={t('forYou.tasks')}
              note={<span className="only-wide">{t('forYou.note')}</span>}
              loading={<SkeletonRows rows={8} height={78} label={t('loading')} />}
            >
              <Tasks team={team} player={team.is_own ? player : null} />
            </DataBlock>
          </Suspense>
        </div>
        {team.is_own && <div>{steps}</div>}
      </div>
    </>
  )
}

interface TasksProps {
  team: TeamView
  player: ReturnType<typeof useOwnPlayer>
}

function useTasks({ team, player }: TasksProps): readonly Task[] {
  const teams = useTeams()
  const event = useEvent()
  const now = useServerNow(60_000)
  return useScores((scores, score_tree) => {
    const { root, by_id } = score_tree.tree
    const node = root && findReachable(score_tree, scores, root.item.id)
    if (!node || !event || now > Date.parse(event.event_end_time)) return []
    return listTasks(node, {
      team_id: team.id,
      team_ids: teams.map(({ id }) => id),
      now,
      readOwnNumber: ({ id }) => readOwn(player, by_id.get(id)?.item.number_field ?? '', event),
    })
  })
}

/** Goals in the team's plan are not repeated here. */
function useUnplanned(props: TasksProps): readonly Task[] {
  const tasks = useTasks(props)
  const plan = useQuery({ ...readPlan(useEventKey()), enabled: props.team.is_own }).data
  const planned = new Set<number>(props.team.is_own ? plan?.entries.map(({ objective_id }) => objective_id) : [])
  return tasks.filter(({ objective_id }) => !planned.has(objective_id))
}

function Tasks(props: TasksProps) {
  const tasks = useUnplanned(props)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? tasks : tasks.slice(0, maxTasks)
  if (tasks.length === 0) return <Empty title={t('forYou.emptyTitle')} text={t('forYou.emptyText')} />
  return (
    <>
      <ol>
        {shown.map((task) => (
          <TaskRow key={task.objective_id} task={task} />
        ))}
      </ol>
      {shown.length < tasks.length && (
        <div className="for-you-more">
          <Button onClick={() => setShowsAll(true)}>{t('forYou.more', { count: tasks.length - shown.length })}</Button>
        </div>
      )}
    </>
  )
}
