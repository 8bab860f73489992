import './team-suggestions.css'
import '../../../messages/admin-plan.ts'
import { maxPlanned, type TimeWindow } from '@muster/contract/suggestions'
import { listTasks } from '@muster/domain/scoring/tasks'
import { useRef, useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { useScores, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { useGoals } from '../../../api/teams/goals.ts'
import { findReachable, type ObjectiveNode } from '../../../api/scores/score-tree.ts'
import { useIsPhone } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { useVirtualPane } from '../../../ui/deferred/virtual-list.ts'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Chip } from '../../../ui/forms/toggles.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { place } from './arrangement.ts'
import { filterGoals, type GoalFilter, type GoalSort, goalSorts, type ListedGoal } from './goal-filter.ts'
import { GoalRow } from './goal-row.tsx'
import type { PlanEdits } from './use-plan-edits.ts'
import type { Drag } from './use-drag.ts'

const rowHeight = 72
const rowHeightOnPhone = 128

function listPath(node: ObjectiveNode): ObjectiveNode[] {
  const path: ObjectiveNode[] = []
  for (let at = node.parent; at?.parent; at = at.parent) path.unshift(at)
  return path
}

/** Ranks of the page "For you". */
function useTaskRanks(team_id: number): ReadonlyMap<number, number> {
  const team_ids = useTeams().map(({ id }) => id)
  const now = useServerNow(60_000)
  const ids = useScores((scores, score_tree) => {
    const { root } = score_tree.tree
    const node = root && findReachable(score_tree, scores, root.item.id)
    return node ? listTasks(node, { team_id, team_ids, now }).map(({ objective_id }) => objective_id) : []
  })
  return new Map(ids.map((id, index) => [id, index]))
}

/** All of a team's open goals, with the data for the filters. */
function useListedGoals(team_id: number): ListedGoal[] {
  const { by_id } = useScoreTree().tree
  const ranks = useTaskRanks(team_id)
  return useGoals(team_id).flatMap((goal) => {
    const node = by_id.get(goal.objective_id)
    if (!node) return []
    const path = listPath(node)
    const category_id = (path[0] ?? node).item.id
    return [
      {
        ...goal,
        name: node.item.name,
        path: path.map(({ item }) => item.name),
        category_id,
        rank: ranks.get(goal.objective_id) ?? Number.MAX_SAFE_INTEGER,
      },
    ]
  })
}

const start: GoalFilter = { search: '', category_id: null, closesSoon: false, nearlyDone: false, sort: 'worth' }

interface GoalListProps {
  team_id: number
  edits: PlanEdits
  drag: Drag
  say: (text: string) => void
}

/** Objectives that can be planned: everything still open, with its current value for the team. */
export function GoalList({ team_id, edits, drag, say }: GoalListProps) {
  const goals = useListedGoals(team_id)
  const { categories } = useScoreTree()
  const now = useServerNow(30_000)
  const [filter, setFilter] = useState(start)
  const [target, setTarget] = useState<TimeWindow | null>(null)
  const change = (more: Partial<GoalFilter>) => setFilter((before) => ({ ...before, ...more }))
  const { plan, arrange } = edits
  const shown = filterGoals(goals, filter, now)
  const planned = new Set<number>(plan.entries.map(({ objective_id }) => objective_id))
  const frame = useRef<HTMLDivElement>(null)
  const height = useIsPhone() ? rowHeightOnPhone : rowHeight
  const { items, total } = useVirtualPane(frame, { count: shown.length, height })
  const isFull = plan.entries.length >= maxPlanned
  const at = target === null ? -1 : plan.windows.findIndex((window) => JSON.stringify(window) === JSON.stringify(target))
  const window = plan.windows[at] ?? null
  const add = ({ objective_id, name }: ListedGoal) => {
    arrange(place(objective_id, window, null))
    say(t('leadPlan.saidAdded', { name, window: window?.name ?? t('leadPlan.anyTime') }))
  }
  return (
    <>
      <div className="lead-plan-filters">
        <SearchInput label={t('leadPlan.search')} value={filter.search} onChange={(search) => change({ search })} />
        <Select
          name={t('leadPlan.category')}
          value={String(filter.category_id ?? '')}
          choices={[
            { value: '', label: t('leadPlan.anyCategory') },
            ...categories.map(({ item }) => ({ value: String(item.id), label: item.name })),
          ]}
          onChange={(id) => change({ category_id: id === '' ? null : Number(id) })}
        />
        <Select<GoalSort>
          name={t('leadPlan.sort')}
          value={filter.sort}
          choices={goalSorts.map((value) => ({ value, label: t(`leadPlan.sort.${value}`) }))}
          onChange={(sort) => change({ sort })}
        />
        <Chip hasTick isOn={filter.closesSoon} onChange={(closesSoon) => change({ closesSoon })}>
          {t('leadPlan.closesSoon')}
        </Chip>
        <Chip hasTick isOn={filter.nearlyDone} onChange={(nearlyDone) => change({ nearlyDone })}>
          {t('leadPlan.nearlyDone')}
        </Chip>
        {plan.windows.length > 0 && (
          <Select
            label={t('leadPlan.addTo')}
            value={String(at)}
            choices={[
              ...plan.windows.map(({ name }, index) => ({ value: String(index), label: name })),
              { value: '-1', label: t('leadPlan.anyTime') },
            ]}
            onChange={(index) => setTarget(plan.windows[Number(index)] ?? null)}
          />
        )}
      </div>
      <p className="small quieter" role="status">
        {isFull ? t('leadPlan.full', { most: formatCount(maxPlanned) }) : t('leadPlan.found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <Empty title={t('leadPlan.noneTitle')} text={t('leadPlan.noneText')} />
      ) : (
        <div className="lead-plan-goals" ref={frame}>
          <ul aria-label={t('leadPlan.goals')} style={{ height: total }}>
            {items.map(({ index, start: top }) => {
              const goal = shown[index]
              if (!goal) return null
              return (
                <GoalRow
                  key={goal.objective_id}
                  goal={goal}
                  style={{ top, height }}
                  isPlanned={planned.has(goal.objective_id)}
                  isFull={isFull}
                  drag={drag}
                  onAdd={() => add(goal)}
                />
              )
            })}
          </ul>
        </div>
      )}
    </>
  )
}
