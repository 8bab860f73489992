import { describe, expect, it } from 'vitest'
import { longestFile } from './parse.ts'
import { maxProblems } from './reader.ts'
import { readDefinition } from './read.ts'

const head = 'muster_definition: 1\n'

/** `line:column path: problem` for every problem of the file. */
function listProblems(text: string): string[] {
  const read = readDefinition(text)
  return read.ok ? [] : read.problems.map(({ line, column, path, problem }) => `${line}:${column} ${path}: ${problem}`)
}

describe('an invalid file is rejected with line, name and reason:', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', ['1:1 : the file is empty']],
    ['another kind of file', '<html></html>', ['1:1 : must be a group of names and values, not "<html></html>"']],
    ['a list', '- 1', ['1:1 : must be a group of names and values, not a list']],
    ['no version', 'rules: x', ['1:1 muster_definition: a definition begins with "muster_definition: 1"']],
    ['another version', 'muster_definition: 2', ['1:20 muster_definition: a definition begins with "muster_definition: 1"']],
    ['an unknown section', `${head}objectivs: []`, ['2:1 objectivs: there is no "objectivs" here; did you mean "objectives"?']],
    [
      'a misspelled field',
      `${head}objectives:\n  - name: A\n    requird_number: 3`,
      ['4:5 objectives.0.requird_number: there is no "requird_number" here; did you mean "required_number"?'],
    ],
    ['a duplicate name', `${head}event:\n  name: A\n  name: B`, ['4:3 event.name: occurs twice']],
    ['a missing name', `${head}objectives:\n  - key: a`, ['3:5 objectives.0.name: is required']],
    [
      'a duplicate key',
      `${head}objectives:\n  - { key: a, name: A }\n  - { key: a, name: B }`,
      ['4:5 objectives.1.key: "a" occurs twice, first in line 3'],
    ],
    [
      'a key in capitals',
      `${head}objectives:\n  - { key: Gold Rim, name: A }`,
      ['3:12 objectives.0.key: must be lower-case letters, digits and hyphens, such as "heavy-belt-2"'],
    ],
    [
      'a game that does not exist',
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
      'a window that is not an offset',
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
      'a missing preset',
      `${head}scoring_presets:\n  - { name: Unique, scoring_method: PRESENCE, points: [1] }\nobjectives:\n  - { name: A, scoring_preset: uniqe }`,
      ['5:32 objectives.0.scoring_preset: "uniqe" is not a scoring preset of this file; did you mean "unique"?'],
    ],
    [
      'points that are words',
      `${head}scoring_presets:\n  - { name: A, scoring_method: PRESENCE, points: [ten] }`,
      ['3:51 scoring_presets.0.points.0: must be a number, not "ten"'],
    ],
    [
      'a number out of range',
      `${head}objectives:\n  - { name: A, required_number: 0 }`,
      ['3:33 objectives.0.required_number: must be between 1 and 9007199254740991'],
    ],
    [
      'a decimal number',
      `${head}objectives:\n  - { name: A, required_number: 1.5 }`,
      ['3:33 objectives.0.required_number: must be a whole number, not "1.5"'],
    ],
    [
      'an unknown item field',
      `${head}objectives:\n  - name: A\n    conditions:\n      - NAEM EQ: x`,
      ['5:9 objectives.0.conditions.0: "NAEM" is not a field of items; did you mean "NAME"?'],
    ],
    [
      'an operator that the field does not have',
      `${head}objectives:\n  - name: A\n    conditions:\n      - ILVL MATCHES: x`,
      ['5:9 objectives.0.conditions.0: ILVL has no operator "MATCHES"; choose from EQ, NEQ, GT, LT, IN, NOT_IN'],
    ],
    [
      'a field without an operator',
      `${head}objectives:\n  - name: A\n    conditions:\n      - NAME: x`,
      ['5:9 objectives.0.conditions.0: NAME needs an operator; did you mean "EQ"?'],
    ],
    [
      'a text in place of a number',
      `${head}objectives:\n  - name: A\n    conditions:\n      - ILVL GT: high`,
      ['5:18 objectives.0.conditions.0: "high" is not a whole number'],
    ],
    [
      'an unfinished pattern',
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
      ['6:13 objectives.0.conditions.0.any_of.0: alternatives cannot contain alternatives'],
    ],
    [
      'a group that demands more than it has',
      `${head}objectives:\n  - name: A\n    conditions:\n      - any_of:\n          - NAME EQ: x\n        at_least: 2`,
      ['5:9 objectives.0.conditions.0: has only 1 conditions'],
    ],
    [
      'an amount of nothing, and a count beside a condition',
      `${head}objectives:\n  - name: A\n    conditions:\n      - { NAME EQ: x, counts_as: 0 }\n      - { NAME EQ: x, at_least: 2 }`,
      [
        '5:34 objectives.0.conditions.0.counts_as: must be ',
        '6:9 objectives.0.conditions.1: each line must be one condition, such as "- NAME EQ: Goldrim"',
      ],
    ],
    [
      'a leaf with objectives below it',
      `${head}objectives:\n  - { name: A, type: ITEM, objectives: [] }`,
      ['3:22 objectives.0.type: must be CATEGORY, because there are objectives below it'],
    ],
    [
      'a player objective without a number to count',
      `${head}objectives:\n  - { name: A, type: PLAYER }`,
      ['3:5 objectives.0.number_field: is required for PLAYER'],
    ],
    [
      'a difference without a window',
      `${head}objectives:\n  - { name: A, aggregation: DIFFERENCE_BETWEEN }`,
      ['3:5 objectives.0.valid_from: '],
    ],
    [
      'a view that does not exist',
      `${head}objectives:\n  - { name: A, layout: { view: unique } }`,
      ['3:32 objectives.0.layout.view: "unique" is not known; did you mean "uniques"?'],
    ],
    [
      'personal objectives out of order',
      `${head}event:\n  game_version: poe1\n  personal_objectives:\n    cap: 0\n    steps: []\n    figures_cap: 0\n    figures:\n      - number_field: DELVE_DEPTH\n        steps: [{ at: 200, points: 1 }, { at: 100, points: 2 }]`,
      ['10:47 event.personal_objectives.figures.0.steps.1.at: must be higher than 200, the step before it'],
    ],
    [
      'personal objectives without a cap',
      `${head}event: { personal_objectives: { steps: [], figures: [], figures_cap: 0 } }`,
      ['2:31 event.personal_objectives.cap: is required'],
    ],
    [
      'a parameter of another method',
      `${head}scoring_presets:\n  - { name: A, scoring_method: PRESENCE, points: [1], parameters: { required_children: 2 } }`,
      ['3:67 scoring_presets.0.parameters.required_children: is not a parameter of PRESENCE'],
    ],
    [
      'a method without its parameter',
      `${head}scoring_presets:\n  - { name: A, scoring_method: POINTS_BY_THRESHOLD, points: [1] }`,
      ['3:5 scoring_presets.0.parameters.thresholds: is required for POINTS_BY_THRESHOLD'],
    ],
    [
      'thresholds out of order',
      `${head}scoring_presets:\n  - { name: A, scoring_method: POINTS_BY_THRESHOLD, points: [1, 2], parameters: { thresholds: [9, 5] } }`,
      ['3:95 scoring_presets.0.parameters.thresholds: must be in ascending order'],
    ],
    [
      'more points than thresholds',
      `${head}scoring_presets:\n  - { name: A, scoring_method: POINTS_BY_THRESHOLD, points: [1, 2], parameters: { thresholds: [9] } }`,
      ['3:81 scoring_presets.0.parameters.thresholds: must have as many values as points: it has 1, and points has 2'],
    ],
    [
      'no thresholds',
      `${head}scoring_presets:\n  - { name: A, scoring_method: POINTS_BY_THRESHOLD, points: [], parameters: { thresholds: [] } }`,
      ['3:91 scoring_presets.0.parameters.thresholds: must not be empty'],
    ],
    ['a list in place of a text', `${head}event: { name: [A] }`, ['2:16 event.name: must be a text, not a list']],
    ['a tab', `${head}event:\n\tname: A`, ['3:1 : is indented with a tab; use spaces']],
    ['an unclosed quote', `${head}event: { name: "A }`, ['2:', '2:']],
    ['two documents', `${head}---\n${head}`, ['2:1 : has more than one document; only one is allowed']],
    ['an anchor', `${head}rules: &a x`, ['2:11 : anchors (&) are not supported; write the value out']],
    ['an alias', `${head}rules: *a`, ['2:8 : ']],
    ['a tag', `${head}rules: !!js/function x`, ['2:']],
    ['a merge', `${head}event:\n  <<: { name: A }`, ['3:3 event.<<: there is no "<<" here; ']],
    [
      'a property of the prototype',
      `${head}event: { __proto__: 1, constructor: 2 }`,
      ['2:10 event.__proto__: there is no "__proto__" here; ', '2:24 event.constructor: there is no "constructor" here; '],
    ],
    [
      'a name that changes the text direction',
      `${head}event: { name: "a\\u202Eb" }`,
      ['2:16 event.name: must be a single line without control'],
    ],
    ['a name of two lines', `${head}objectives: [{ name: "a\\nb" }]`, ['2:22 objectives.0.name: must be a single line without']],
    [
      'a time zone that does not exist',
      `${head}event: { time_zone: Mars/Olympus }`,
      ['2:21 event.time_zone: must be the name of a time zone, for example Europe/Berlin'],
    ],
    [
      'a host with a scheme',
      `${head}event: { embed_hosts: "https://league.example.com" }`,
      ['2:23 event.embed_hosts: must be at most 20 names of hosts, for example league.example.com'],
    ],
    ['an invisible name', `${head}objectives: [{ name: "\\u200B" }]`, ['2:22 objectives.0.name: must not be empty']],
    ['a character that cannot be stored', `${head}rules: "a\\0"`, ['2:8 rules: has a character that cannot be stored']],
    ['half a character', `${head}rules: "a\\ud800"`, ['2:8 rules: has a character that cannot be stored']],
  ])('%s', (_, text, expected) => {
    const problems = listProblems(text)
    expect(problems).toHaveLength(expected.length)
    for (const [at, problem] of expected.entries()) expect(problems[at]).toContain(problem)
  })
})

