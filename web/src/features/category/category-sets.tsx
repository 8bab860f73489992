import './sets.css'
import { useMemo } from 'react'
import { type TeamView, useScores } from '../../api/scores/event.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { type ObjectiveNode, readTotals, scoresOf, sumStillPossible } from '../../api/scores/score-tree.ts'
import { matchesSearch } from './lines.ts'
import { type NodeScores, paysPerPart, readProgress } from './measure.ts'
import type { Order } from './category-search.ts'
import { orderCards } from './order.ts'
import { SetCard } from './set-card.tsx'
import { filterSets, type SetFilter } from './set-filter.ts'

/** The data of set cards, in the order of display. */
export interface SetPlace {
  readonly id: number
  readonly points: number
  readonly reachable: number
}

const minute_ms = 60_000

/** The sets that pass the filters, in the chosen order, with the figures of the watched team. */
export function useSets(input: {
  sets: readonly ObjectiveNode[]
  teams: readonly TeamView[]
  watched: TeamView | null
  order: Order
  filter: SetFilter
  search: string
}): readonly SetPlace[] {
  const { sets, teams, watched, order, filter, search } = input
  const now = useServerNow(minute_ms)
  const matching = useMemo(
    () => new Set(sets.filter((set) => matchesSet(search, set)).map(({ item }) => item.id)),
    [sets, search],
  )
  return useScores((scores, score_tree) => {
    const watched_id = watched?.id ?? null
    const readScores = ({ item, children }: ObjectiveNode): NodeScores => [
      scoresOf(scores, item.id),
      ...children.map((child) => scoresOf(scores, child.item.id)),
    ]
    const reach = ({ item }: ObjectiveNode, team_id: number) => sumStillPossible(score_tree, scores, team_id, now, item.id)
    const places = orderCards(sets, order, {
      readScores,
      readReachable: reach,
      team_ids: teams.map(({ id }) => id),
      watched_id,
      now,
    })
    const totals = readTotals(score_tree, scores)
    const judged = places.flatMap(({ id, is_finished }) => {
      const node = score_tree.tree.by_id.get(id)
      if (!node) return []
      const known = readScores(node)
      const isFinishedBySome = teams.some((team) => readProgress(node, known, team.id).finished)
      const is_taken = isFinishedBySome || paysPerPart(node.item)
      return [{ id, is_finished, is_taken, matches: matching.has(id), node }]
    })
    return filterSets(judged, filter).map(({ id, node }) => ({
      id,
      points: watched_id === null ? 0 : (totals.get(id)?.get(watched_id) ?? 0),
      reachable: watched_id === null ? 0 : reach(node, watched_id),
    }))
  })
}

const matchesSet = (search: string, { item, children }: ObjectiveNode) =>
  children.some((child) => matchesSearch(search, item.name, child.item.name, child.item.base_type, child.item.note)) ||
  matchesSearch(search, item.name, item.note)

interface SetsProps {
  places: readonly SetPlace[]
  sets: readonly ObjectiveNode[]
  teams: readonly TeamView[]
  watched: TeamView | null
  selected_id: number | null
  onSelect: (id: number) => void
}

export function CategorySets({ places, sets, teams, watched, selected_id, onSelect }: SetsProps) {
  const byId = useMemo(() => new Map(sets.map((set) => [set.item.id, set])), [sets])
  return (
    <ul className="sets">
      {places.map(({ id, points, reachable }) => {
        const node = byId.get(id)
        return (
          node && (
            <li key={id}>
              <SetCard
                node={node}
                teams={teams}
                watched={watched}
                points={points}
                reachable={reachable}
                isSelected={id === selected_id}
                onSelect={onSelect}
              />
            </li>
          )
        )
      })}
    </ul>
  )
}
