import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDifference } from './describe.ts'
import { compareDefinitions } from './difference.ts'
import { isCategory } from '../objectives/kinds.ts'
import { type DefinitionDocument, listEntries, type ObjectiveEntry } from './document.ts'
import { type ApplyMode, mergeDefinitions } from './merge.ts'
import { readDefinition } from './read.ts'
import { aDefinition } from './testing/test-definitions.ts'

const base = `
muster_definition: 1
scoring_presets:
  - { key: unique, name: Unique, scoring_method: RANKED_TIME, points: [20, 12, 8] }
  - { key: fixed, name: Fixed, scoring_method: PRESENCE, points: [5] }
objectives:
  - key: uniques
    name: Uniques
    objectives:
      - { key: goldrim, name: Goldrim, scoring_preset: unique, conditions: [NAME EQ: Goldrim] }
      - { key: wanderlust, name: Wanderlust, scoring_preset: fixed, conditions: [NAME EQ: Wanderlust] }
  - { key: races, name: Races, objectives: [] }
rules: |
  # Be kind
`
const file = `
muster_definition: 1
scoring_presets:
  - { key: first, name: Unique, scoring_method: RANKED_TIME, points: [30] }
objectives:
  - key: races
    name: Races
    objectives:
      - { key: wanderlust, name: Wanderlust, scoring_preset: first, conditions: [NAME EQ: Wanderlust] }
      - { key: level-90, name: Level 90, type: PLAYER, number_field: PLAYER_LEVEL }
  - key: uniques
    name: All uniques
    objectives:
      - { key: lifesprig, name: Lifesprig, scoring_preset: first, conditions: [NAME EQ: Lifesprig] }
  - { key: bounties, name: Bounties, objectives: [] }
rules: |
  # Be quick
`
function read(text: string): DefinitionDocument {
  const found = readDefinition(text)
  if (!found.ok) throw new Error(JSON.stringify(found.problems))
  return found.document
}
const apply = (before: DefinitionDocument, taken: DefinitionDocument, mode: ApplyMode) =>
  compareDefinitions(before, mergeDefinitions(before, taken, mode))
const sentences = (mode: ApplyMode) => describeDifference(apply(read(base), read(file), mode)).map(({ sentence }) => sentence)

describe('a file', () => {
  it('that is merged changes and adds what it names, and nothing else', () => {
    expect(sentences('merge')).toEqual([
      'Preset "Unique": key unique → first; affects 3 objectives',
      'Preset "Unique": points for 1st: 20 → 30; affects 3 objectives',
      'Preset "Unique": points for 2nd: 12 → none; affects 3 objectives',
      'Preset "Unique": points for 3rd: 8 → none; affects 3 objectives',
      '"Lifesprig" is added below All uniques',
      '"Level 90" is added below Races',
      '"Bounties" is added',
      '"Wanderlust" is moved from Uniques to Races',
      'All uniques: renamed from "Uniques" to "All uniques"',
      'Races › Wanderlust: scoring preset "Fixed" → "Unique"',
      'The rules change: 1 line added, 1 line removed',
    ])
  })

  it('that only adds leaves everything as it is', () => {
    expect(sentences('add')).toEqual([
      '"Lifesprig" is added below Uniques',
      '"Level 90" is added below Races',
      '"Bounties" is added',
    ])
    const added = mergeDefinitions(read(base), read(file), 'add').objectives?.[0]?.children.at(-1)
    // Its preset exists with another key.
    expect(added).toMatchObject({ name: 'Lifesprig', scoring_preset: 'unique' })
  })

  it('that replaces removes what it does not name', () => {
    expect(sentences('replace').filter((sentence) => sentence.includes('is removed'))).not.toEqual([])
  })
})

it('a merge keeps the moment of a window when the start of the event moves', () => {
  const dated = (start: string, more: string) =>
    `muster_definition: 1\nevent: { event_start_time: ${start} }\nobjectives:\n${more}`
  const before = read(dated('2026-12-04T18:00:00Z', '  - { key: a, name: A, valid_from: start + 2d }\n'))
  const later = read(dated('2026-12-05T18:00:00Z', '  - { key: b, name: B }\n'))
  const day_ms = 86_400_000
  expect(mergeDefinitions(before, later, 'merge').objectives?.map(({ valid_from }) => valid_from)).toEqual([day_ms, null])
})

describe('any file, applied to any event', () => {
  const keysOf = ({ objectives }: DefinitionDocument) => listEntries(objectives ?? []).map(({ entry }) => entry.key)
  const renamed = (one: ObjectiveEntry): ObjectiveEntry => ({ ...one, key: `x-${one.key}`, children: one.children.map(renamed) })
  /** A file with some of the event's objectives and presets, changed and moved, and with other ones. */
  const anOverlap = fc.tuple(aDefinition, aDefinition, fc.nat(3), fc.boolean()).map(([before, other, count, isDeep]) => {
    const known = (before.objectives ?? []).slice(0, count).map((one, at) => (at === 1 ? { ...one, name: 'Changed' } : one))
    const [first, ...others] = (other.objectives ?? []).map(renamed)
    const objectives =
      first && isDeep && isCategory(first)
        ? [{ ...first, children: [...first.children, ...known] }, ...others]
        : [...(first ? [first] : []), ...others, ...known]
    const presets = (before.scoring_presets ?? []).slice(0, count).map((one) => ({ ...one, points: [1] }))
    const more = (other.scoring_presets ?? []).filter(({ key }) => !presets.some((one) => one.key === key))
    return [before, { ...other, objectives, scoring_presets: [...presets, ...more] }] as const
  })
  // A file in which a key appears twice is refused when it is read.
  const isValid = ([, taken]: readonly [DefinitionDocument, DefinitionDocument]) =>
    new Set(keysOf(taken)).size === keysOf(taken).length
  const check = (claim: (before: DefinitionDocument, taken: DefinitionDocument) => void) =>
    fc.assert(
      fc.property(anOverlap.filter(isValid), ([before, taken]) => claim(before, taken)),
      { numRuns: 300 },
    )

  it('removes nothing in a merge, which is complete after the first time', () => {
    check((before, taken) => {
      const { objectives, presets, after } = apply(before, taken, 'merge')
      expect([objectives.removed, presets.removed]).toEqual([[], []])
      expect(keysOf(after)).toEqual(expect.arrayContaining(keysOf(taken)))
      const again = apply(after, taken, 'merge')
      expect(describeDifference(again).filter(({ part }) => part !== 'event')).toEqual([])
    })
  })

  it('changes, moves and removes nothing when it only adds', () => {
    check((before, taken) => {
      const { objectives, presets } = apply(before, { ...taken, event: null }, 'add')
      const { added: _, stays: __, ...others } = objectives
      expect(others).toEqual({ removed: [], changed: [], moved: [], reordered: [] })
      expect([presets.removed, presets.changed]).toEqual([[], []])
    })
  })

  it('has unique keys afterwards', () => {
    check((before, taken) => {
      for (const mode of ['merge', 'add'] as const) {
        const keys = keysOf(mergeDefinitions(before, taken, mode))
        expect(new Set(keys).size).toBe(keys.length)
      }
    })
  })
})
