import type { EventId, TeamId, UserId, WishId } from '@muster/contract/ids'
import { maxWishes } from '@muster/contract/wishes'
import { collectWantedNames, keyOfWanted } from '@muster/domain/wishes/wanted-item'
import type { Handlers } from '../../call.ts'
import type { Tx } from '../../db/connect.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { loadItemNames } from '../item-names/store.ts'
import { readWishText } from './read-text.ts'
import { listShownNow } from './shown-items.ts'
import {
  deleteWish,
  insertWishes,
  isTeamOfEvent,
  listOwnWishes,
  loadTeamWishes,
  lockMember,
  lockOrder,
  lockWish,
  updateWish,
  writeOrder,
} from './store.ts'

/** Maximum number of items of one text: more than a build can have. */
const maxCandidates = 200

const refuseTeam = () => new Refusal('team_not_found', 'You can see the wishes of your own team only')

/** A wish of the caller. @throws Refusal wish_not_found, not_allowed */
async function getOwnWish(tx: Tx, event_id: EventId, team_id: TeamId, id: WishId, user_id: UserId) {
  const wish = await lockWish(tx, event_id, id)
  // Rivals cannot tell whether a wish exists.
  if (!wish || wish.team_id !== team_id) throw new Refusal('wish_not_found')
  if (wish.user_id !== user_id) throw new Refusal('not_allowed', 'Only the player who added a wish can change or remove it')
  return wish
}

export const wishRoutes = {
  getTeamWishes: async ({ ctx, event, viewer, team, params: { team_id } }) => {
    if (team?.team_id !== team_id && !viewerHas('see_every_wish', viewer)) throw refuseTeam()
    if (!(await isTeamOfEvent(ctx.db, event.id, team_id))) throw new Refusal('team_not_found')
    return loadTeamWishes(ctx.db, event.id, team_id)
  },

  readWishes: async ({ ctx, event, viewer, body: { text } }) => {
    const { game_version } = event
    const names = collectWantedNames(await loadItemNames(ctx, ctx.db, game_version))
    const { classes } = await loadMatcherOptions(ctx, game_version)
    const { form, items } = await readWishText(text, { game_version, names, classes })
    const own = new Set((await listOwnWishes(ctx.db, event.id, viewer.user_id)).map(keyOfWanted))
    const candidates = items.slice(0, maxCandidates).map((item) => {
      const key = keyOfWanted(item)
      return { ...item, is_known: names.items.has(key), is_wished: own.has(key) }
    })
    return { form, candidates }
  },

  addWishes: async ({ ctx, event, viewer, team: { team_id }, body }) => {
    const { user_id } = viewer
    const now = new Date(ctx.clock.now())
    const shown = await listShownNow(ctx.db, event.id, user_id)
    return ctx.db.transact(async (tx) => {
      if (!(await lockMember(tx, event.id, user_id, team_id))) throw new Refusal('not_allowed')
      const own = await listOwnWishes(tx, event.id, user_id)
      const known = new Set(own.map(keyOfWanted))
      const added = [...new Map(body.wishes.map((wish) => [keyOfWanted(wish), wish])).entries()].filter(
        ([key]) => !known.has(key),
      )
      if (own.length + added.length > maxWishes) throw new Refusal('wishes_full')
      const wishes = added.map(([key, { kind, name, is_build_enabling }]) => {
        const fulfilled_at = shown.has(key) ? now : null
        return { event_id: event.id, team_id, user_id, kind, name, is_build_enabling, fulfilled_at, added_at: now }
      })
      await insertWishes(tx, wishes)
      return loadTeamWishes(tx, event.id, team_id)
    })
  },

  changeWish: ({ ctx, event, viewer, team: { team_id }, params: { wish_id }, body }) =>
    ctx.db.transact(async (tx) => {
      const wish = await getOwnWish(tx, event.id, team_id, wish_id, viewer.user_id)
      const { is_fulfilled, is_build_enabling } = body
      const now = new Date(ctx.clock.now())
      await updateWish(tx, wish_id, {
        ...(typeof is_build_enabling === 'boolean' && { is_build_enabling }),
        ...(typeof is_fulfilled === 'boolean' && {
          fulfilled_at: is_fulfilled ? (wish.fulfilled_at ?? now) : null,
          is_ticked_by_hand: true,
        }),
      })
      return loadTeamWishes(tx, event.id, team_id)
    }),

  removeWish: ({ ctx, event, viewer, team: { team_id }, params: { wish_id } }) =>
    ctx.db.transact(async (tx) => {
      await getOwnWish(tx, event.id, team_id, wish_id, viewer.user_id)
      await deleteWish(tx, wish_id)
    }),

  moveWish: ({ ctx, event, team: { team_id }, params: { wish_id }, body: { before } }) =>
    ctx.db.transact(async (tx) => {
      const order = await lockOrder(tx, team_id)
      const ids = order.map(({ id }) => id)
      if (!ids.includes(wish_id) || (before !== null && !ids.includes(before))) throw new Refusal('wish_not_found')
      if (before !== wish_id) {
        const others = ids.filter((id) => id !== wish_id)
        const at = before === null ? others.length : others.indexOf(before)
        await writeOrder(
          tx,
          others.toSpliced(at, 0, wish_id),
          order.map(({ position }) => position),
        )
      }
      return loadTeamWishes(tx, event.id, team_id)
    }),
} satisfies Partial<Handlers>
