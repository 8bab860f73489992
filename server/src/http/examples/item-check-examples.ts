import type { SomeExamples } from './call-example.ts'

const names = { name: 'Headhunter', base_type: 'Leather Belt' }
const item = { name: 'Headhunter', typeLine: 'Leather Belt', baseType: 'Leather Belt', frameType: 3, identified: true, ilvl: 84 }
const hit = { ...names, place: 'Standard', seen_at: '2026-01-16T18:01:12.000Z' }
const example = { id: 9, ...names, must_match: true, holds: true, item, added_at: '2026-01-16T18:10:00.000Z' }

export const itemCheckExamples = {
  getItemCoverage: {
    reply: {
      scans: [
        {
          source: 'stream',
          state: 'running',
          started_at: '2026-01-16T18:00:00.000Z',
          ends_at: '2026-01-16T18:05:00.000Z',
          ended_at: null,
          definition_version: 4711,
          items: 31_840,
          done: 36,
          total: null,
          problem: null,
        },
      ],
      stream_problem: null,
      stored_snapshots: 12_400,
      objectives: [
        {
          objective_id: 118,
          name: 'Ten divine orbs',
          path: ['Collections'],
          state: 'never',
          counts_from: 'tabs',
          scans: [{ source: 'stream', matches: 0, first_at: null, hits: [], is_outdated: false }],
          examples: 1,
          failing: 1,
        },
        {
          objective_id: 131,
          name: 'Headhunter',
          path: ['Uniques'],
          state: 'seen',
          counts_from: 'tabs',
          scans: [{ source: 'stream', matches: 2, first_at: '2026-01-16T18:01:12.000Z', hits: [hit], is_outdated: false }],
          examples: 0,
          failing: 0,
        },
      ],
    },
  },
  startItemScan: { body: { source: 'stored', seconds: 60 } },
  stopItemScan: {},
  getObjectiveItems: { reply: { hits: [{ ...hit, source: 'stream', item }], examples: [example] } },
  saveItemExample: { body: { must_match: true, item }, reply: example },
  removeItemExample: {},
} satisfies SomeExamples
