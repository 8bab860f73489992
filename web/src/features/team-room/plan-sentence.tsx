import '../../messages/team-room.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { useScores } from '../../api/scores/event.ts'
import { findReachable } from '../../api/scores/score-tree.ts'
import { useStandings } from '../../api/scores/use-standings.ts'
import { findWindowState } from '../../api/teams/plan-words.ts'
import { useTeamPlan } from '../../api/teams/plan.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { findNeighbours } from './neighbours.ts'
import { sumNextSteps } from './plan-effect.ts'

/** The effect of the plan's next steps on the gap. Empty without a plan, or if its steps no longer pay anything. */
export function PlanSentence() {
  const plan = useTeamPlan()
  const now = useServerNow(60_000)
  const standings = useStandings()
  const own = standings.find(({ team }) => team.is_own)
  const effect = useScores((scores, score_tree) => {
    if (!own) return null
    const isNow = (index: number) => {
      const window = plan.windows[index]
      return window !== undefined && findWindowState(window, now) === 'now'
    }
    return sumNextSteps(plan, own.team_id, now, isNow, (id) => findReachable(score_tree, scores, id))
  })
  if (!own || !effect || effect.points <= 0) return null
  const { above } = findNeighbours(standings, own)
  const total = own.points + effect.points
  // A team that passes one rival may pass more.
  const rival = above && above.points > total ? above : standings.find((one) => one !== own && one.points <= total)
  if (!rival) return null
  const ahead = total - rival.points
  const text = ahead < 0 ? 'room.effectGap' : ahead === 0 ? 'room.effectLevel' : 'room.effectAhead'
  const values = { steps: nameSteps(effect.steps), points: formatCount(Math.abs(ahead)), team: <bdi>{rival.team.name}</bdi> }
  return <span className="strong">{tRich(text, values, effect.steps.length)}</span>
}

/** "1, 2 and 3". */
function nameSteps(steps: readonly number[]): string {
  const last = steps.at(-1) ?? 0
  const list = steps.slice(0, -1).join(', ')
  return list === '' ? String(last) : t('room.and', { list, last })
}
