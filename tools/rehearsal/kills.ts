import { setTimeout as sleep } from 'node:timers/promises'
import type { Organised } from './organise.ts'
import type { Scenario } from './scenario.ts'
import type { Stage } from './stage.ts'

const hour_ms = 3_600_000
/** Real time for a started server to take over its jobs and scores. */
const patience_ms = 180_000

/**
 * Event time of a restart; no operator restarts a server more often. Processes that know nothing of each other and live at the
 * same moment could not respect rate limits per second.
 */
const restart_ms = 3000

export interface Killer {
  /** Kills the server as often as planned before this time, in the middle of its work. */
  strike(before_ms: number): Promise<void>
  /** Waits until a started server has taken over all work. */
  waitForJobs(): Promise<void>
  count(): number
}

/** A small seeded generator, so that a run can be repeated. */
function createDraws(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Average event time between two kills: a server that is never up proves nothing. */
const life_ms = 6000
/** No kills in the last tenth, so that damage has time to show and to heal. */
const longestSpan = 0.9

/** Plans random kills in the first third of the event, or in a longer part if they need it. */
export function createKiller(stage: Stage, event: Organised, scenario: Scenario, kills: number): Killer {
  const draw = createDraws(scenario.seed)
  const event_ms = scenario.event_hours * hour_ms
  const span_ms = Math.min(Math.max(event_ms / 3, kills * life_ms), event_ms * longestSpan)
  const planned = Array.from({ length: kills }, () => event.start_ms + draw() * span_ms).sort((a, b) => a - b)
  let struck = 0

  async function readFences(): Promise<{ owned: boolean; fence: number }[]> {
    const jobs = await stage.db
      .selectFrom('jobs')
      .select(['fence', 'lease_owner'])
      .where('event_id', '=', event.event_id)
      .where('end_date', '>', new Date(stage.now()))
      .orderBy('job_type')
      .execute()
    const scores = await stage.db.selectFrom('score_cursors').select('fence').where('event_id', '=', event.event_id).execute()
    return [
      ...jobs.map(({ fence, lease_owner }) => ({ fence, owned: lease_owner !== null })),
      ...scores.map(({ fence }) => ({ fence, owned: true })),
    ]
  }

  /** A job that was taken over has a higher fence. */
  async function waitForTakeover(before: readonly { fence: number }[]): Promise<void> {
    const until = Date.now() + patience_ms
    for (;;) {
      const now = await readFences()
      if (now.every(({ fence, owned }, at) => owned && fence > (before[at]?.fence ?? 0))) return
      if (Date.now() > until) throw new Error('a restarted server did not take over jobs and scores')
      await sleep(20)
    }
  }

  return {
    async strike(before_ms) {
      while ((planned[struck] ?? Number.POSITIVE_INFINITY) <= before_ms) {
        const before = await readFences()
        // During this step: some kills hit before the work starts, some in the middle, some after it.
        const moved = stage.moveTo(before_ms)
        await sleep(draw() * 120)
        await stage.product.kill()
        await moved
        stage.simulator.excuseDeath()
        stage.simulator.step(restart_ms)
        await stage.product.start(stage.now())
        await waitForTakeover(before)
        struck++
      }
    },
    waitForJobs: () => waitForTakeover([]),
    count: () => struck,
  }
}
