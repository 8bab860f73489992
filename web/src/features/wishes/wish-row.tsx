import './wishes.css'
import '../../messages/wishes.ts'
import type { WishId } from '@muster/contract/ids'
import type { WantedItemState, Wish, WishObjective, WishPlace } from '@muster/contract/wishes'
import type { Goal } from '@muster/domain/scoring/goals'
import { Link } from '@tanstack/react-router'
import type { DragEvent, KeyboardEvent } from 'react'
import { useScoreTree, useSelf } from '../../api/scores/event.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { formatDayTime } from '../../lib/time/time.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Check } from '../../ui/forms/fields.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import type { WishEdits } from './use-wishes.ts'

/** Tabs and objectives to name; the others are counted. */
const maxNamed = 3

interface WishRowProps {
  wish: Wish
  state: WantedItemState | undefined
  /** Other members with the same open wish. */
  others: number
  goals: ReadonlyMap<number, Goal>
  edits: WishEdits
  /** For leads: the wish to go before; undefined at the end of the list, and for others. */
  steps: { readonly up: WishId | undefined; readonly down: WishId | null | undefined } | null
  onMove: (before: WishId | null) => void
  drag: {
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  } | null
}

/** A wish: its item, who wants it, where it is now and what it counts for. Alt and an arrow moves it. */
export function WishRow({ wish, state, others, goals, edits, steps, onMove, drag }: WishRowProps) {
  const isOwn = useSelf().data?.id === wish.user.id
  const { name, user, kind, position, fulfilled_at } = wish
  const moveByKey = (event: KeyboardEvent) => {
    const before = { ArrowUp: steps?.up, ArrowDown: steps?.down }[event.key]
    if (!event.altKey || before === undefined || steps === null) return
    event.preventDefault()
    onMove(before)
  }
  const owner = isOwn ? t('wishes.you') : user.display_name
  return (
    // The keys come from its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="wish" data-row={wish.id} draggable={drag !== null} onKeyDown={moveByKey} {...drag}>
      <span className="wish-place num quieter">{position}</span>
      <div className="wish-words">
        <h3 className="game">
          <bdi>{name}</bdi>
        </h3>
        <p className="small quieter">
          <bdi>{owner}</bdi> · {t(`wishes.kind.${kind}`)}
          {others > 0 && ` · ${t('wishes.alsoWanted', { count: others })}`}
        </p>
        {wish.is_build_enabling && <Badge kind="note">{t('wishes.needed')}</Badge>}
        {fulfilled_at !== null && <Fulfilled wish={wish} at={fulfilled_at} />}
      </div>
      {fulfilled_at === null && (
        <div className="wish-state small">
          {state && <Places places={state.places} total={state.places_total} />}
          {state && <Objectives objectives={state.objectives} goals={goals} />}
        </div>
      )}
      <div className="wish-acts">
        {steps &&
          (['up', 'down'] as const).map((way) => (
            <IconButton
              key={way}
              label={t(way === 'up' ? 'wishes.upOf' : 'wishes.downOf', { name, owner: user.display_name })}
              icon={way}
              data-part={way}
              disabled={steps[way] === undefined}
              onClick={() => onMove(steps[way] ?? null)}
            />
          ))}
        {isOwn && (
          <>
            <Check
              label={<Named text={t('wishes.tick')} name={name} />}
              isOn={fulfilled_at !== null}
              onChange={(is) => edits.tick(wish, is)}
            />
            <Check
              label={<Named text={t('wishes.need')} name={name} />}
              isOn={wish.is_build_enabling}
              onChange={(is) => edits.need(wish, is)}
            />
            <IconButton label={t('wishes.removeOf', { name })} icon="close" onClick={() => edits.remove(wish)} />
          </>
        )}
      </div>
    </li>
  )
}

/** The heading of the row shows the item; for screen readers, each box names it. */
const Named = ({ text, name }: { text: string; name: string }) => (
  <>
    {text} <span className="vh">{name}</span>
  </>
)

const Fulfilled = ({ wish, at }: { wish: Wish; at: string }) => (
  <p className="small quieter">
    {t(wish.is_ticked_by_hand ? 'wishes.tickedByHand' : 'wishes.seenOn', { time: formatDayTime(Date.parse(at)) })}
  </p>
)

function Places({ places, total }: { places: readonly WishPlace[]; total: number }) {
  const named = places.slice(0, maxNamed)
  if (named.length === 0) return <p className="quieter">{t('wishes.nobodyHas')}</p>
  return (
    <ul>
      {named.map(({ guild_tab_id, tab_name, owner, items }, at) => (
        // A player may give several tabs one name.
        <li key={at}>
          {guild_tab_id === null ? (
            t('wishes.inPublicTab', { tab: tab_name, name: owner?.display_name ?? '' })
          ) : (
            <Link to={paths.guildStash} params={{ stashId: guild_tab_id }} search={true} className="link">
              {t('wishes.inGuildTab', { tab: tab_name })}
            </Link>
          )}
          {items > 1 && ` ${t('wishes.items', { count: formatCount(items) })}`}
        </li>
      ))}
      {total > named.length && <li className="quieter">{t('wishes.morePlaces', { count: total - named.length })}</li>}
    </ul>
  )
}

/** Finished objectives pay no more. */
function Objectives({ objectives, goals }: { objectives: readonly WishObjective[]; goals: ReadonlyMap<number, Goal> }) {
  const { by_id } = useScoreTree().tree
  const open = objectives.flatMap(({ objective_id, is_certain }) => {
    const [item, goal] = [by_id.get(objective_id)?.item, goals.get(objective_id)]
    return item && goal?.state === 'open' ? [{ objective_id, name: item.name, is_certain, points: goal.points }] : []
  })
  if (open.length === 0) return null
  const named = open.slice(0, maxNamed)
  return (
    <ul>
      {named.map(({ objective_id, name, is_certain, points }) => (
        <li key={objective_id}>
          {t(is_certain ? 'wishes.counts' : 'wishes.mayCount', { objective: name })} <b className="num">{formatChange(points)}</b>
        </li>
      ))}
      {open.length > named.length && (
        <li className="quieter">{t('wishes.moreObjectives', { count: open.length - named.length })}</li>
      )}
    </ul>
  )
}
