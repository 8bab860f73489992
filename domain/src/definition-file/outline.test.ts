import { expect, test } from 'vitest'
import { outlineDefinition } from './outline.ts'
import { readDefinition } from './read.ts'

const day = 86_400_000

function outline(text: string) {
  const read = readDefinition(`muster_definition: 1\n${text}`)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return outlineDefinition(read.document)
}

const league = `
event:
  event_end_time: start + 2d
scoring_presets:
  - {key: daily, name: Daily, scoring_method: RANKED_TIME, points: [8, 6, 4]}
  - {key: small, name: Small, scoring_method: PRESENCE, points: [2]}
  - {key: set, name: Set, type: CATEGORY, scoring_method: BONUS_PER_COMPLETION, points: [0, 1]}
  - {key: bingo, name: Bingo, type: CATEGORY, scoring_method: BINGO_3, points: [50, 30]}
objectives:
  - name: Dailies
    objectives:
      - {name: First day, scoring_preset: daily, valid_from: start, valid_to: start + 1d}
      - {name: Second day, scoring_preset: daily, valid_from: start + 1d}
  - name: Uniques
    layout: {view: uniques, tab: Finds}
    objectives:
      - name: Hats
        scoring_preset: set
        objectives:
          - {name: Goldrim, scoring_preset: small}
          - {name: Abyssus, scoring_preset: small}
      - {name: Headhunter, scoring_preset: daily}
  - name: Deeds
    objectives:
      - name: Board
        scoring_preset: bingo
        objectives:
          - {name: A, type: SUBMISSION, scoring_preset: small}
          - {name: B, type: SUBMISSION, scoring_preset: small}
          - {name: C, type: SUBMISSION, scoring_preset: small}
`

test('counts objectives without categories, and the points that one team can win at most', () => {
  expect(outline(league)).toMatchObject({
    objectives: 8,
    points: 35,
    length_ms: 2 * day,
    categories: [
      { name: 'Dailies', view: 'dailies', objectives: 2, points: 16, pays: [8, 6, 4] },
      { name: 'Finds', view: 'uniques', objectives: 3, points: 13, pays: [2] },
      { name: 'Deeds', view: null, objectives: 3, points: 6, pays: [2] },
    ],
  })
})

test('lists boards with their fields, and windows as offsets from the start', () => {
  const [dailies, uniques, deeds] = outline(league).categories
  expect(dailies?.windows).toMatchObject([
    { name: 'First day', valid_from: 0, valid_to: day },
    { name: 'Second day', valid_from: day, valid_to: null },
  ])
  expect(deeds?.boards).toMatchObject([{ name: 'Board', fields: ['A', 'B', 'C'] }])
  expect(uniques).toMatchObject({ boards: [], windows: [] })
})

test('a file without sections has nothing to show', () => {
  expect(outline('rules: Be kind')).toEqual({ categories: [], objectives: 0, points: 0, length_ms: null })
})
