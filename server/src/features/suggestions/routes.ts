import { isDeepStrictEqual } from 'node:util'
import type { ObjectiveId } from '@muster/contract/ids'
import { maxPlanned, type TeamPlanArrangement, type TimeWindow } from '@muster/contract/suggestions'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { findObjectivePlace, loadRelease } from '../objectives/store.ts'
import {
  findSuggestion,
  forgetRemoved,
  insertTaker,
  listPlanned,
  listReaders,
  loadPlan,
  lockPlan,
  markSeen,
  orderSuggestions,
  raisePlan,
  removeSuggestion,
  removeTaker,
  restoreSuggestion,
  updateWindows,
  upsertSuggestion,
} from './store.ts'

/** A plan is for the whole team: objectives that open later are left out, even for a lead who may see them. */
async function requireReleased(db: Db, event: Row<'events'>, objective_id: ObjectiveId, now: Date): Promise<void> {
  if (!(await loadRelease(db, event, now.getTime())).ids.has(objective_id)) throw new Refusal('objective_not_found')
}

/** A suggestion for the root is the message to the team, and is not part of the order. */
const isRoot = async (db: Db, objective_id: ObjectiveId) => (await findObjectivePlace(db, objective_id))?.parent_id === null

/** @throws Refusal invalid_request, with the field */
function checkArrangement({ windows, entries }: TeamPlanArrangement, planned: readonly ObjectiveId[]): void {
  for (const [index, { starts_at, ends_at }] of windows.entries())
    if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
      throw refuseField(`windows.${index}.ends_at`, 'must be after starts_at')
  for (const [index, { window }] of entries.entries())
    if (typeof window === 'number' && window >= windows.length)
      throw refuseField(`entries.${index}.window`, 'must be the index of a time window')
  const listed = new Set(entries.map(({ objective_id }) => objective_id))
  if (listed.size < entries.length) throw refuseField('entries', 'must not name an objective twice')
  if (planned.some((id) => !listed.has(id))) throw refuseField('entries', 'must name every objective of the plan')
}

const storedWindow = ({ name, starts_at, ends_at }: TimeWindow): TimeWindow => ({
  name,
  starts_at: starts_at === null ? null : new Date(starts_at).toISOString(),
  ends_at: ends_at === null ? null : new Date(ends_at).toISOString(),
})

export const suggestionRoutes = {
  getTeamSuggestions: async ({ ctx, event, team }) => {
    const { message, entries } = await loadPlan(ctx.db, event.id, team.team_id)
    return message ? [message, ...entries] : entries
  },

  createObjectiveTeamSuggestion: async ({ ctx, event, viewer, team: { team_id }, params: { objective_id }, body }) => {
    const now = new Date(ctx.clock.now())
    await requireReleased(ctx.db, event, objective_id, now)
    await ctx.db.transact(async (tx) => {
      await lockPlan(tx, team_id)
      const before = await findSuggestion(tx, team_id, objective_id)
      const isThere = before !== null && before.removed_at === null
      checkVersion(body.base_version, isThere ? before.version : 0)
      if (isThere && before.extra === body.extra) return
      const planned = await listPlanned(tx, team_id)
      const isMessage = await isRoot(tx, objective_id)
      if (!isThere && !isMessage && planned.length >= maxPlanned) throw new Refusal('plan_full')
      const version = await raisePlan(tx, team_id)
      if (before?.extra === body.extra) return restoreSuggestion(tx, team_id, objective_id)
      const last = Math.max(0, ...planned.map(({ position }) => position))
      const text = { team_id, objective_id, extra: body.extra, version, written_by: viewer.user_id, written_at: now }
      return upsertSuggestion(tx, text, before ? undefined : isMessage ? 0 : last + 1)
    })
    return { message: 'Suggestion saved' }
  },

  deleteObjectiveTeamSuggestion: ({ ctx, team: { team_id }, params }) =>
    ctx.db.transact(async (tx) => {
      await lockPlan(tx, team_id)
      const wasThere = await removeSuggestion(tx, team_id, params.objective_id, new Date(ctx.clock.now()))
      if (wasThere) await raisePlan(tx, team_id)
    }),

  takeSuggestion: async ({ ctx, viewer, team, params }) => {
    const now = new Date(ctx.clock.now())
    if (!(await insertTaker(ctx.db, team.team_id, params.objective_id, viewer.user_id, now)))
      throw new Refusal('suggestion_not_found')
  },

  leaveSuggestion: ({ ctx, viewer, team, params }) => removeTaker(ctx.db, team.team_id, params.objective_id, viewer.user_id),

  getTeamPlan: {
    audience: async ({ membership }) => (await membership())?.team_id ?? 'everyone',
    read: ({ db, event, audience }) => {
      if (typeof audience === 'string') throw new Refusal('not_allowed')
      return loadPlan(db, event.id, audience)
    },
  },

  arrangeTeamPlan: ({ ctx, event, viewer, team: { team_id }, body }) =>
    ctx.db.transact(async (tx) => {
      const now = new Date(ctx.clock.now())
      const before = await lockPlan(tx, team_id)
      checkVersion(body.version, before.version)
      const planned = (await listPlanned(tx, team_id)).map(({ objective_id }) => objective_id)
      checkArrangement(body, planned)
      const known = new Set(planned)
      const added = body.entries.map(({ objective_id }) => objective_id).filter((id) => !known.has(id))
      const version = await raisePlan(tx, team_id)
      if (added.length > 0) await forgetRemoved(tx, team_id, added)
      const released = added.length > 0 ? (await loadRelease(tx, event, now.getTime())).ids : null
      for (const objective_id of added) {
        if (!released?.has(objective_id)) throw new Refusal('objective_not_found')
        if (await isRoot(tx, objective_id)) throw refuseField('entries', 'must not name the root')
        await upsertSuggestion(tx, { team_id, objective_id, extra: '', version, written_by: viewer.user_id, written_at: now })
      }
      const windows = body.windows.map(storedWindow)
      if (!isDeepStrictEqual(windows, before.windows)) await updateWindows(tx, team_id, windows)
      await orderSuggestions(
        tx,
        team_id,
        body.entries.map(({ objective_id, window }) => ({ objective_id, window: window ?? null })),
      )
      return loadPlan(tx, event.id, team_id)
    }),

  markPlanSeen: ({ ctx, viewer, team: { team_id }, body }) =>
    markSeen(ctx.db, { team_id, user_id: viewer.user_id, seen_at: new Date(ctx.clock.now()) }, body.entries),

  getPlanReaders: ({ ctx, team }) => listReaders(ctx.db, team.team_id),
} satisfies Partial<Handlers>
