import './collections.css'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useScores, useScoreTree, useTeams } from '../../api/event.ts'
import { scoresOf } from '../../api/score-tree.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { nameButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { CollectionCard } from './collection-card.tsx'
import { LockedCard } from './locked-card.tsx'
import { type CollectionOrder, orderCollections } from './order.ts'

/** The branches of the tree that are collections, and what hangs on them. */
export function useCollections() {
  const { categories, locked } = useScoreTree()
  return useMemo(() => {
    const branches = categories.filter(({ item }) => item.view === 'collections')
    const ids = new Set(branches.map(({ item }) => item.id))
    return {
      branches,
      nodes: branches.flatMap(({ children }) => children),
      locked: locked.filter(({ parent_id }) => ids.has(parent_id)).toSorted((a, b) => a.opens_at - b.opens_at),
    }
  }, [categories, locked])
}

/** A card for each collection, those that open later included. */
export function Collections({ order, showFinished }: { order: CollectionOrder; showFinished: boolean }) {
  const { nodes, locked } = useCollections()
  const teams = useTeams()
  const own_id = teams.find((team) => team.is_own)?.id ?? null
  const places = useScores((scores) =>
    orderCollections(
      nodes,
      (id) => scoresOf(scores, id),
      teams.map(({ id }) => id),
      own_id,
      order,
    ),
  )
  const shown = places.filter(({ is_finished }) => showFinished || !is_finished)
  if (nodes.length + locked.length === 0) {
    return (
      <Empty title={t('collections.emptyTitle')} text={t('collections.emptyText')}>
        <Link to={paths.ladder} className={nameButton({})}>
          {t('collections.toLadder')}
        </Link>
      </Empty>
    )
  }
  if (shown.length + locked.length === 0)
    return <Empty title={t('collections.allFinishedTitle')} text={t('collections.allFinishedText')} />
  return (
    <ul className="cards">
      {shown.map(({ id }) => {
        const node = nodes.find(({ item }) => item.id === id)
        return (
          node && (
            <li key={id}>
              <CollectionCard node={node} teams={teams} />
            </li>
          )
        )
      })}
      {locked.map((each, index) => (
        <li key={`${each.opens_at} ${index}`}>
          <LockedCard locked={each} />
        </li>
      ))}
    </ul>
  )
}
