import type { GameVersion } from '@muster/contract/events'
import type { EventId } from '@muster/contract/ids'
import type { Context } from '../context.ts'
import { loadDefinition } from '../db/definition.ts'
import { createRuleReader } from '../ingestion/rules/fact-rules.ts'
import { planRematches } from '../ingestion/rules/plan-rematches.ts'
import { createRematcher, type Write } from '../ingestion/rules/rematch.ts'
import { evaluateSnapshots } from '../ingestion/stash/evaluate-snapshots.ts'
import type { FreshItems } from '../ingestion/stash/fresh-items.ts'

interface RoundOptions {
  readonly game_version?: GameVersion
  /** Maximum number of snapshots. */
  readonly limit?: number
  readonly fresh?: FreshItems | undefined
}

/** Runs one round of the job that evaluates snapshots, including all re-evaluations. */
export async function evaluateRound(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  event_id: EventId,
  { game_version = 'poe1', limit = 100, fresh }: RoundOptions = {},
) {
  const write: Write = (use) => db.transact(use)
  const definition = await loadDefinition(db, event_id)
  await write((tx) => planRematches(tx, event_id, definition, 'snapshots', new Date(clock.now())))
  const rematcher = createRematcher({ id: event_id, game_version }, 'snapshots', { game_version })
  while (await rematcher.advance(write));
  const readRules = createRuleReader({ game_version })
  return write((tx) => evaluateSnapshots(tx, event_id, { readRules, fresh }, limit))
}
