import '../../messages/plan.ts'
import type { TeamPlan, TeamSuggestion } from '@muster/contract/suggestions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type EventKey, queryClient } from '../../api/calls/queries.ts'
import { readStatus, readTree, useEventKey } from '../../api/scores/event.ts'
import { readPlan } from '../../api/teams/plan.ts'
import { useSession } from '../../lib/browser/session.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { readTold, writeTold } from './notice-setting.ts'
import { isSeen } from './seen.ts'

/** A player who is looking at the plan needs no notification: after this time the plan counts as seen. */
const wait_ms = 4000
/** Upper bounds for lines and characters of a notification. */
const maxLines = 3
const longestLine = 140

/** Notifies of new texts by leads while a page is open, even in the background. Renders nothing. */
export function PlanNotifier() {
  const event = useEventKey()
  const user_id = useSession()?.user_id
  const team_id = useQuery({ ...readStatus(event), enabled: user_id !== undefined }).data?.team_id ?? null
  return user_id !== undefined && team_id !== null ? <Watch event={event} user_id={user_id} team_id={team_id} /> : null
}

interface Watched {
  event: EventKey
  user_id: number
  team_id: number
}

function Watch({ event, user_id, team_id }: Watched) {
  const navigate = useNavigate()
  const plan = useQuery({ ...readPlan(event), refetchIntervalInBackground: true }).data
  useEffect(() => {
    if (!plan) return
    const told = readTold(user_id, team_id)
    if (told === null) writeTold(user_id, team_id, plan.version)
    if (told === null || told >= plan.version) return
    const timer = setTimeout(() => {
      void notifyOnce({ event, user_id, team_id }, plan, () => void navigate({ to: paths.forYou, search: true }))
    }, wait_ms)
    return () => clearTimeout(timer)
  }, [event, user_id, team_id, plan, navigate])
  return null
}

/** Several pages may be open, and each notices: the first one notifies. */
async function notifyOnce({ event, user_id, team_id }: Watched, plan: TeamPlan, onOpen: () => void): Promise<void> {
  await alone(async () => {
    const told = readTold(user_id, team_id)
    if (told === null || told >= plan.version) return
    writeTold(user_id, team_id, plan.version)
    const news = [...(plan.message ? [plan.message] : []), ...plan.entries].filter(
      ({ version, written_by, objective_id }) =>
        version > told && written_by?.id !== user_id && !isSeen({ event, user_id, objective_id, version }),
    )
    if (news.length > 0) notify(await describeNews(event, news), onOpen)
  })
}

const alone = (run: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('plan-told', run) : run()

const shorten = (text: string) => (text.length > longestLine ? `${text.slice(0, longestLine - 1)}…` : text)

async function describeNews(event: EventKey, news: readonly TeamSuggestion[]): Promise<string> {
  const { objective } = await queryClient.ensureQueryData(readTree(event))
  const names = new Map<number, string>()
  const waiting = objective ? [...objective.children] : []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    names.set(next.id, next.name)
    waiting.push(...next.children)
  }
  const lines = news.flatMap(({ objective_id, extra }) => {
    const name = names.get(objective_id)
    if (objective_id === objective?.id) return extra === '' ? [] : [shorten(extra)]
    if (name === undefined) return []
    return [shorten(extra === '' ? name : t('teamPlan.noticeEntry', { objective: name, text: extra }))]
  })
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [t('teamPlan.noticeMore', { count: more })] : [])].join('\n')
}

function notify(body: string, onOpen: () => void): void {
  if (body === '' || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(t('teamPlan.noticeTitle'), { body, tag: 'muster-plan' })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      onOpen()
    })
  } catch {
    // Browsers on phones need a service worker for notifications; there the page shows a message.
    showToast(t('teamPlan.noticeTitle'), { text: body })
  }
}
