import type { EventId } from '@muster/contract/ids'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { findConflicts, listProcesses } from '../../processes.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { checkVersion } from '../../versions.ts'
import { wallNow } from '../../wall-clock.ts'
import {
  getOutage,
  isStatusPublic,
  listLastEnds,
  listOutages,
  lockOutage,
  setStatusPublic,
  updateNote,
} from '../outages/store.ts'
import { checkDatabase } from './health.ts'
import { observe } from './observe.ts'
import { judgeReadiness } from './readiness.ts'
import { judgeParts } from './status.ts'

/** Real time. */
const shownStatusFor_ms = 5000

async function requireDatabase({ db, log }: Context): Promise<void> {
  const problem = await checkDatabase(db)
  if (problem === null) return
  log.warn({ err: problem }, 'the database cannot be read and written')
  throw new Refusal('unavailable')
}

async function readStatus(ctx: Context, sees_hidden: boolean) {
  const now = wallNow()
  const [seen, outages, lastEnds, processes] = await Promise.all([
    observe(ctx),
    listOutages(ctx.db, sees_hidden),
    listLastEnds(ctx.db),
    sees_hidden ? listProcesses(ctx.db) : null,
  ])
  const observed = sees_hidden ? { ...seen, hidden_events: new Set<EventId>() } : seen
  const inUse = {
    streams: ctx.twitch !== null,
    builds: observed.builds !== null,
    game_data: ctx.game === null ? null : observed.jobs.some(({ end_date }) => Date.parse(end_date) > ctx.clock.now()),
  }
  const parts = judgeParts(judgeReadiness(observed, ctx.clock, now), outages, lastEnds, inUse)
  const server = processes && {
    processes: processes.map(({ version, roles, connected_at }) => ({
      version,
      roles: [...roles],
      connected_at: connected_at.toISOString(),
    })),
    conflicts: findConflicts(processes),
  }
  return { judged_at: new Date(now).toISOString(), parts, outages, server }
}

/** Every page asks, so the answer is cached. If the database fails, the last answer stays. */
async function showsStatus({ db, caches: { shownStatus } }: Context): Promise<boolean> {
  if (shownStatus.until > performance.now()) return shownStatus.is_public
  shownStatus.until = performance.now() + shownStatusFor_ms
  try {
    shownStatus.is_public = await isStatusPublic(db)
  } catch {
    // The clock needs no database; other calls report its failure.
  }
  return shownStatus.is_public
}

export const serverStateRoutes = {
  getClock: async ({ ctx }) => ({
    now: new Date(ctx.clock.now()).toISOString(),
    speed: ctx.clock.speed,
    shows_status: await showsStatus(ctx),
    footer_links: ctx.config.footer_links,
    reads_game: ctx.game !== null,
    is_trial: ctx.config.is_trial,
  }),

  // Cached for a moment, so that frequent calls cause no writes.
  getHealth: {
    async load({ ctx }) {
      await requireDatabase(ctx)
      return { status: 'ok' as const }
    },
  },

  // Cached for a moment, like readiness.
  getStatus: {
    fresh_ms: 5000,
    audience: ({ viewer }) => (viewerHas('see_status', viewer) ? 'organisers' : 'everyone'),
    async load({ ctx, audience }) {
      const is_public = await isStatusPublic(ctx.db)
      const isOrganiser = audience === 'organisers'
      return { is_public, shown: is_public || isOrganiser ? await readStatus(ctx, isOrganiser) : null }
    },
  },

  saveStatusSettings: async ({ ctx, body }) => {
    await setStatusPublic(ctx.db, body.is_public)
    ctx.caches.shownStatus.until = 0
  },

  noteOutage: async ({ ctx, viewer, params, body }) => {
    await ctx.db.transact(async (tx) => {
      const outage = await lockOutage(tx, params.outage_id)
      if (!outage) throw new Refusal('outage_not_found')
      checkVersion(body.base_version, outage.version)
      await updateNote(tx, outage.id, body.note?.trim() || null, viewer.user_id)
    })
    return getOutage(ctx.db, params.outage_id)
  },

  getReadiness: {
    async load({ ctx }) {
      await requireDatabase(ctx)
      return judgeReadiness(await observe(ctx), ctx.clock, wallNow())
    },
  },
} satisfies Partial<Handlers>
