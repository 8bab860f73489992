import { findJobProblem } from '@muster/domain/events/job-problems'
import { determineAccess, hasDuePolls } from './guild-access.ts'
import type { GameJob } from './job.ts'
import { findAway, waitOut } from './retry.ts'

/** Event time: a request by an admin usually ends this wait earlier. */
const idleWait_ms = 30_000
/** Event time: long wait for a job that cannot work. */
const never_ms = 60 * 60_000

/** Keeps track of which participant can see which guild tab. */
export const determineGuildStashAccess: GameJob = {
  wakes_on: ['guild_stashes'],
  start: () => async (round) => {
    const problem = findJobProblem('DetermineGuildStashAccess', round.event.game_version)
    if (problem !== null) return { ok: false, error: problem, wait_ms: never_ms }
    if (!(await hasDuePolls(round))) return { ok: true, wait_ms: idleWait_ms }
    const { hasMore, failures } = await determineAccess(round)
    const away = findAway(failures)
    return away ? waitOut(away, round.ctx.clock.now()) : { ok: true, wait_ms: hasMore ? 0 : idleWait_ms }
  },
}
