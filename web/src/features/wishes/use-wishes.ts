import '../../messages/wishes.ts'
import type { TeamId, WishId } from '@muster/contract/ids'
import type { TeamWishes, WantedItem, WantedItemState, WantedItemStates, Wish } from '@muster/contract/wishes'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Failure } from '../../api/calls/failure.ts'
import { type EventKey, eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { callWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { useEventKey } from '../../api/scores/event.ts'

/** Other members see a change within this many milliseconds. */
const refreshEvery_ms = 10_000
/** Tabs change less often than wishes. */
const tabsEvery_ms = 30_000

const readTeamWishes = (event: EventKey, team_id: TeamId) => ({
  ...read('getTeamWishes', { ...eventInput(event), team_id }),
  refetchInterval: refreshEvery_ms,
})

export const useTeamWishes = (team_id: TeamId): TeamWishes => useSuspenseQuery(readTeamWishes(useEventKey(), team_id)).data

const keyOf = ({ kind, name }: WantedItem) => `${kind} ${name}`

/** Where wanted items are and what they count for; undefined while unknown. */
export function useWantedItems(team_id: TeamId): {
  readonly stateOf: (wish: WantedItem) => WantedItemState | undefined
  readonly searched: Pick<WantedItemStates, 'guild_tabs' | 'public_tabs'> | undefined
} {
  const event = useEventKey()
  const { data } = useQuery({
    ...read('findWantedItems', { ...eventInput(event), team_id }),
    refetchInterval: tabsEvery_ms,
  })
  const byKey = new Map(data?.items.map((item) => [keyOf(item), item]))
  return { stateOf: (wish) => byKey.get(keyOf(wish)), searched: data }
}

let queue: Promise<unknown> = Promise.resolve()

/** The response of a write, as the newest state. */
export async function keepWishes(event: EventKey, wishes: TeamWishes): Promise<void> {
  const { queryKey } = readTeamWishes(event, wishes.team_id)
  // A pending answer may be older.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, wishes)
}

/**
 * Shows a change immediately and sends it after earlier ones, so that each starts from the result of the previous one. A failed
 * change is taken back and reported.
 */
function change(
  event: EventKey,
  team_id: TeamId,
  apply: (wishes: readonly Wish[]) => Wish[],
  send: () => Promise<TeamWishes | undefined>,
) {
  const { queryKey } = readTeamWishes(event, team_id)
  const show = async () => {
    // A pending answer may be older.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (before) => before && { ...before, wishes: apply(before.wishes) })
  }
  const shown = show()
  queue = Promise.all([queue, shown])
    .then(send)
    .then(
      (wishes) => wishes && keepWishes(event, wishes),
      (failure: unknown) => {
        void queryClient.invalidateQueries({ queryKey })
        showToast(t('wishes.notSaved'), { text: failure instanceof Failure ? failure.message : t('failure.ours'), kind: 'bad' })
      },
    )
}

/** The order with a wish moved before another; null: to the end. */
export function placeBefore(wishes: readonly Wish[], id: WishId, before: WishId | null): Wish[] {
  const moved = wishes.find((wish) => wish.id === id)
  const others = wishes.filter((wish) => wish.id !== id)
  if (!moved) return [...wishes]
  const at = before === null ? others.length : others.findIndex((wish) => wish.id === before)
  return others.toSpliced(at, 0, moved).map((wish, index) => ({ ...wish, position: index + 1 }))
}

export interface WishEdits {
  readonly tick: (wish: Wish, is_fulfilled: boolean) => void
  readonly need: (wish: Wish, is_build_enabling: boolean) => void
  readonly move: (wish: Wish, before: WishId | null) => void
  /** Undo adds it again, at the end. */
  readonly remove: (wish: Wish) => void
}

export function useWishEdits(team_id: TeamId): WishEdits {
  const event = useEventKey()
  const edit = (wish: Wish, changes: Partial<Wish>, body: { is_fulfilled?: boolean; is_build_enabling?: boolean }) =>
    change(
      event,
      team_id,
      (wishes) => wishes.map((one) => (one.id === wish.id ? { ...one, ...changes } : one)),
      () => callWrite('changeWish', { ...eventInput(event), wish_id: wish.id, body }),
    )
  const restore = ({ kind, name, is_build_enabling }: Wish) =>
    change(
      event,
      team_id,
      (wishes) => [...wishes],
      () => callWrite('addWishes', { ...eventInput(event), body: { wishes: [{ kind, name, is_build_enabling }] } }),
    )
  return {
    tick: (wish, is_fulfilled) =>
      edit(wish, { fulfilled_at: is_fulfilled ? new Date().toISOString() : null, is_ticked_by_hand: true }, { is_fulfilled }),
    need: (wish, is_build_enabling) => edit(wish, { is_build_enabling }, { is_build_enabling }),
    move: (wish, before) =>
      change(
        event,
        team_id,
        (wishes) => placeBefore(wishes, wish.id, before),
        () => callWrite('moveWish', { ...eventInput(event), wish_id: wish.id, body: { before } }),
      ),
    remove: (wish) => {
      change(
        event,
        team_id,
        (wishes) => wishes.filter(({ id }) => id !== wish.id),
        async () => {
          await callWrite('removeWish', { ...eventInput(event), wish_id: wish.id })
          return undefined
        },
      )
      showToast(t('wishes.removed', { name: wish.name }), { action: { label: t('wishes.undo'), run: () => restore(wish) } })
    },
  }
}
