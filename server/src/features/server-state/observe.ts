import type { Context } from '../../context.ts'
import { readBuildBacklog } from '../../ingestion/characters/build-queue.ts'
import { listReadyJobs } from '../jobs/store.ts'
import type { Observed } from './readiness.ts'
import { listHiddenEvents, listStreamMoves, listTaskRuns, listUnscored } from './store.ts'

/** The work of all processes, as recorded in the database. */
export async function observe(ctx: Context): Promise<Observed> {
  const { db, clock, feeds, config, game } = ctx
  const now = new Date(clock.now())
  const calculates = Object.values(config.pob).some((one) => one !== null)
  const [jobs, tasks, moves, unscored, hidden_events, builds] = await Promise.all([
    listReadyJobs(ctx),
    listTaskRuns(db),
    game === null ? [] : listStreamMoves(db, now),
    listUnscored(db),
    listHiddenEvents(db),
    calculates ? readBuildBacklog(db, now) : null,
  ])
  // A stream does not move while the game is away; its job reports that.
  const away = new Set(jobs.flatMap((job) => (job.job_type === 'FetchStashChanges' && job.away_since ? job.event_id : [])))
  const streams = moves.filter(({ event_id }) => !away.has(event_id))
  return { jobs, tasks, streams, unscored, hidden_events, builds, feeds_behind_since: feeds?.behindSince() ?? null }
}
