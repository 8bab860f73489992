import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { readBuildBacklog } from '../../ingestion/characters/build-queue.ts'
import { listJobs } from '../jobs/store.ts'
import { checkDatabase } from './health.ts'
import { judgeReadiness, type Observed } from './readiness.ts'
import { listChoreStates, listHiddenEvents, listStreamMoves, listUnscored } from './store.ts'

async function requireDatabase({ db, log }: Context): Promise<void> {
  const problem = await checkDatabase(db)
  if (problem === null) return
  log.warn({ err: problem }, 'the database cannot be written and read')
  throw new Refusal('unavailable')
}

async function observe({ db, clock, feeds, config }: Context): Promise<Observed> {
  const now = new Date(clock.now())
  const calculates = Object.values(config.pob).some((one) => one !== null)
  const [jobs, chores, streams, unscored, hidden_events, builds] = await Promise.all([
    listJobs(db, now),
    listChoreStates(db),
    listStreamMoves(db, now),
    listUnscored(db),
    listHiddenEvents(db),
    calculates ? readBuildBacklog(db, now) : null,
  ])
  const builds_waiting_since = builds?.oldest_at?.getTime() ?? null
  return {
    jobs,
    chores,
    streams,
    unscored,
    hidden_events,
    builds_waiting_since,
    feeds_behind_since: feeds?.behindSince() ?? null,
  }
}

export const serverStateRoutes = {
  getClock: async ({ ctx }) => ({ now: new Date(ctx.clock.now()).toISOString(), speed: ctx.clock.speed }),

  getItemImages: async ({ ctx }) => ({ origin: ctx.config.poe.image_origin }),

  // Kept for a moment: nobody makes the database write by asking often.
  getHealth: {
    async load({ ctx }) {
      await requireDatabase(ctx)
      return { status: 'ok' as const }
    },
  },

  getReadiness: {
    async load({ ctx }) {
      await requireDatabase(ctx)
      return judgeReadiness(await observe(ctx), ctx.clock, Date.now())
    },
  },
} satisfies Partial<Handlers>
