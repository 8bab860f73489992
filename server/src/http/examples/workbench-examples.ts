import type { SomeExamples } from './call-example.ts'
import { ada } from './people.ts'

const draft = {
  id: 118,
  name: 'Ten divine orbs',
  objective_type: 'ITEM' as const,
  aggregation: 'EARLIEST' as const,
  number_field: 'STACK_SIZE' as const,
  required_number: 10,
  valid_from: null,
  valid_to: '2026-01-18T08:00:00.000Z',
  conditions: [{ field: 'BASE_TYPE' as const, operator: 'EQ' as const, value: 'Divine Orb', any_of: null }],
}
const item = { name: '', typeLine: 'Divine Orb', baseType: 'Divine Orb', frameType: 5, stackSize: 12, identified: true, ilvl: 0 }
const condition = {
  field: 'BASE_TYPE',
  operator: 'EQ',
  value: 'Divine Orb',
  any_of: null,
  seen: 'Divine Orb',
  holds: true,
  refused: null,
}
const tried = {
  objective_id: 118,
  is_draft: true,
  name: 'Ten divine orbs',
  path: ['Collections'],
  matches: true,
  number: 12,
  obstacles: [],
  holding: 1,
  failing: 0,
  conditions: [condition],
}
const missed = {
  ...tried,
  objective_id: 119,
  is_draft: false,
  name: 'A corrupted divine orb',
  matches: false,
  holding: 1,
  failing: 1,
  conditions: [
    condition,
    { field: 'IS_CORRUPTED', operator: 'EQ', value: 'true', any_of: null, seen: false, holds: false, refused: null },
  ],
}

const addedName = {
  is_unique: true,
  name: 'Sword of Tomorrow',
  author: ada,
  added_at: '2026-01-16T18:00:00.000Z',
}

export const workbenchExamples = {
  getDefinitionProblems: {
    reply: {
      definition_version: 4711,
      counts: { error: 1, warning: 0, notice: 0 },
      by_code: { no_conditions: 1 },
      left_off: 0,
      compared_all: true,
      problems: [
        {
          code: 'no_conditions',
          severity: 'error',
          objective_id: 118,
          preset_id: null,
          sentence: [
            { text: 'Ten divine orbs', objective_id: 118 },
            { text: ' has no conditions, so nothing completes it.', objective_id: null },
          ],
        },
      ],
    },
  },
  tryItem: {
    body: {
      text: 'Item Class: Stackable Currency\nRarity: Currency\nDivine Orb\n--------\nStack Size: 12/20\n--------\nTidal Bond: 3',
      draft,
      offset: 0,
      limit: 20,
    },
    reply: {
      item,
      fields: [{ field: 'BASE_TYPE', value: 'Divine Orb' }],
      doubts: ['icon'],
      unread: [{ line: 7, text: 'Tidal Bond: 3' }],
      draft: tried,
      feeds: [tried],
      feeds_total: 1,
      others: [missed],
      others_total: 1,
    },
  },
  countMatches: {
    body: { draft },
    reply: {
      stored: 48_211,
      read: 48_211,
      draft_matches: 4,
      saved_matches: 9,
      examples: [{ name: '', base_type: 'Divine Orb' }],
      is_complete: true,
    },
  },
  findStoredItems: {
    reply: {
      items: [
        {
          name: '',
          type_line: 'Divine Orb',
          base_type: 'Divine Orb',
          count: 31,
          team_id: 7,
          tab_name: 'Currency',
          seen_at: '2026-01-17T02:14:00.000Z',
          item,
        },
      ],
      total: 1,
      stored: 48_211,
      read: 48_211,
      is_complete: true,
    },
  },
  getItemNames: {
    reply: [
      { kind: 'unique', group: 'Belt', names: [{ name: 'Headhunter', base: 'Leather Belt' }] },
      { kind: 'currency', group: '', names: [{ name: 'Divine Orb' }] },
    ],
  },
  getAddedItemNames: { reply: [addedName] },
  changeAddedItemNames: { body: { is_unique: true, add: ['Sword of Tomorrow'], remove: [] }, reply: [addedName] },
  suggestNames: { reply: [{ text: 'Divine Orb', seen: 31, is_listed: true }] },
} satisfies SomeExamples
