import type { EventDefinition } from '../../objectives/definition.ts'
import { isRetracted, listRetracted } from '../counter.ts'
import { createEngine, type Engine } from '../engine.ts'
import type { LedgerEntry } from '../ledger.ts'

/**
 * The engine after a whole ledger: its last definition over all its facts. Feeding the same entries in any parts, with the
 * requested refolds, produces the same scores.
 */
export function rebuild(definition: EventDefinition, entries: readonly LedgerEntry[], now: number): Engine {
  const last = entries.findLast((entry) => entry.kind === 'definition')
  const engine = createEngine(last?.definition ?? definition, now)
  const retracted = listRetracted(entries)
  engine.apply(
    entries.filter((entry) => entry.kind === 'fact' && !isRetracted(entry, retracted)),
    now,
  )
  return engine
}
