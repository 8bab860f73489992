import './plan.css'
import '../../messages/plan.ts'
import type { TeamPlan, TeamSuggestion } from '@muster/contract/suggestions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataBlock } from '../../api/calls/data-block.tsx'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent, useEventKey, useStatus, useTeams } from '../../api/scores/event.ts'
import { useGoals } from '../../api/teams/goals.ts'
import { describeWindow, findWindowState } from '../../api/teams/plan-words.ts'
import { readPlan, useTeamPlan } from '../../api/teams/plan.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatSpan } from '../../lib/time/span.ts'
import { formatFull } from '../../lib/time/time.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { FinishedEntries } from './finished-entries.tsx'
import { NoticeChoice } from './notice-choice.tsx'
import { PlanEntry } from './plan-entry.tsx'
import { useSeen } from './use-seen.ts'

/** The plan of the viewer's team, in the leads' order. Nothing for viewers without a team. */
export function PlanBlock() {
  const team = useTeams().find(({ is_own }) => is_own)
  if (!team) return null
  return (
    <div className="team" style={teamStyle(team.look)}>
      <DataBlock
        title={t('teamPlan.title')}
        note={<WhoAndWhen />}
        loading={<SkeletonRows rows={4} height={96} label={t('loading')} />}
      >
        <Plan team_id={team.id} />
      </DataBlock>
    </div>
  )
}

/** The same for pages with other content: nothing without a plan. Suspends until it is loaded. */
export function PlanBlockIfAny() {
  const { message, entries } = useTeamPlan()
  return message || entries.length > 0 ? <PlanBlock /> : null
}

const isEmpty = ({ message, entries }: TeamPlan) => message === null && entries.length === 0

/** The last author, and the number of readers. */
function WhoAndWhen() {
  const plan = useQuery(readPlan(useEventKey())).data
  return plan && !isEmpty(plan) ? <Written plan={plan} /> : null
}

function Written({ plan: { message, entries, members } }: { plan: TeamPlan }) {
  const now = useServerNow(10_000)
  const [latest] = [...entries, ...(message ? [message] : [])].toSorted((a, b) => b.version - a.version)
  if (!latest) return null
  const { seen, written_by, written_at } = latest
  if (!written_by || written_at === null) return t('teamPlan.noteNameless', { seen, members })
  const values = { name: written_by.display_name, seen, members }
  const age_ms = now - Date.parse(written_at)
  return age_ms < 60_000 ? t('teamPlan.justNow', values) : t('teamPlan.note', { ...values, time: formatSpan(age_ms) })
}

function Plan({ team_id }: { team_id: number }) {
  const plan = useTeamPlan()
  return (
    <>
      {isEmpty(plan) ? (
        <Empty title={t('teamPlan.emptyTitle')} text={t('teamPlan.emptyText')} />
      ) : (
        <>
          {plan.message && plan.message.extra !== '' && <Message key={plan.message.version} message={plan.message} />}
          <Entries plan={plan} team_id={team_id} />
        </>
      )}
      <div className="plan-foot">
        <NoticeChoice />
        <ForLeads isNew={isEmpty(plan)} />
      </div>
    </>
  )
}

function ForLeads({ isNew }: { isNew: boolean }) {
  const { is_team_lead } = useStatus()
  if (!is_team_lead) return null
  return (
    <Link to={paths.adminTeamSuggestions} search={true} className={nameButton({ size: 'small' })}>
      {t(isNew ? 'teamPlan.make' : 'teamPlan.change')}
    </Link>
  )
}

function Message({ message }: { message: TeamSuggestion }) {
  const element = useSeen<HTMLQuoteElement>(message)
  return (
    <blockquote className="plan-message" aria-label={t('teamPlan.message')} ref={element}>
      <small className="quieter">{t('teamPlan.message')}</small>
      <p dir="auto">{message.extra}</p>
    </blockquote>
  )
}

/** Open entries by time window; finished and closed ones are collapsed below. */
function Entries({ plan, team_id }: { plan: TeamPlan; team_id: number }) {
  const goals = useGoals(team_id, new Set(plan.entries.map(({ objective_id }) => objective_id)))
  const goal_of = new Map(goals.map((goal) => [goal.objective_id, goal]))
  const shown = plan.entries.flatMap((entry) => {
    const goal = goal_of.get(entry.objective_id)
    return goal ? [{ entry, goal }] : []
  })
  const open = shown.filter(({ goal }) => goal.state === 'open')
  const finished = shown.filter(({ goal }) => goal.state !== 'open')
  return (
    <>
      {[...plan.windows.keys(), null].map((index) => {
        const inWindow = open.filter(({ entry }) => entry.window === index)
        if (inWindow.length === 0) return null
        return (
          <section key={index} aria-label={index === null ? t('teamPlan.anyTime') : plan.windows[index]?.name}>
            {plan.windows.length > 0 && <WindowHead plan={plan} index={index} />}
            <ol className="plan-entries">
              {inWindow.map(({ entry, goal }) => (
                <PlanEntry key={entry.objective_id} entry={entry} goal={goal} />
              ))}
            </ol>
          </section>
        )
      })}
      {finished.length > 0 && <FinishedEntries finished={finished} team_id={team_id} />}
    </>
  )
}

function WindowHead({ plan, index }: { plan: TeamPlan; index: number | null }) {
  const now = useServerNow(30_000)
  const start_ms = Date.parse(useEvent()?.event_start_time ?? '')
  const window = index === null ? undefined : plan.windows[index]
  if (!window) return <h3 className="plan-window">{t('teamPlan.anyTime')}</h3>
  const times = describeWindow(window, start_ms, now)
  const isNow = findWindowState(window, now) === 'now'
  const bounds = [window.starts_at, window.ends_at].flatMap((at) => (at === null ? [] : [formatFull(Date.parse(at))]))
  return (
    <h3 className="plan-window">
      <bdi>{window.name}</bdi>
      {times !== '' && (
        <span className={isNow ? 'num ember' : 'num quieter'} title={bounds.join(' – ')}>
          <Icon name="clock" size={12} /> {times}
        </span>
      )}
    </h3>
  )
}
