import { randomBytes } from 'node:crypto'
import { overlayKeyLength } from '@muster/contract/broadcast'
import { readRelease } from '@muster/domain/objectives/release'
import { Answer, type Handlers } from '../../call.ts'
import { shownOf } from '../../db/event-columns.ts'
import { Refusal } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { listTeamsOf } from '../teams/store.ts'
import { findOverlayMark } from './delayed-scores.ts'
import { delayOf, loadOverlay } from './overlay.ts'
import {
  findBroadcast,
  hasKey,
  listOverlayItems,
  listPlayers,
  lockBroadcast,
  presentBroadcast,
  updateBroadcast,
  upsertKey,
  upsertLoads,
} from './store.ts'

/** Base64url encodes 6 bits per character. */
const makeKey = () =>
  randomBytes(Math.ceil((overlayKeyLength * 6) / 8))
    .toString('base64url')
    .slice(0, overlayKeyLength)

export const broadcastRoutes = {
  getOverlay: async ({ ctx, event, query }) => {
    const broadcast = await findBroadcast(ctx.db, event.id)
    if (!broadcast || !hasKey(broadcast, query.key)) throw new Refusal('overlay_not_found')
    const delay_seconds = delayOf(broadcast, query.delay)
    if (query.overlay) {
      await upsertLoads(ctx.db, event.id, [{ kind: query.overlay, delay_seconds }], new Date(ctx.clock.now()))
    }
    return (await loadOverlay(ctx, event, delay_seconds, broadcast)).state
  },

  getEmbeddedStandings: {
    version: ({ ctx, event }) => findOverlayMark(ctx.db, event.id, new Date(ctx.clock.now())),
    load: async ({ ctx, event }) => {
      const { state, changes_at } = await loadOverlay(ctx, event, 0, null)
      return new Answer(state, { changes_at: changes_at ?? undefined })
    },
  },

  getBroadcast: ({ ctx, event }) => presentBroadcast(ctx.db, event.id),

  saveBroadcast: async ({ ctx, event, body }) => {
    const { base_version, pinned_objective_id, pinned_user_id, hidden_objective_ids, hidden_team_ids, least_delay_seconds } = body
    const now = ctx.clock.now()
    const items = await listOverlayItems(ctx.db, event.id)
    const teams = await listTeamsOf(ctx.db, [event.id])
    const players = await listPlayers(ctx.db, event.id, pinned_user_id === null ? [] : [pinned_user_id])
    // Producers may be managers, who do not see unopened objectives: an unopened one is refused like an unknown one.
    const { ids } = readRelease(items, shownOf(event), now)
    await ctx.db.transact(async (tx) => {
      const before = await lockBroadcast(tx, event.id)
      if (!before) throw new Refusal('overlay_not_found', 'This event has no overlays yet: make their address first')
      checkVersion(base_version, before.version)
      // An edit may have closed an objective that was chosen before.
      const kept = new Set<number>([before.pinned_objective_id ?? 0, ...before.hidden_objective_ids])
      const chosen = [...hidden_objective_ids, ...(pinned_objective_id === null ? [] : [pinned_objective_id])]
      if (chosen.some((id) => !ids.has(id) && !kept.has(id))) throw new Refusal('objective_not_found')
      if (hidden_team_ids.some((id) => teams.every((team) => team.id !== id) && !before.hidden_team_ids.includes(id))) {
        throw new Refusal('team_not_found')
      }
      const player = players.get(pinned_user_id ?? 0)
      const isPlayer = player?.has_card === true && player.team_id !== null
      if (pinned_user_id !== null && !isPlayer && pinned_user_id !== before.pinned_user_id) {
        throw new Refusal('user_not_found', 'This player has no card: no team in this event, or a hidden record')
      }
      const pinned_at = pinned_objective_id === before.pinned_objective_id ? before.pinned_at : new Date(now)
      await updateBroadcast(tx, event.id, {
        least_delay_seconds,
        pinned_objective_id,
        pinned_at: pinned_objective_id === null ? null : pinned_at,
        pinned_user_id,
        hidden_objective_ids: [...new Set(hidden_objective_ids)],
        hidden_team_ids: [...new Set(hidden_team_ids)],
      })
    })
    return presentBroadcast(ctx.db, event.id)
  },

  replaceOverlayKey: async ({ ctx, event, viewer }) => {
    await ctx.db.transact(async (tx) => {
      await upsertKey(tx, event.id, makeKey())
      await insertAdminChange(tx, {
        event_id: event.id,
        author_id: viewer.user_id,
        changed_at: new Date(ctx.clock.now()),
        kind: 'overlays_readdressed',
        subject: '',
        detail: '',
      })
    })
    return presentBroadcast(ctx.db, event.id)
  },
} satisfies Partial<Handlers>
