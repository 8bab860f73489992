import type { EventId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { diffBoards } from '@muster/domain/scoring/diff'
import type { Engine } from '@muster/domain/scoring/engine'
import type { ScoreDelta } from '@muster/domain/scoring/score'
import { type HidesProgress, listToggled } from '@muster/domain/scoring/visibility'
import type { Context } from '../context.ts'
import { findDefinition } from '../db/definition.ts'
import { findLedgerEnd } from '../db/ledger.ts'
import { applyEntries, findNewestDefinition, readLedger, rebuildEngine } from '../ledger-engine.ts'
import { tellMark } from '../telemetry/points.ts'
import { type Cursor, loadScoreboard, raiseFence, replaceProblems, writeStep } from './store.ts'

/**
 * The only writer of an event's scores. Folds the ledger with the engine of the domain; every step is one transaction that moves
 * the cursor, so that a crash at any moment loses nothing and counts nothing twice.
 */
export interface Scorekeeper {
  /** Folds all ledger entries present when it begins, and changes caused by time alone. */
  step(): Promise<void>
  /** Event time of the next moment at which time alone can change a score; null if none. */
  nextWake(): number | null
  engine(): Engine
}

function readHiding({ objectives }: EventDefinition): HidesProgress {
  const hidden = new Set(objectives.filter(({ hide_progress }) => hide_progress).map(({ id }) => id))
  return (objective_id) => hidden.has(objective_id)
}

/**
 * Takes over an event. Recomputes the board from the ledger and compares it with the stored one: differences (after a crash or a
 * corrected rule) are written as ordinary changes.
 */
export async function openScorekeeper(ctx: Context, event_id: EventId): Promise<Scorekeeper> {
  const { fence, ...stored } = await raiseFence(ctx.db, event_id)
  let cursor: Cursor = stored
  const { sequence: end } = await findLedgerEnd(ctx.db, event_id)
  const openedAt = ctx.clock.now()
  const opened = await rebuildEngine(ctx.db, event_id, end, openedAt)
  const { engine } = opened
  let { definition } = opened
  /** The definition behind the stored changes. */
  let written = (await findDefinition(ctx.db, event_id, cursor.ledger_sequence))?.definition ?? definition

  /** `now`: event time reached by the engine. */
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
  await write(diffBoards(await loadScoreboard(ctx.db, event_id), engine.scoreboard()), end, openedAt)
  await replaceProblems(ctx.db, event_id, fence, engine.problems())

  async function step(): Promise<void> {
    const { sequence: to, definition_sequence } = await findLedgerEnd(ctx.db, event_id)
    const readBefore = cursor.ledger_sequence
    const entries = await readLedger(ctx.db, event_id, readBefore, to, definition_sequence)
    const newest = entries.at(-1)
    if (newest) {
      const now = ctx.clock.now()
      const before = engine.scoreboard()
      await applyEntries(ctx.db, event_id, engine, entries, now)
      definition = findNewestDefinition(entries) ?? definition
      await write(diffBoards(before, engine.scoreboard()), newest.sequence, now)
    }
    if (to > readBefore) tellMark('read', 'ledger', event_id, to)
    const now = ctx.clock.now()
    await write(engine.advance(now), cursor.ledger_sequence, now)
  }

  return {
    step,
    nextWake: () => engine.nextWake(ctx.clock.now()),
    engine: () => engine,
  }
}
