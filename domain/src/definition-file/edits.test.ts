import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareDefinitions } from './difference.ts'
import type { DefinitionDocument } from './document.ts'
import { listEdits } from './edits.ts'
import { type StoredDefinition, toDocument } from './from-event.ts'
import { aDefinition } from './testing/test-definitions.ts'
import { applyEdits, emptyEvent } from './testing/test-edits.ts'
import { writeDefinition } from './write.ts'

const versions = { rules_version: 0, event_version: 1 }

function apply(stored: StoredDefinition, wanted: DefinitionDocument): StoredDefinition {
  const { document, ids } = toDocument(stored)
  return applyEdits(stored, listEdits(compareDefinitions(document, wanted), ids, versions))
}

const write = (stored: StoredDefinition) => writeDefinition(toDocument(stored).document)

it('applying a file to an empty event and exporting it gives the same file, byte for byte', () => {
  fc.assert(
    fc.property(aDefinition, (definition) => {
      expect(write(apply(emptyEvent, definition))).toBe(writeDefinition(definition))
    }),
    { numRuns: 300 },
  )
}, 120_000)

it('any event can be changed to match any file, and then no edits are left', () => {
  fc.assert(
    fc.property(aDefinition, aDefinition, (one, other) => {
      const before = apply(emptyEvent, one)
      const after = apply(before, other)
      expect(write(after)).toBe(writeDefinition(other))
      const { document, ids } = toDocument(after)
      expect(listEdits(compareDefinitions(document, other), ids, versions)).toEqual([])
    }),
    { numRuns: 500 },
  )
}, 240_000)

it('an earlier file restores an event to its earlier state', () => {
  fc.assert(
    fc.property(aDefinition, aDefinition, (one, other) => {
      const before = apply(emptyEvent, one)
      expect(write(apply(apply(before, other), toDocument(before).document))).toBe(writeDefinition(one))
    }),
    { numRuns: 200 },
  )
}, 240_000)

it('objectives that stay keep their ids, whatever moves around them', () => {
  fc.assert(
    fc.property(aDefinition, aDefinition, (one, other) => {
      const before = apply(emptyEvent, one)
      const after = apply(before, other)
      const [old, now] = [toDocument(before).ids.objectives, toDocument(after).ids.objectives]
      for (const [key, id] of now) if (old.has(key)) expect(id).toBe(old.get(key))
    }),
    { numRuns: 200 },
  )
}, 240_000)
