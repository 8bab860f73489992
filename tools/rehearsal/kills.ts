import { setTimeout as sleep } from 'node:timers/promises'
import type { Organised } from './organise.ts'
import type { Scenario } from './scenario.ts'
import type { Stage } from './stage.ts'

const hour_ms = 3_600_000
/** Real time in which a started server has to have its jobs and scores in hand. */
const patience_ms = 180_000

/**
 * Event time that a start takes: nobody starts a server more often. Limits of a second could not be kept by processes that know
 * nothing of each other and live at the same moment.
 */
const restart_ms = 3000

export interface Killer {
  /** Kills the server as often as is planned before this moment, in the middle of what it does then. */
  strike(before_ms: number): Promise<void>
  /** Waits until a server that was started has taken over what has to run. */
  waitForJobs(): Promise<void>
  count(): number
}

/** A small generator of our own, so that a run can be repeated. */
function createDraws(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** On the average so much of the event passes between two kills at least: a server that is never up proves nothing. */
const life_ms = 6000
/** Nobody is killed in the last tenth: what was broken has to show, and to heal. */
const longestSpan = 0.9

/** Plans so many kills at random moments over the first third of the event, or longer when they are too many for it. */
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

  /** A job that was taken over has a higher fence than before. */
  async function waitForTakeover(before: readonly { fence: number }[]): Promise<void> {
    const until = Date.now() + patience_ms
    for (;;) {
      const now = await readFences()
      if (now.every(({ fence, owned }, at) => owned && fence > (before[at]?.fence ?? 0))) return
      if (Date.now() > until) throw new Error('a server that was started did not take over jobs and scores')
      await sleep(20)
    }
  }

  return {
    async strike(before_ms) {
      while ((planned[struck] ?? Number.POSITIVE_INFINITY) <= before_ms) {
        const before = await readFences()
        // Into the work of this step: some die before they begin, some in the middle, some after it.
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
