import './wishes.css'
import '../../messages/wishes.ts'
import type { TeamId, WishId } from '@muster/contract/ids'
import type { Wish } from '@muster/contract/wishes'
import { type DragEvent, useRef, useState } from 'react'
import { useSelf, useStatus } from '../../api/scores/event.ts'
import { useGoals } from '../../api/teams/goals.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { useKeepFocus } from '../../lib/use-keep-focus.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { useTeamWishes, useWantedItems, useWishEdits } from './use-wishes.ts'
import { WishForm } from './wish-form.tsx'
import { WishRow } from './wish-row.tsx'

/** The wishes of a team: open ones in order, fulfilled ones folded. Members add their own; leads arrange all. */
export function WishList({ team_id }: { team_id: TeamId }) {
  const status = useStatus()
  const isOwnTeam = status.team_id === team_id
  const self_id = useSelf().data?.id
  const { wishes } = useTeamWishes(team_id)
  const open = wishes.filter(({ fulfilled_at }) => fulfilled_at === null)
  const fulfilled = wishes.filter(({ fulfilled_at }) => fulfilled_at !== null)
  return (
    <div className="wishes">
      {isOwnTeam && <WishForm own={wishes.filter(({ user }) => user.id === self_id).length} />}
      {wishes.length === 0 && (
        <Empty title={t('wishes.emptyTitle')} text={t(isOwnTeam ? 'wishes.emptyText' : 'wishes.emptyOther')} />
      )}
      {wishes.length > 0 && open.length === 0 && isOwnTeam && (
        <Empty title={t('wishes.allFulfilledTitle')} text={t('wishes.allFulfilledText')} />
      )}
      <Rows team_id={team_id} open={open} fulfilled={fulfilled} mayOrder={isOwnTeam && status.is_team_lead} />
    </div>
  )
}

interface RowsProps {
  team_id: TeamId
  open: readonly Wish[]
  fulfilled: readonly Wish[]
  mayOrder: boolean
}

function Rows({ team_id, open, fulfilled, mayOrder }: RowsProps) {
  const { stateOf, searched } = useWantedItems(team_id)
  const edits = useWishEdits(team_id)
  const [said, say] = useState('')
  const dragged = useRef<Wish | null>(null)
  const frame = useKeepFocus(open)
  const ids = new Set(open.flatMap((wish) => stateOf(wish)?.objectives.map(({ objective_id }) => objective_id as number) ?? []))
  const goals = new Map(useGoals(team_id, ids).map((goal) => [goal.objective_id, goal]))

  function move(wish: Wish, before: WishId | null): void {
    edits.move(wish, before)
    const at = before === null ? open.length : open.findIndex(({ id }) => id === before)
    const from = open.findIndex(({ id }) => id === wish.id)
    say(t('wishes.saidPlace', { name: wish.name, place: formatCount(at > from ? at : at + 1), of: formatCount(open.length) }))
  }
  const dragOf = (wish: Wish) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', wish.name)
      dragged.current = wish
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const one = dragged.current
      dragged.current = null
      if (!one || one.id === wish.id) return
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      const isAfter = event.clientY > box.top + box.height / 2
      const at = open.findIndex(({ id }) => id === wish.id) + (isAfter ? 1 : 0)
      if (open[at]?.id !== one.id) move(one, open[at]?.id ?? null)
    },
  })
  const row = (wish: Wish, at: number, isOpen: boolean) => (
    <WishRow
      key={wish.id}
      wish={wish}
      state={stateOf(wish)}
      others={open.filter(({ kind, name, user }) => kind === wish.kind && name === wish.name && user.id !== wish.user.id).length}
      goals={goals}
      edits={edits}
      steps={
        mayOrder && isOpen ? { up: open[at - 1]?.id, down: at + 1 < open.length ? (open[at + 2]?.id ?? null) : undefined } : null
      }
      onMove={(before) => move(wish, before)}
      drag={mayOrder && isOpen ? dragOf(wish) : null}
    />
  )
  return (
    <div ref={frame}>
      <p className="vh" role="status">
        {said}
      </p>
      {open.length > 0 && (
        <>
          <ol className="wish-rows" aria-label={t('wishes.count', { count: open.length })}>
            {open.map((wish, at) => row(wish, at, true))}
          </ol>
          {searched && (
            <p className="small quieter">
              {t('wishes.searched', { guild: formatCount(searched.guild_tabs), shared: formatCount(searched.public_tabs) })}
            </p>
          )}
        </>
      )}
      {fulfilled.length > 0 && (
        <details className="wish-fulfilled">
          <summary>{t('wishes.fulfilled', { count: fulfilled.length })}</summary>
          <ol className="wish-rows">{fulfilled.map((wish, at) => row(wish, at, false))}</ol>
        </details>
      )}
    </div>
  )
}
