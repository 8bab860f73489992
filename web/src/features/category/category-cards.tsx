import '../../messages/category.ts'
import { useCallback, useMemo, useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent, useScores } from '../../api/scores/event.ts'
import { findReachable, type ObjectiveNode, type ScoreMap, type ScoreTree } from '../../api/scores/score-tree.ts'
import { readOwnReachable } from '@muster/domain/scoring/reachable'
import { useIsPhone } from '../../lib/browser/media.ts'
import { t } from '../../lib/text/messages.ts'
import { formatForEvent } from '../../lib/time/event-zone.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import type { BranchParts } from './arrangement.ts'
import type { PartProps } from './page-parts.ts'
import { LockedCard } from './locked-card.tsx'
import { readNodeScores } from './node-scores.ts'
import { ObjectiveCard } from './objective-card.tsx'
import type { Order } from './category-search.ts'
import { orderCards } from './order.ts'
import { useScoreSetting } from './score-setting.ts'

const minute_ms = 60_000
/** Hidden objectives to show, next first; the others are only counted. */
const maxLocked = 4
const maxLockedOnPhone = 2
/** Cards to show before "show more", so that the content below stays reachable. */
const cardsAtOnce = 120
/** In a longer list a card draws its teams only near the window; the first cards at once. */
const shortList = 24
const drawnAtOnce = 6

/** The sorted cards with their scores; a card whose scores did not change keeps its list. */
function usePlaces(
  cards: readonly ObjectiveNode[],
  { teams, watched, filters }: Pick<PartProps, 'teams' | 'watched' | 'filters'>,
) {
  const now = useServerNow(minute_ms)
  const watched_id = watched?.id ?? null
  const order: Order = filters.order
  const byId = useMemo(() => new Map(cards.map((node) => [node.item.id, node])), [cards])
  const select = useCallback(
    (scores: ScoreMap, score_tree: ScoreTree) => {
      const reach = (id: number, team_id: number) => {
        const node = findReachable(score_tree, scores, id)
        return node ? readOwnReachable(node, team_id, now) : 0
      }
      return orderCards(cards, order, {
        readScores: (node) => readNodeScores(scores, node),
        readReachable: ({ item }, team_id) => reach(item.id, team_id),
        team_ids: teams.map(({ id }) => id),
        watched_id,
        now,
      }).map((place) => {
        const node = byId.get(place.id)
        const reachable = watched_id === null ? 0 : reach(place.id, watched_id)
        return { ...place, reachable, scores: node ? readNodeScores(scores, node) : [] }
      })
    },
    [cards, byId, order, teams, watched_id, now],
  )
  return { byId, places: useScores(select) }
}

/** A card for each objective of a branch that is worked towards, including unopened ones. */
export function CategoryCards({ parts, hasHead, ...props }: PartProps & { parts: BranchParts; hasHead: boolean }) {
  const { arrangement, teams, watched, filters } = props
  const { branch, cards, locked } = parts
  const zone = useEvent()?.time_zone ?? ''
  const isPhone = useIsPhone()
  const [most, setMost] = useState(cardsAtOnce)
  const { byId, places } = usePlaces(cards, props)
  const setting = useScoreSetting()
  // Secrets have their place among the cards; for sets and rows, only the number is shown.
  const shownLocked = arrangement.isCards ? locked.slice(0, isPhone ? maxLockedOnPhone : maxLocked) : []
  const unshown = locked[shownLocked.length]
  const shown = places.filter(({ is_finished }) => filters.showFinished || !is_finished)
  if (cards.length + locked.length === 0) return null
  const isByTime = filters.order === 'time'
  const open = shown.filter(({ is_closed }) => !isByTime || !is_closed)
  const closed = isByTime ? shown.filter(({ is_closed }) => is_closed) : []
  const rest = shown.length - most
  const isShort = shown.length <= shortList
  const showCard = ({ id, reachable, scores }: (typeof places)[number], index: number) => {
    const node = byId.get(id)
    return (
      node && (
        <li key={id}>
          <ObjectiveCard
            node={node}
            scores={scores}
            teams={teams}
            watched={watched}
            setting={setting}
            reachable={reachable}
            isAtOnce={isShort || index < drawnAtOnce}
            isEager={arrangement.hasEagerPictures}
          />
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
      <ul className={isShort ? 'cards' : 'cards cards-many'}>
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
          {t('category.later', { count: locked.length - shownLocked.length, time: formatForEvent(unshown.opens_at, zone) })}
        </p>
      )}
    </section>
  )
}
