import { definitionProblemCodes, type DefinitionProblemCode } from '@muster/contract/definition-problems'
import { describe, expect, it } from 'vitest'
import { aCategory, anEvent, anObjective, aPreset, nameIs } from '../../scoring/testing/builders.ts'
import type { ConditionDefinition, EventDefinition, ObjectiveDefinition } from '../definition.ts'
import { findDefinitionProblems } from './find-definition-problems.ts'
import type { KnownNames } from './known-names.ts'

const names: KnownNames = {
  game_version: 'poe1',
  classes: new Map([
    ['Vaal Orb', 'StackableCurrency'],
    ['Heavy Belt', 'Belt'],
    ['Arc', 'Active Skill Gem'],
    // The size of an export, so that missing entries are reported.
    ...Array.from({ length: 1_000 }, (_, at) => [`Base ${at}`, 'Ring'] as const),
  ]),
  listed: { uniques: new Set(), bases: new Set() },
  largest_team: 4,
}

type Part = Partial<ObjectiveDefinition> & { id: number }
/** A valid event with these objectives below its root; a preset pays for each. */
const eventOf = (parts: readonly Part[], more: Partial<EventDefinition> = {}) =>
  anEvent({
    start_at: 1_000,
    end_at: 9_000,
    presets: [aPreset({ id: 1 }), aPreset({ id: 2, scoring_method: 'RANKED_COMPLETION_TIME', points: [10, 5] })],
    objectives: [
      aCategory({ id: 1 }),
      ...parts.map((part) =>
        anObjective({ parent_id: 1, scoring_preset_id: 1, conditions: [nameIs(`Name ${part.id}`)], ...part }),
      ),
    ],
    ...more,
  })

const review = (event: EventDefinition) => findDefinitionProblems(event, names).findings
const codes = (event: EventDefinition) => review(event).map(({ code }) => code)
const sentences = (event: EventDefinition) => review(event).map(({ sentence }) => sentence.map(({ text }) => text).join(''))
const condition = (field: ConditionDefinition['field'], operator: ConditionDefinition['operator'], value: string) => ({
  field,
  operator,
  value,
})
const asks = (...conditions: ConditionDefinition[]) => eventOf([{ id: 2, conditions }])

