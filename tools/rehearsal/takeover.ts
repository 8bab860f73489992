import { setTimeout as sleep } from 'node:timers/promises'
import { waitReal } from '@muster/server/clock'
import type { Db } from '@muster/server/db/connect'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { makeContext } from '../../bench/bench-context.ts'
import type { Organised } from './organise.ts'
import type { Stage } from './stage.ts'

/** Interruptions of scoring for the played event, in milliseconds of real time. */
export interface Takeover {
  /** From `kill -9` of the scorekeeper until a standby process has stored a new score. */
  readonly by_standby_ms: number
  /** From the start of the whole server, after a regular stop, until it has stored a new score. */
  readonly by_restart_ms: number
  /** The time a new scorekeeper needs before its first step. */
  readonly rebuild_ms: number
  readonly facts: number
}

const rounds = 5
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const patience_ms = 120_000

const readScored = async (db: Db, event_id: Organised['event_id']) =>
  (await db.selectFrom('score_cursors').select('ledger_sequence').where('event_id', '=', event_id).executeTakeFirst())
    ?.ledger_sequence ?? 0

/** A judge adds a fact, and the function waits for the scores to include it. @returns the time since `began`. */
async function scoreSomething(
  { db, now }: Stage,
  { admin, event_id, team_ids, end_ms }: Organised,
  began: number,
): Promise<number> {
  const { id: objective_id } = await db
    .selectFrom('objectives')
    .select('id')
    .where('event_id', '=', event_id)
    .where('objective_type', '=', 'SUBMISSION')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const before = await readScored(db, event_id)
  // The admin plays for the first team and decides about others.
  const body = {
    objective_id,
    team_id: team_ids[1] as (typeof team_ids)[number],
    number: 1,
    // The event may have been played only in part.
    timestamp: new Date(Math.min(end_ms, now()) - 1000).toISOString(),
    reason: 'Seen on the stream.',
  }
  await admin.client.call('createCorrection', { event_id, body })
  while ((await readScored(db, event_id)) <= before) {
    if (performance.now() - began > patience_ms) throw new Error('no process is scoring the event')
    await sleep(2)
  }
  return performance.now() - began
}

/** Measured after the event, with all of its facts; afterwards the server runs as before. */
export async function measureTakeover(stage: Stage, event: Organised): Promise<Takeover> {
  const { product, db } = stage
  const keeper = product.processes.find((one) => one.keepsScores())
  const killed = performance.now()
  await keeper?.end('SIGKILL')
  const by_standby_ms = await scoreSomething(stage, event, killed)
  await product.stop()
  const started = performance.now()
  await product.start(stage.now())
  const by_restart_ms = await scoreSomething(stage, event, started)
  await product.stop()
  const ctx = makeContext(db, stage.database_url, { speed: 1, now: stage.now, sleep: waitReal })
  const open = async () => {
    const began = performance.now()
    await openScorekeeper(ctx, event.event_id)
    return performance.now() - began
  }
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await open())
  const { facts } = await db
    .selectFrom('facts')
    .select((of) => of.fn.countAll<number>().as('facts'))
    .where('event_id', '=', event.event_id)
    .executeTakeFirstOrThrow()
  await product.start(stage.now())
  return {
    by_standby_ms,
    by_restart_ms,
    rebuild_ms: median(times),
    facts,
  }
}
