import { describe, expect, it } from 'vitest'
import { longestFile } from './parse.ts'
import { mostProblems } from './reader.ts'
import { readDefinition } from './read.ts'

const head = 'muster_definition: 1\n'

/** `line:column path: problem` of everything that is wrong. */
function listProblems(text: string): string[] {
  const read = readDefinition(text)
  return read.ok ? [] : read.problems.map(({ line, column, path, problem }) => `${line}:${column} ${path}: ${problem}`)
}

describe('a file that cannot be used is refused with line, name and reason:', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', ['1:1 : the file is empty']],
    ['another kind of file', '<html></html>', ['1:1 : must be a group of names and values, not "<html></html>"']],
    ['a list', '- 1', ['1:1 : must be a group of names and values, not a list']],
    ['no version', 'rules: x', ['1:1 muster_definition: a definition begins with "muster_definition: 1"']],
    ['another version', 'muster_definition: 2', ['1:20 muster_definition: a definition begins with "muster_definition: 1"']],
    [
      'a section nobody knows',
      `${head}objectivs: []`,
      ['2:1 objectivs: there is no "objectivs" here; did you mean "objectives"?'],
    ],
    [
      'a field with a slip of the keyboard',
      `${head}objectives:\n  - name: A\n    requird_number: 3`,
      ['4:5 objectives.0.requird_number: there is no "requird_number" here; did you mean "required_number"?'],
    ],
    ['a name that is there twice', `${head}event:\n  name: A\n  name: B`, ['4:3 event.name: is there twice']],
    ['a missing name', `${head}objectives:\n  - key: a`, ['3:5 objectives.0.name: is required']],
    [
      'a key that is there twice',
      `${head}objectives:\n  - { key: a, name: A }\n  - { key: a, name: B }`,
      ['4:5 objectives.1.key: "a" is there twice; the first is in line 3'],
    ],
    [
      'a key in capitals',
      `${head}objectives:\n  - { key: Gold Rim, name: A }`,
      ['3:12 objectives.0.key: must be small letters, digits and hyphens, such as "heavy-belt-2"'],
    ],
    [
      'a type of another game',
      `${head}event: { game_version: poe3 }`,
      ['2:24 event.game_version: "poe3" is not known; did you mean "poe1"?'],
    ],
    [
      'a time without an offset',
      `${head}event: { event_start_time: 2026-12-04T18:00:00 }`,
      [
        '2:28 event.event_start_time: must be a date and time with its offset, such as 2026-12-04T18:00:00Z, not "2026-12-04T18:00:00"',
      ],
    ],
    [
      'a window that is no offset',
      `${head}objectives:\n  - { name: A, valid_from: tomorrow }`,
      ['3:28 objectives.0.valid_from: must be an offset from the event\'s start, such as "start + 1d 12h", not "tomorrow"'],
    ],
    [
      'a window that closes before it opens',
      `${head}objectives:\n  - name: A\n    valid_from: start + 2d\n    valid_to: start + 1d`,
      ['5:15 objectives.0.valid_to: must not be before valid_from'],
    ],
    [
      'an event that ends before it starts',
      `${head}event: { event_end_time: start - 1d }`,
      ['2:26 event.event_end_time: must not be before event_start_time'],
    ],
    [
      'a preset that is not there',
      `${head}scoring_presets:\n  - { name: Unique, scoring_method: PRESENCE, points: [1] }\nobjectives:\n  - { name: A, scoring_preset: uniqe }`,
      ['5:32 objectives.0.scoring_preset: "uniqe" is no scoring preset of this file; did you mean "unique"?'],
    ],
    [
      'points that are words',
      `${head}scoring_presets:\n  - { name: A, scoring_method: PRESENCE, points: [ten] }`,
      ['3:51 scoring_presets.0.points.0: must be a number, not "ten"'],
    ],
    [
      'a number that nothing reaches',
      `${head}objectives:\n  - { name: A, required_number: 0 }`,
      ['3:33 objectives.0.required_number: must be between 1 and 9007199254740991'],
    ],
    [
      'a number with a point',
      `${head}objectives:\n  - { name: A, required_number: 1.5 }`,
      ['3:33 objectives.0.required_number: must be a whole number, not "1.5"'],
    ],
    [
      'a field of items that is not there',
      `${head}objectives:\n  - name: A\n    conditions:\n      - NAEM EQ: x`,
      ['5:9 objectives.0.conditions.0: "NAEM" is not a field of items; did you mean "NAME"?'],
    ],
    [
      'an operator that the field does not have',
      `${head}objectives:\n  - name: A\n    conditions:\n      - ILVL MATCHES: x`,
      ['5:9 objectives.0.conditions.0: ILVL has no operator "MATCHES"; there is EQ, NEQ, GT, LT, IN, NOT_IN'],
    ],
    [
      'a field without an operator',
      `${head}objectives:\n  - name: A\n    conditions:\n      - NAME: x`,
      ['5:9 objectives.0.conditions.0: NAME needs an operator; did you mean "EQ"?'],
    ],
    [
      'a number that is none',
      `${head}objectives:\n  - name: A\n    conditions:\n      - ILVL GT: high`,
      ['5:18 objectives.0.conditions.0: "high" is not a whole number'],
    ],
    [
      'a pattern that does not end',
      `${head}objectives:\n  - name: A\n    conditions:\n      - "NAME MATCHES": "(((("`,
      ['5:25 objectives.0.conditions.0: '],
    ],
    [
      'two conditions in one line',
      `${head}objectives:\n  - name: A\n    conditions:\n      - { NAME EQ: x, ILVL GT: 3 }`,
      ['5:9 objectives.0.conditions.0: each line must be one condition, such as "- NAME EQ: Goldrim"'],
    ],
    [
      'alternatives in alternatives',
      `${head}objectives:\n  - name: A\n    conditions:\n      - any_of:\n          - any_of:\n              - NAME EQ: x`,
      ['6:13 objectives.0.conditions.0.any_of.0: alternatives have no alternatives of their own'],
    ],
    [
      'a leaf with something below it',
      `${head}objectives:\n  - { name: A, type: ITEM, objectives: [] }`,
      ['3:22 objectives.0.type: must be CATEGORY, because there are objectives below it'],
    ],
    [
      'a player without what is counted',
      `${head}objectives:\n  - { name: A, type: PLAYER }`,
      ['3:5 objectives.0.number_field: is required for PLAYER'],
    ],
    [
      'a difference without its window',
      `${head}objectives:\n  - { name: A, aggregation: DIFFERENCE_BETWEEN }`,
      ['3:5 objectives.0.valid_from: '],
    ],
    [
      'a view that no page has',
      `${head}objectives:\n  - { name: A, layout: { view: unique } }`,
      ['3:32 objectives.0.layout.view: "unique" is not known; did you mean "uniques"?'],
    ],
    ['a text that is a list', `${head}event: { name: [A] }`, ['2:16 event.name: must be a text, not a list']],
    ['a tab', `${head}event:\n\tname: A`, ['3:1 : is indented by a tab; use spaces']],
    ['a quote that does not end', `${head}event: { name: "A }`, ['2:', '2:']],
    ['two documents', `${head}---\n${head}`, ['2:1 : has more than one document; there may be one']],
    ['an anchor', `${head}rules: &a x`, ['2:11 : anchors (&) are not read; write it out']],
    ['an alias', `${head}rules: *a`, ['2:8 : ']],
    ['a tag', `${head}rules: !!js/function x`, ['2:']],
    ['a merge', `${head}event:\n  <<: { name: A }`, ['3:3 event.<<: there is no "<<" here; ']],
    [
      'the parent of all objects',
      `${head}event: { __proto__: 1, constructor: 2 }`,
      ['2:10 event.__proto__: there is no "__proto__" here; ', '2:24 event.constructor: there is no "constructor" here; '],
    ],
    [
      'a name that turns its line',
      `${head}event: { name: "a\\u202Eb" }`,
      ['2:16 event.name: must be a single line without control'],
    ],
    ['a name of two lines', `${head}objectives: [{ name: "a\\nb" }]`, ['2:22 objectives.0.name: must be a single line without']],
    ['an invisible name', `${head}objectives: [{ name: "\\u200B" }]`, ['2:22 objectives.0.name: must not be empty']],
    ['a character that no text holds', `${head}rules: "a\\0"`, ['2:8 rules: has a character that no text can hold']],
    ['half a character', `${head}rules: "a\\ud800"`, ['2:8 rules: has a character that no text can hold']],
  ])('%s', (_, text, expected) => {
    const problems = listProblems(text)
    expect(problems).toHaveLength(expected.length)
    for (const [at, problem] of expected.entries()) expect(problems[at]).toContain(problem)
  })
})

