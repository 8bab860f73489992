import './for-you.css'
import '../../messages/for-you.ts'
import { listTasks, type Task } from '@muster/domain/scoring/tasks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { DataBlock, DataGuard } from '../../api/calls/data-block.tsx'
import { useServerNow, useServerTimeReached } from '../../api/live/clock.ts'
import { useEvent, useEventKey, useScores, useScoreTree, useTeams, type TeamView } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { findReachable } from '../../api/scores/score-tree.ts'
import { useWatchedTeam } from '../../api/scores/shown-teams.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { readOwn } from './own-character.ts'
import { Steps } from './steps.tsx'
import { TaskRow } from './tasks.tsx'
import { useOwnState } from './use-own-state.ts'

/** So many tasks before the rest waits behind a button: nobody works on more at once. */
const mostTasks = 15

/** What a team can do next, the most worthwhile first; what its leads ask for comes before everything. */
export function ForYouPage() {
  const team = useWatchedTeam()
  const isOver = useServerTimeReached(Date.parse(useEvent()?.event_end_time ?? ''))
  return (
    <>
      <h1 className="page-title">{t('forYou.title')}</h1>
      {isOver ? (
        <Over />
      ) : team ? (
        <OfTeam key={team.id} team={team} />
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

function OfTeam({ team }: { team: TeamView }) {
  const player = useOwnState()
  return (
    <>
      <p className="for-you-lead quiet">
        <TeamMark team={team} /> {t('forYou.lead')}
      </p>
      <div className={team.is_own ? 'team for-you-columns' : 'team'} style={teamStyle(team.look)}>
        <div>
          <DataBlock
            title={t('forYou.tasks')}
            note={<span className="only-wide">{t('forYou.note')}</span>}
            loading={<SkeletonRows rows={8} height={78} label={t('loading')} />}
          >
            {team.is_own ? (
              <WithSuggestions team={team} player={player} />
            ) : (
              <Tasks team={team} player={null} suggestions={none} />
            )}
          </DataBlock>
        </div>
        {team.is_own && (
          <div>
            <DataBlock title={t('steps.title')} loading={<SkeletonRows rows={8} height={34} label={t('loading')} />}>
              <Steps player={player} />
            </DataBlock>
          </div>
        )}
      </div>
    </>
  )
}

type Suggestions = ReadonlyMap<number, string>
const none: Suggestions = new Map()

interface TasksProps {
  team: TeamView
  player: ReturnType<typeof useOwnState>
  suggestions: Suggestions
}

/** The suggestions of the viewer's own leads; without them the tasks stand alone. */
function WithSuggestions({ team, player }: Omit<TasksProps, 'suggestions'>) {
  const tasks = <Tasks team={team} player={player} suggestions={none} />
  return (
    <DataGuard title={t('forYou.suggested')} failure={tasks}>
      <Suspense fallback={tasks}>
        <Suggested team={team} player={player} />
      </Suspense>
    </DataGuard>
  )
}

function Suggested({ team, player }: Omit<TasksProps, 'suggestions'>) {
  const suggestions = useSuspenseQuery({
    ...read('getTeamSuggestions', eventInput(useEventKey())),
    refetchInterval: 60_000,
  }).data
  const notes = new Map<number, string>(suggestions.map(({ objective_id, extra }) => [objective_id, extra]))
  return <Tasks team={team} player={player} suggestions={notes} />
}

function useTasks(team: TeamView, player: TasksProps['player']): readonly Task[] {
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
      readOwnNumber: ({ id }) => readOwn(player, by_id.get(id)?.item.number_field ?? '', event.game_version),
    })
  })
}

function Tasks({ team, player, suggestions }: TasksProps) {
  const tasks = useTasks(team, player)
  const { tree } = useScoreTree()
  const [showsAll, setShowsAll] = useState(false)
  const message = tree.root ? suggestions.get(tree.root.item.id) : undefined
  const suggested = tasks.filter((task) => suggestions.has(task.objective_id))
  const others = tasks.filter((task) => !suggestions.has(task.objective_id))
  const shown = showsAll ? others : others.slice(0, mostTasks)
  return (
    <>
      {message && (
        <blockquote className="lead-message" aria-label={t('forYou.messageTitle')}>
          <small className="quieter">{t('forYou.messageTitle')}</small>
          <p dir="auto">{message}</p>
        </blockquote>
      )}
      {tasks.length === 0 && <Empty title={t('forYou.emptyTitle')} text={t('forYou.emptyText')} />}
      {suggested.length > 0 && (
        <section aria-label={t('forYou.suggested')}>
          <h3 className="for-you-part">{t('forYou.suggested')}</h3>
          <TaskList tasks={suggested} suggestions={suggestions} />
          <h3 className="for-you-part">{t('forYou.remaining')}</h3>
        </section>
      )}
      <TaskList tasks={shown} suggestions={suggestions} />
      {shown.length < others.length && (
        <div className="for-you-more">
          <Button onClick={() => setShowsAll(true)}>{t('forYou.more', { count: others.length - shown.length })}</Button>
        </div>
      )}
    </>
  )
}

function TaskList({ tasks, suggestions }: { tasks: readonly Task[]; suggestions: Suggestions }) {
  return (
    <ol>
      {tasks.map((task) => (
        <TaskRow key={task.objective_id} task={task} note={suggestions.get(task.objective_id) ?? ''} />
      ))}
    </ol>
  )
}