it('reports nothing for a valid definition', () => {
  const parts: Part[] = [
    { id: 2, conditions: [nameIs('Mageblood'), condition('BASE_TYPE', 'EQ', 'Heavy Belt'), condition('ILVL', 'GT', '83')] },
    { id: 3, valid_from: 2_000, valid_to: 3_000 },
    { id: 4, objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', required_number: 100, conditions: [] },
    { id: 5, objective_type: 'TEAM', number_field: 'PLAYER_LEVEL', required_number: 400, conditions: [] },
    { id: 6, objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE', conditions: [] },
    { ...aCategory({ id: 7 }), parent_id: 1, scoring_preset_id: 2, conditions: [] },
    // Pays nothing itself, but its category pays for the whole.
    { id: 8, parent_id: 7, scoring_preset_id: null },
  ]
  expect(sentences(eventOf(parts))).toEqual([])
})

/** For each code, a definition with this problem and the sentence for it. */
const samples: Record<DefinitionProblemCode, readonly [EventDefinition, string][]> = {
  broken_tree: [[eventOf([{ id: 2, parent_id: 99 }]), 'objective 2 has the parent 99, which does not exist.']],
  refused_condition: [
    [asks(condition('NAME', 'MATCHES', '(a')), 'Nothing completes objective 2: NAME MATCHES is invalid, because'],
    [asks(condition('ILVL', 'GT', 'many')), 'because "many" is not a whole number.'],
  ],
  no_conditions: [[asks(), 'objective 2 has no conditions, so nothing completes it.']],
  never_matches: [
    [asks(nameIs('A'), nameIs('B')), 'Nothing can complete objective 2. No item can have NAME EQ A and NAME EQ B.'],
    [asks(condition('NAME', 'IN', 'A, B'), condition('NAME', 'NOT_IN', 'B, A')), 'No item can have'],
    [asks(condition('ILVL', 'GT', '84'), condition('ILVL', 'LT', '85')), 'No item can have ILVL GT 84 and ILVL LT 85.'],
    [asks(condition('MAP_TIER', 'IN', '1, 2'), condition('MAP_TIER', 'GT', '2')), 'No item can have'],
    [asks(condition('IS_CORRUPTED', 'EQ', 'true'), condition('IS_CORRUPTED', 'EQ', 'false')), 'No item can have'],
    [asks(condition('NAME', 'CONTAINS', 'Orb of'), condition('NAME', 'LENGTH_LT', '6')), 'No item can have'],
    [asks(condition('EXPLICIT_MODS', 'CONTAINS', 'Life'), condition('EXPLICIT_MODS', 'LENGTH_EQ', '0')), 'No item can have'],
    [
      asks(condition('EXPLICIT_MODS', 'CONTAINS', 'to Life'), condition('EXPLICIT_MODS', 'DOES_NOT_MATCH', 'Life')),
      'No item can have',
    ],
    [asks(condition('NAME', 'MATCHES', '^A'), condition('NAME', 'DOES_NOT_MATCH', '^A')), 'No item can have'],
    [asks(nameIs('Vaal Orb')), '"Vaal Orb" is a base type, and the game shows no name on it. Ask for the base type instead.'],
    [
      asks(condition('BASE_TYPE', 'EQ', 'Heavy Belt'), condition('ITEM_CLASS', 'EQ', 'Ring')),
      'Heavy Belt is of the class Belt, not Ring.',
    ],
  ],
  impossible_value: [
    [asks(condition('ILVL', 'GT', '100')), 'The game has no item with ILVL GT 100.'],
    [asks(condition('MAX_LINKS', 'EQ', '7')), 'The game has no item with MAX_LINKS EQ 7.'],
    [asks(condition('RARITY', 'EQ', 'unique')), 'The game has no item with RARITY EQ unique.'],
    [asks(condition('INFLUENCES', 'CONTAINS', 'Shaper')), 'The game has no item with INFLUENCES CONTAINS Shaper.'],
    [
      eventOf([{ id: 2, objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', required_number: 101 }]),
      'it requires 101, and a player can reach 100 at most.',
    ],
    [
      eventOf([{ id: 2, objective_type: 'TEAM', number_field: 'ASCENDANCY', required_number: 33 }]),
      'it requires 33, and a team of 4 can reach 32 at most.',
    ],
  ],
  unknown_name: [
    [asks(condition('BASE_TYPE', 'EQ', 'heavy belt')), 'No known item has the base type "heavy belt". Did you mean Heavy Belt?'],
    [asks(condition('BASE_TYPE', 'IN', 'Vaal Orb, Divin Orb')), 'No known item has the base type "Divin Orb".'],
    [asks(condition('BASE_TYPE', 'EQ', 'Heavi Belt')), 'No known item has the base type "Heavi Belt". Did you mean Heavy Belt?'],
    [
      asks(condition('NAME', 'IN', 'Goldrim, Vaal Orb')),
      'Vaal Orb is a base type; a condition on the name never matches. Use base type.',
    ],
    [asks(nameIs('vaal orb')), 'Vaal Orb is a base type; a condition on the name never matches. Use base type.'],
    [asks(condition('ITEM_CLASS', 'EQ', 'belt')), 'asks for the class "belt", which is spelled "Belt".'],
    [
      asks(condition('WORN_BY', 'IN', 'Marauder, juggernaut')),
      'and no class of this game is called "juggernaut". Is "Juggernaut" meant?',
    ],
    [asks(condition('WORN_BY', 'EQ', 'Titan')), 'asks who wears an item, and no class of this game is called "Titan".'],
  ],
  counts_carried: [
    [
      asks(nameIs('A'), condition('WORN_BY', 'NEQ', 'Juggernaut')),
      'objective 2 also counts items that characters only carry, because they have no wearer.',
    ],
  ],
  cannot_count: [
    [
      eventOf([{ id: 2, scoring_preset_id: 77 }]),
      'objective 2 uses scoring preset 77, which does not exist, and gets no points.',
    ],
    [
      eventOf([{ id: 2, aggregation: 'DIFFERENCE_BETWEEN' }]),
      'objective 2 counts nothing: a change within a window needs both valid_from and valid_to.',
    ],
  ],
  impossible_window: [
    [eventOf([{ id: 2, valid_from: 3_000, valid_to: 2_000 }]), 'objective 2 closes before it opens, so nothing counts.'],
    [eventOf([{ id: 2, valid_from: 9_001 }]), 'objective 2 opens after the event has ended.'],
    [eventOf([{ id: 2, valid_to: 999 }]), 'objective 2 closes before the event starts.'],
  ],
  window_beyond_event: [
    [eventOf([{ id: 2, valid_from: 999 }]), 'objective 2 opens before the event starts, and counts from the start.'],
    [eventOf([{ id: 2, valid_to: 9_001 }]), 'objective 2 closes after the event has ended, and counts until the end.'],
  ],
  window_outside_parent: [
    [
      eventOf([aCategory({ id: 2, parent_id: 1, valid_from: 3_000 }), { id: 3, parent_id: 2, valid_from: 2_000 }]),
      'objective 3 opens before objective 2, which hides it until then.',
    ],
    [
      eventOf([aCategory({ id: 2, parent_id: 1, valid_from: 3_000 }), { id: 3, parent_id: 2, valid_to: 2_000 }]),
      'objective 3 closes before objective 2 opens, so it is never visible while open.',
    ],
    [
      eventOf([aCategory({ id: 2, parent_id: 1, valid_to: 3_000 }), { id: 3, parent_id: 2, valid_from: 3_001 }]),
      'objective 3 opens after objective 2 has closed.',
    ],
    [
      eventOf([aCategory({ id: 2, parent_id: 1, valid_to: 3_000 }), { id: 3, parent_id: 2, valid_to: 3_001 }]),
      'objective 3 closes after its category objective 2.',
    ],
  ],
  empty_category: [[eventOf([aCategory({ id: 2, parent_id: 1 })]), 'objective 2 is empty.']],
  pays_nothing: [
    [
      eventOf([{ id: 2, scoring_preset_id: null }]),
      'objective 2 pays nothing: it has no scoring preset, and no category above it pays for its parts.',
    ],
  ],
  cannot_pay: [
    [
      eventOf([{ id: 2, scoring_preset_id: 2 }]),
      'has the preset of a category ("Ranked by completion of all children"), but no objectives below it.',
    ],
    [
      eventOf([{ id: 2 }], { presets: [aPreset({ id: 1, points: [] })] }),
      'objective 2 pays no team: "Fixed points on completion" cannot pay here.',
    ],
    [
      eventOf([aCategory({ id: 2, parent_id: 1, scoring_preset_id: 3 }), { id: 3, parent_id: 2 }, { id: 4, parent_id: 2 }], {
        presets: [aPreset({ id: 1 }), aPreset({ id: 3, scoring_method: 'BINGO_3' })],
      }),
      'objective 2 pays no team: "Bingo of three" cannot pay here with 2 parts.',
    ],
  ],
  never_finished: [
    [
      eventOf([aCategory({ id: 2, parent_id: 1, scoring_preset_id: 3 }), { id: 3, parent_id: 2 }], {
        presets: [
          aPreset({ id: 1 }),
          aPreset({ id: 3, scoring_method: 'BONUS_PER_COMPLETION', parameters: { required_children: 2 } }),
        ],
      }),
      'objective 2 is never finished: it requires 2 finished parts, and has 1.',
    ],
  ],
  unreachable_points: [
    [
      eventOf([{ id: 2 }], { presets: [aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5, 3] })] }),
      'A preset has points for 3 places, but there are 2 teams.',
    ],
    [
      eventOf([aCategory({ id: 2, parent_id: 1, scoring_preset_id: 3 }), { id: 3, parent_id: 2 }], {
        presets: [aPreset({ id: 1 }), aPreset({ id: 3, scoring_method: 'BONUS_PER_COMPLETION', points: [1, 2] })],
      }),
      'objective 2 has 1 part, but 2 values to pay for parts.',
    ],
  ],
  broken_board: [
    [
      eventOf([
        { ...aCategory({ id: 2 }), parent_id: 1, view: 'board', conditions: [] },
        { id: 3, parent_id: 2, scoring_preset_id: null },
      ]),
      'Pages cannot show which teams finished objective 3 on the board of objective 2: it has no scoring preset.',
    ],
  ],
  same_name: [
    [
      eventOf([
        { id: 2, name: 'Arc' },
        { id: 3, name: ' arc' },
      ]),
      'objective 1 has two parts named  arc.',
    ],
  ],
  same_conditions: [
    [
      eventOf([
        { id: 2, conditions: [nameIs('A'), condition('ILVL', 'GT', '83')] },
        { id: 3, conditions: [condition('ILVL', 'GT', '83'), nameIs('A')] },
      ]),
      'objective 3 has the same conditions as objective 2: every item completes both.',
    ],
  ],
  overlap: [
    [
      eventOf([
        { id: 2, conditions: [nameIs('A'), condition('ILVL', 'GT', '83')] },
        { id: 3, conditions: [condition('NAME', 'IN', 'A, B'), condition('ILVL', 'GT', '80')] },
      ]),
      'Every item for objective 2 also counts for objective 3.',
    ],
    [
      eventOf([
        { id: 2, conditions: [condition('EXPLICIT_MODS', 'CONTAINS', 'to maximum Life')] },
        { id: 3, conditions: [condition('EXPLICIT_MODS', 'CONTAINS', 'maximum Life')] },
      ]),
      'Every item for objective 2 also counts for objective 3.',
    ],
  ],
}

describe.each(definitionProblemCodes)('%s', (code) => {
  it.each(samples[code].map(([event, sentence]) => [sentence, event] as const))('is found: %s', (sentence, event) => {
    expect(codes(event)).toContain(code)
    expect(sentences(event)).toContainEqual(expect.stringContaining(sentence))
  })
})

describe('no finding for', () => {
  it.each<[string, EventDefinition]>([
    ['numbers at both ends of the range', asks(condition('ILVL', 'GT', '99'), condition('ILVL', 'LT', '101'))],
    [
      'a pattern that may match elsewhere',
      asks(condition('EXPLICIT_MODS', 'CONTAINS', 'Life'), condition('EXPLICIT_MODS', 'DOES_NOT_MATCH', '^Life$')),
    ],
    [
      'gems whose class depends on the item',
      asks(condition('BASE_TYPE', 'EQ', 'Arc'), condition('ITEM_CLASS', 'EQ', 'TransfiguredGem')),
    ],
    [
      'the same conditions on different days',
      eventOf([
        { id: 2, conditions: [nameIs('A')], valid_to: 2_000 },
        { id: 3, conditions: [nameIs('A')], valid_from: 2_001 },
      ]),
    ],
    [
      'places that all pay the same',
      eventOf([{ id: 2 }], { presets: [aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5, 5] })] }),
    ],
    ['an empty event', eventOf([])],
  ])('%s', (_, event) => {
    expect(sentences(event)).toEqual([])
  })

  it('names that a small table lacks, because it was made for a few bases', () => {
    const event = asks(condition('BASE_TYPE', 'EQ', 'No such base'))
    expect(findDefinitionProblems(event, { ...names, classes: new Map([['Heavy Belt', 'Belt']]) }).findings).toEqual([])
  })

  it('names, if no table is imported', () => {
    const event = asks(condition('BASE_TYPE', 'EQ', 'No such base'))
    expect(findDefinitionProblems(event, { ...names, classes: new Map() }).findings).toEqual([])
  })
})

