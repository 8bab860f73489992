import { describe, expect, it } from 'vitest'
import { describeDifference } from './describe.ts'
import { compareDefinitions } from './difference.ts'
import { readDefinition } from './read.ts'

const base = `
muster_definition: 1
event:
  name: Winter Muster
  game_version: poe1
  patch: null
  event_start_time: 2026-12-04T18:00:00Z
  event_end_time: start + 9d
  application_start_time: start - 14d
  application_end_time: start - 1d
  max_size: 100
  waitlist_size: 0
scoring_presets:
  - key: unique
    name: Unique
    scoring_method: RANKED_TIME
    points: [20, 12, 8]
  - key: fixed
    name: Fixed
    scoring_method: PRESENCE
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
      - key: wanderlust
        name: Wanderlust
        valid_from: start + 1d
        scoring_preset: unique
        conditions:
          - NAME EQ: Wanderlust
  - key: races
    name: Races
    objectives: []
rules: |
  # Be kind
`

function read(text: string) {
  const file = readDefinition(text)
  if (!file.ok) throw new Error(JSON.stringify(file.problems))
  return file.document
}
const compare = (change: (text: string) => string) => compareDefinitions(read(base), read(change(base)))
const sentences = (change: (text: string) => string) => describeDifference(compare(change)).map(({ sentence }) => sentence)

describe('the changes of a file in words', () => {
  it.each<[string, (text: string) => string, string[]]>([
    ['nothing', (text) => text, []],
    [
      'the points of one place',
      (text) => text.replace(', 12,', ', 10,'),
      ['Preset "Unique": points for 2nd: 12 → 10; affects 2 objectives'],
    ],
    [
      'parameters',
      (text) =>
        text.replace(
          'scoring_method: RANKED_TIME',
          'scoring_method: RANKED_COMPLETION_TIME\n    parameters: { required_percent: 75, required_children: 3 }',
        ),
      [
        'Preset "Unique": method RANKED_TIME → RANKED_COMPLETION_TIME; affects 2 objectives',
        'Preset "Unique": children required none → 3; affects 2 objectives',
        'Preset "Unique": percent of children required none → 75; affects 2 objectives',
      ],
    ],
    ['the only value', (text) => text.replace('[5]', '[7]'), ['Preset "Fixed": points: 5 → 7; affects 0 objectives']],
    [
      'many points',
      (text) => text.replace('[20, 12, 8]', '[9, 8, 7, 6]'),
      ['Preset "Unique": points 20, 12, 8 → 9, 8, 7, 6; affects 2 objectives'],
    ],
    [
      'the name of an objective',
      (text) => text.replace('name: Goldrim', 'name: Goldrim, first'),
      ['Uniques › Goldrim, first: renamed from "Goldrim" to "Goldrim, first"'],
    ],
    ['a key alone', (text) => text.replace('key: goldrim', 'key: goldrim-2'), ['Uniques › Goldrim: key goldrim → goldrim-2']],
    [
      'the preset of several objectives',
      (text) => text.replaceAll('scoring_preset: unique', 'scoring_preset: fixed'),
      ['2 objectives: scoring preset "Unique" → "Fixed"'],
    ],
    [
      'a condition',
      (text) => text.replace('EQ: Goldrim', 'EQ: Rime'),
      ['Uniques › Goldrim: conditions without "NAME EQ: Goldrim", with "NAME EQ: Rime"'],
    ],
    ['a window', (text) => text.replace('start + 1d', 'start + 2d'), ['Uniques › Wanderlust: opens start + 1d → start + 2d']],
    [
      'the start, which shifts windows and the other dates',
      (text) => text.replace('12-04', '12-11'),
      [
        'Start: 2026-12-04T18:00:00Z → 2026-12-11T18:00:00Z',
        'End: 2026-12-13T18:00:00Z → 2026-12-20T18:00:00Z',
        'Signups open: 2026-11-20T18:00:00Z → 2026-11-27T18:00:00Z',
        'Signups close: 2026-12-03T18:00:00Z → 2026-12-10T18:00:00Z',
        'Uniques › Wanderlust: the window moves later with the start, by 7d',
      ],
    ],
    [
      'a removed objective',
      (text) => text.replace(/ {6}- key: goldrim[\s\S]*?(?= {6}- key: w)/, ''),
      ['"Goldrim" is removed below Uniques'],
    ],
    [
      'a removed branch',
      (text) => text.replace(/ {2}- key: uniques[\s\S]*?(?= {2}- key: races)/, ''),
      ['"Uniques" is removed, with 2 objectives below it'],
    ],
    [
      'a new one',
      (text) => text.replace('objectives: []', 'objectives: [{ name: Level 90, type: PLAYER, number_field: PLAYER_LEVEL }]'),
      ['"Level 90" is added below Races'],
    ],
    [
      'a move',
      (text) => {
        const [goldrim = ''] = / {6}- key: goldrim[\s\S]*?(?= {6}- key: w)/.exec(text) ?? []
        return text.replace(goldrim, '').replace('objectives: []', `objectives:\n${goldrim.trimEnd()}`)
      },
      ['"Goldrim" is moved from Uniques to Races'],
    ],
    [
      'another order',
      (text) => {
        const [races = ''] = / {2}- key: races[\s\S]*?(?=rules)/.exec(text) ?? []
        return text.replace(races, '').replace('objectives:\n', `objectives:\n${races}`)
      },
      ['The order below the top changes'],
    ],
    [
      'the rules',
      (text) => text.replace('# Be kind', '# Be kind\n  # No sharing of accounts'),
      ['The rules change: 1 line added, 0 lines removed'],
    ],
    ['an omitted section', (text) => text.replace(/rules:[\s\S]*/, ''), []],
    [
      'a removed preset',
      (text) => text.replace(/ {2}- key: fixed[\s\S]*?(?=objectives)/, ''),
      ['Preset "Fixed" is removed; 0 objectives used it'],
    ],
  ])('%s', (_, change, expected) => {
    expect(sentences(change)).toEqual(expected)
  })
})
