import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { diffBoards } from '@muster/domain/scoring/diff'
import type { Engine } from '@muster/domain/scoring/engine'
import type { ScoreDelta } from '@muster/domain/scoring/score'
import { type HidesProgress, listToggled } from '@muster/domain/scoring/visibility'
import { storeCheckpoint, writeDown } from '../checkpoints.ts'
import type { Context } from '../context.ts'
import { findDefinition } from '../db/definition.ts'
import { applyEntries, findNewestDefinition, openEngine, readLedger } from '../ledger-engine.ts'
import { tellMark } from '../telemetry/points.ts'
import { type Cursor, findLedgerEnd, loadScoreboard, raiseFence, replaceProblems, writeStep } from './store.ts'

/** When what the engine holds is stored, so that the next takeover need not read the whole ledger. */
export interface CheckpointLimits {
  /** Entries of the ledger since the last one. */
  readonly every: number
  /** The same at a clean stop; fewer are read again in no time. */
  readonly at_stop: number
  /** Wall clock: the least time between two. */
  readonly apart_ms: number
}
const defaultLimits: CheckpointLimits = { every: 20_000, at_stop: 1_000, apart_ms: 60_000 }

/**
 * The one writer of an event's scores. Folds the ledger with the engine of the domain; every step is one transaction
 * that moves the cursor, so that a crash at any moment loses nothing and counts nothing twice.
 */
export interface Scorekeeper {
  /** Folds what is new in the ledger as it begins, and what time alone changed. */
  step(): Promise<void>
  /** Event time of the next moment at which time alone can change a score; null = none. */
  nextWake(): number | null
  engine(): Engine
  /** Of the checkpoint that it went on from; null: it read the whole ledger. */
  readonly checkpoint: number | null
  /** Leaves a checkpoint to whoever takes the event over; the last call. */
  close(): Promise<void>
}

function readHiding({ objectives }: EventDefinition): HidesProgress {
  const hidden = new Set(objectives.filter(({ hide_progress }) => hide_progress).map(({ id }) => id))
  return (objective_id) => hidden.has(objective_id)
}

/**
 * Takes an event over. The board follows from the ledger and is compared with what is stored: whatever differs (a crash, a
 * corrected rule) is written as a change like any other.
 */
export async function openScorekeeper(
  ctx: Context,
  event_id: EventId,
  limits: CheckpointLimits = defaultLimits,
): Promise<Scorekeeper> {
  const { fence, ...stored } = await raiseFence(ctx.db, event_id)
  let cursor: Cursor = stored
  const { sequence: end } = await findLedgerEnd(ctx.db, event_id)
  const openedAt = ctx.clock.now()
  const opened = await openEngine(ctx, event_id, end, openedAt)
  let { engine, definition, rewrites, entries: unsaved } = opened
  /** By which the stored changes were written. */
  let written = (await findDefinition(ctx.db, event_id, cursor.ledger_sequence))?.definition ?? definition

  /** `now`: the event time that the engine has reached. */
  async function write(changed: readonly ScoreDelta[], ledger_sequence: number, now: number): Promise<void> {
    const hiding = { before: readHiding(written), now: readHiding(definition) }
    const known = new Set(changed.map(({ objective_id, team_id }) => `${objective_id} ${team_id}`))
    const toggled =
      written === definition
        ? []
        : listToggled(engine.scoreboard(), hiding.before, hiding.now).filter(
            ({ objective_id, team_id }) => !known.has(`${objective_id} ${team_id}`),
          )
    const deltas = [...changed, ...toggled]
    const due_at = engine.nextWake(now)
    if (deltas.length === 0 && ledger_sequence === cursor.ledger_sequence && due_at === cursor.due_at) return
    const at = new Date(now)
    cursor = await writeStep(ctx.db, event_id, { fence, from: cursor, ledger_sequence, due_at, deltas, hiding, at })
    if (written !== definition) await replaceProblems(ctx.db, event_id, fence, engine.problems())
    written = definition
  }
  /** What is stored may be from anywhere; the engine has just been opened. */
  async function putRight(ledger_sequence: number, now: number): Promise<void> {
    await write(diffBoards(await loadScoreboard(ctx.db, event_id), engine.scoreboard()), ledger_sequence, now)
    await replaceProblems(ctx.db, event_id, fence, engine.problems())
  }
  await putRight(end, openedAt)

  /** Wall clock: when the last checkpoint was made. */
  let savedAt = Number.NEGATIVE_INFINITY
  let storing = Promise.resolve()
  /** Whoever scores waits only until what the engine holds is written down. */
  async function save(): Promise<void> {
    const held = engine.held()
    if (held === null) return
    const { ledger_sequence } = cursor
    const text = await writeDown(held)
    const checkpoint = { ledger_sequence, definition, rewrites, fence, text }
    savedAt = performance.now()
    unsaved = 0
    storing = storing
      .then(() => storeCheckpoint(ctx.db, event_id, checkpoint))
      .catch((error: unknown) => ctx.log.warn({ err: error, event_id }, 'a checkpoint of the scores could not be stored'))
  }
  const isDue = () => unsaved >= limits.every && performance.now() - savedAt >= limits.apart_ms

  /** Facts were changed or deleted that the engine has folded already. */
  async function openAgain(to: number): Promise<void> {
    ctx.log.info({ event_id }, 'facts have been changed or deleted: the ledger is read again')
    const now = ctx.clock.now()
    const again = await openEngine(ctx, event_id, to, now)
    ;({ engine, definition, rewrites, entries: unsaved } = again)
    await putRight(to, now)
  }

  async function step(): Promise<void> {
    const { sequence: to, definition_sequence, ...found } = await findLedgerEnd(ctx.db, event_id)
    if (found.rewrites !== rewrites) await openAgain(Math.max(to, cursor.ledger_sequence))
    const readBefore = cursor.ledger_sequence
    for await (const entries of readLedger(ctx.db, event_id, cursor.ledger_sequence, to, definition_sequence)) {
      const now = ctx.clock.now()
      const before = engine.scoreboard()
      await applyEntries(ctx.db, event_id, engine, entries, now)
      definition = findNewestDefinition(entries) ?? definition
      unsaved += entries.length
      await write(diffBoards(before, engine.scoreboard()), entries.at(-1)?.sequence ?? cursor.ledger_sequence, now)
    }
    if (to > readBefore) tellMark('read', 'ledger', event_id, to)
    const now = ctx.clock.now()
    await write(engine.advance(now), cursor.ledger_sequence, now)
    if (isDue()) await save()
  }

  return {
    step,
    nextWake: () => engine.nextWake(ctx.clock.now()),
    engine: () => engine,
    checkpoint: opened.checkpoint,
    async close() {
      if (unsaved >= limits.at_stop) await save()
      await storing
    },
  }
}