describe('a malicious file is rejected quickly and without harm:', () => {
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
    ['question marks in one line', '? '.repeat(300_000)],
    ['ever deeper lines', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['ever deeper dashes', Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}-`).join('\n')],
    ['a hundred thousand names', `${head}event:\n${Array.from({ length: 100_000 }, (_, at) => `  a${at}: 1`).join('\n')}`],
    ['a name of a million letters', `${head}${'a'.repeat(1_000_000)}: 1`],
    ['unclosed quotes', `${head}rules: "${'\\"'.repeat(300_000)}`],
    ['an extremely deep tree', `${head}objectives: ${'[{name: A, objectives: '.repeat(40)}[]${'}]'.repeat(40)}`],
    ['more characters than a file may have', 'x'.repeat(longestFile + 1)],
    ['zeros', '\0'.repeat(1000)],
  ])(
    '%s',
    (_, text) => {
      const problems = listProblems(text)
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.length).toBeLessThanOrEqual(maxProblems)
      for (const problem of problems) expect(problem.length).toBeLessThan(500)
    },
    30_000,
  )

  it('more objectives than an event may have', () => {
    const text = `${head}objectives:\n${Array.from({ length: 20_001 }, () => '  - name: A').join('\n')}`
    expect(listProblems(text)).toEqual(['3:3 objectives: an event has at most 20000 objectives'])
  }, 30_000)
})

it('reads files written by hand: names without keys, numbers without quotes, nulls and comments', () => {
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
