import type { SomeExamples } from './call-example.ts'

/** The same points for every team that finds it. */
const preset = { scoring_method: 'PRESENCE' }

const text = `# Definition of an event for Muster. Its format: docs/definition-files.md

muster_definition: 1

event:
  name: Winter Muster (PL48213)
  game_version: poe1
  patch: null
  event_start_time: 2026-01-16T18:00:00Z
  event_end_time: start + 2d
  application_start_time: start - 14d
  application_end_time: start - 1d
  max_size: 100
  waitlist_size: 0

scoring_presets:
  - key: unique
    name: Unique
    scoring_method: ${preset.scoring_method}
    points: [5]

objectives:
  - key: uniques
    name: Uniques
    objectives:
      - key: goldrim
        name: Goldrim
        scoring_preset: unique
        conditions:
          - NAME EQ: Goldrim

rules: |
  # Be kind
`

export const definitionFileExamples = {
  getDefinitionExamples: { reply: [{ name: 'weekend', game_version: 'poe1', text }] },
  getDefinitionFile: {
    reply: {
      definition_version: 4711,
      rules_version: 3,
      event_version: 5,
      text,
      root_id: 100,
      objective_ids: { uniques: 117, goldrim: 118 },
      scoring_preset_ids: { unique: 21 },
      condition_ids: { uniques: [], goldrim: [311] },
    },
  },
} satisfies SomeExamples
