import '../../messages/category.ts'
import { useMemo, useState } from 'react'
import { useServerNow } from '../../api/clock.ts'
import { useScores } from '../../api/event.ts'
import { findReachable, scoresOf } from '../../api/score-tree.ts'
import { readOwnReachable } from '@muster/domain/scoring/reachable'
import { useIsPhone } from '../../lib/media.ts'
import { t } from '../../lib/messages.ts'
import { formatFull } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import type { BranchParts } from './arrangement.ts'
import type { PartProps } from './category-page.tsx'
import { LockedCard } from './locked-card.tsx'
import { ObjectiveCard } from './objective-card.tsx'
import { orderCards } from './order.ts'

const minute_ms = 60_000
/** The secrets that open next; of the others only their number is told. */
const mostLocked = 4
const mostLockedOnPhone = 2
/** So many cards are drawn before somebody asks for more: each is as much work as a small table. */
const cardsAtOnce = 120

/** A card for each objective of a branch that is worked towards, those that open later included. */
export function CategoryCards({ parts, hasHead, ...props }: PartProps & { parts: BranchParts; hasHead: boolean }) {
  const { arrangement, teams, watched, filters } = props
  const { branch, cards, locked } = parts
  const now = useServerNow(minute_ms)
  const isPhone = useIsPhone()
  const [most, setMost] = useState(cardsAtOnce)
  const byId = useMemo(() => new Map(cards.map((node) => [node.item.id, node])), [cards])
  const places = useScores((scores, score_tree) => {
    const watched_id = watched?.id ?? null
    const reach = (id: number, team_id: number) => {
      const node = findReachable(score_tree, scores, id)
      return node ? readOwnReachable(node, team_id, now) : 0
    }
    return orderCards(cards, filters.order, {
      readScores: ({ item, children }) => [
        scoresOf(scores, item.id),
        ...children.map((child) => scoresOf(scores, child.item.id)),
      ],
      readReachable: ({ item }, team_id) => reach(item.id, team_id),
      team_ids: teams.map(({ id }) => id),
      watched_id,
      now,
    }).map((place) => ({ ...place, reachable: watched_id === null ? 0 : reach(place.id, watched_id) }))
  })
  // Secrets have their place among the cards; of sets and rows only their number is worth a word.
  const shownLocked = arrangement.isCards ? locked.slice(0, isPhone ? mostLockedOnPhone : mostLocked) : []
  const unshown = locked[shownLocked.length]
  const shown = places.filter(({ is_finished }) => filters.showFinished || !is_finished)
  if (cards.length + locked.length === 0) return null
  const isByTime = filters.order === 'time'
  const open = shown.filter(({ is_closed }) => !isByTime || !is_closed)
  const closed = isByTime ? shown.filter(({ is_closed }) => is_closed) : []
  const rest = shown.length - most
  const showCard = ({ id, reachable }: (typeof places)[number]) => {
    const node = byId.get(id)
    return (
      node && (
        <li key={id}>
          <ObjectiveCard node={node} teams={teams} watched={watched} reachable={reachable} />
        </li>
      )
    )
  }
  return (
    <section className="category-part" aria-labelledby={`branch-${branch.item.id}`}>
      <h2 className={hasHead ? 'block-title category-head' : 'vh'} id={`branch-${branch.item.id}`}>
        <bdi>{hasHead ? branch.item.title : t('category.objectives')}</bdi>
      </h2>
      {cards.length > 0 && shown.length + shownLocked.length === 0 && (
        <Empty title={t('category.allFinishedTitle')} text={t('category.allFinishedText')} />
      )}
      <ul className="cards">
        {open.slice(0, most).map(showCard)}
        {shownLocked.map((each, index) => (
          <li key={`${each.opens_at} ${index}`}>
            <LockedCard locked={each} />
          </li>
        ))}
        {closed.slice(0, Math.max(0, most - open.length)).map(showCard)}
      </ul>
      {rest > 0 && (
        <p className="category-later">
          <Button onClick={() => setMost(most + cardsAtOnce)}>
            {t('category.moreCards', { count: Math.min(rest, cardsAtOnce) })}
          </Button>
        </p>
      )}
      {unshown && (
        <p className="quiet small category-later">
          {t('category.later', { count: locked.length - shownLocked.length, time: formatFull(unshown.opens_at) })}
        </p>
      )}
    </section>
  )
}