describe('a file made to harm is refused in no time and without harm:', () => {
  const nine = (of: string) => Array.from({ length: 9 }, () => of).join(', ')
  const laughs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  it.each([
    [
      'a billion laughs',
      laughs.map((name, at) => `${name}: &${name} [${nine(at === 0 ? 'x' : `*${laughs[at - 1]}`)}]`).join('\n'),
    ],
    ['brackets within brackets', '['.repeat(500_000)],
    ['groups within groups', '{a: '.repeat(300_000)],
    ['dashes in one line', '- '.repeat(300_000)],
    ['questions in one line', '? '.repeat(300_000)],
    ['lines deeper and deeper', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['dashes deeper and deeper', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}-`).join('\n')],
    ['a hundred thousand names', `${head}event:\n${Array.from({ length: 100_000 }, (_, at) => `  a${at}: 1`).join('\n')}`],
    ['a name of a million letters', `${head}${'a'.repeat(1_000_000)}: 1`],
    ['quotes that never end', `${head}rules: "${'\\"'.repeat(300_000)}`],
    ['a tree without end', `${head}objectives: ${'[{name: A, objectives: '.repeat(40)}[]${'}]'.repeat(40)}`],
    ['more than a file may be', 'x'.repeat(longestFile + 1)],
    ['zeros', '\0'.repeat(1000)],
  ])(
    '%s',
    (_, text) => {
      const problems = listProblems(text)
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.length).toBeLessThanOrEqual(mostProblems)
      for (const problem of problems) expect(problem.length).toBeLessThan(500)
    },
    30_000,
  )

  it('more objectives than an event may have', () => {
    const text = `${head}objectives:\n${Array.from({ length: 20_001 }, () => '  - name: A').join('\n')}`
    expect(listProblems(text)).toEqual(['3:3 objectives: an event has at most 20000 objectives'])
  }, 30_000)
})

it('reads what people write by hand: names without keys, numbers without quotes, nulls and comments', () => {
  const read = readDefinition(`${head}# a comment
event: { patch: 3.30, name: null }
scoring_presets: [{ name: Once, scoring_method: PRESENCE, points: [10] }]
objectives:
  - name: Köln's Best!
    objectives:
      - { name: Goldrim, conditions: [{ NAME EQ: 'Goldrim' }], scoring_preset: once }
      - { name: Goldrim }
  - name: Goldrim
`)
  expect(read).toMatchObject({
    ok: true,
    document: {
      event: { patch: '3.30' },
      objectives: [
        {
          key: 'kolns-best',
          objective_type: 'CATEGORY',
          children: [{ key: 'goldrim', scoring_preset: 'once' }, { key: 'kolns-best-goldrim' }],
        },
        { key: 'goldrim-2', objective_type: 'ITEM' },
      ],
      rules: null,
    },
  })
})