it('one possible alternative is enough', () => {
  const group = (value: string) => ({ ...nameIs(value), any_of: 1 })
  expect(codes(asks(group('A'), group('B')))).toEqual([])
  expect(codes(asks(group('A'), group('B'), nameIs('B')))).toEqual([])
  expect(codes(asks(group('A'), group('B'), nameIs('C')))).toEqual(['never_matches'])
})

it('a group is possible if enough of its conditions are', () => {
  const group = (at_least: number, ...values: string[]) => values.map((value) => ({ ...nameIs(value), any_of: 1, at_least }))
  expect(codes(asks(...group(2, 'A', 'B', 'A')))).toEqual([])
  expect(codes(asks(...group(2, 'A', 'B', 'C')))).toEqual(['never_matches'])
  const [finding] = review(asks(...group(3, 'A', 'B')))
  expect(finding?.sentence.map(({ text }) => text).join('')).toBe(
    'Nothing can complete objective 2: a group demands 3 conditions, but it has only 2.',
  )
})

it('links the objectives that a sentence names', () => {
  const [finding] = review(
    eventOf([
      { id: 2, conditions: [nameIs('A')] },
      { id: 3, conditions: [nameIs('A')] },
    ]),
  )
  expect(finding?.sentence.filter(({ objective_id }) => objective_id !== null)).toEqual([
    { text: 'objective 3', objective_id: 3 },
    { text: 'objective 2', objective_id: 2 },
  ])
})

it('reports when there are too many objectives to compare all pairs', () => {
  const parts = Array.from({ length: 1_100 }, (_, at) => ({
    id: at + 2,
    conditions: [condition('EXPLICIT_MODS', 'CONTAINS', `Life ${at}x`)],
  }))
  expect(findDefinitionProblems(eventOf(parts), names).compared_all).toBe(false)
  expect(findDefinitionProblems(eventOf(parts.slice(0, 100)), names).compared_all).toBe(true)
})
