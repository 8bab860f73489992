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

it('an empty event that a file is applied to is exported as that file, byte by byte', () => {
  fc.assert(
    fc.property(aDefinition, (definition) => {
      expect(write(apply(emptyEvent, definition))).toBe(writeDefinition(definition))
    }),
    { numRuns: 300 },
  )
}, 120_000)

it('any event becomes what any file says, and then nothing is left to do', () => {
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

it('an event goes back to what it was by the file from before', () => {
  fc.assert(
    fc.property(aDefinition, aDefinition, (one, other) => {
      const before = apply(emptyEvent, one)
      expect(write(apply(apply(before, other), toDocument(before).document))).toBe(writeDefinition(one))
    }),
    { numRuns: 200 },
  )
}, 240_000)

it('what stays keeps its id, whatever moves around it', () => {
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
