import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConditionEntry, DefinitionDocument, ObjectiveEntry } from '../definition-file/document.ts'
import { listEntries } from '../definition-file/document.ts'
import { noRules } from '../definition-file/document.ts'
import { readTime, writeTime } from '../definition-file/moment.ts'
import { aDefinition } from '../definition-file/testing/test-definitions.ts'
import { noLayout } from '../objectives/layout.ts'
import { columns, emptyRow, labelColumn, maxRows, pasteCells, readSheet } from './columns.ts'
import { readConditions, writeConditions } from './condition-cell.ts'
import { mergeRows } from './merge-rows.ts'
import { readPath, writePath } from './path-cell.ts'
import { writeCsv } from './table.ts'
import type { WallClock } from './time-cell.ts'
import { writeSheet } from './write-row.ts'

const utcClock: WallClock = { read: (local) => readTime(`${local}Z`), write: (at_ms) => writeTime(at_ms).slice(0, 19) }
const start = Date.parse('2026-11-28T18:00:00Z')
const hour_ms = 3_600_000
const preset = (key: string, name: string) =>
  ({
    key,
    name,
    description: '',
    type: 'OBJECTIVE',
    scoring_method: 'RANKED_TIME',
    points: [10],
    point_cap: 0,
    parameters: {},
  }) as const
const objective = (key: string, name: string, more: Partial<ObjectiveEntry> = {}): ObjectiveEntry => ({
  key,
  name,
  players_from: null,
  pieces_from: null,
  ...noLayout,
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  required_number: 1,
  hide_progress: false,
  reports: null,
  report_proof: null,
  valid_from: null,
  valid_to: null,
  ...noRules,
  conditions: [{ field: 'NAME', operator: 'EQ', value: name, any_of: null }],
  children: [],
  ...more,
})
const category = (key: string, name: string, children: ObjectiveEntry[]) =>
  objective(key, name, {
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
    conditions: [],
    children,
  })
const event: DefinitionDocument = {
  event: { event_start_time: start, event_end_time: 7 * 24 * hour_ms },
  scoring_presets: [preset('unique', 'Unique, 10'), preset('twin-1', 'Twin'), preset('twin-2', 'Twin')],
  objectives: [
    category('uniques', 'Uniques', [objective('headhunter', 'Headhunter', { note: 'old' })]),
    objective('level', 'Level 90', {
      objective_type: 'PLAYER',
      number_field: 'PLAYER_LEVEL',
      conditions: [],
      required_number: 90,
    }),
  ],
  rules: '',
}

const merge = (text: string, document = event) => {
  const read = readSheet(text)
  if (!read.ok) throw new Error(read.problem)
  return mergeRows(document, read.rows, utcClock)
}
const problemsOf = (text: string, document = event) =>
  merge(text, document).problems.map(({ row, column, problem }) => `${row + 1} ${labelColumn(column)} ${problem}`)
const find = ({ document }: { document: DefinitionDocument }, name: string) =>
  listEntries(document.objectives ?? []).find(({ entry }) => entry.name === name)

test('rows are added below their categories, which are created', () => {
  const text = [
    'Points\tObjective\tCategory\tType\tItem\tAmount\tOpens\tCloses\tComment',
    'Unique, 10\tMageblood\tuniques\tUnique\t\t\t\t\t',
    '\tThe Doctor, one set\tCards > Sets\tDiv. card\tThe Doctor\t8\t2026-11-29 18:00\t30.11.2026 18:00\ttwo\twords',
    '\tReach depth 300\tRaces\tDepth\t\t300\tstart + 1d\t\t',
    '\tA clip\tRaces\tBy hand\t\t\t\t\t',
  ].join('\n')
  const merged = merge(text)
  expect(merged.problems).toEqual([])
  expect(merged.states).toEqual(['new', 'new', 'new', 'new'])
  expect(merged.newCategories).toBe(3)
  expect(find(merged, 'Mageblood')).toMatchObject({
    parent: { key: 'uniques' },
    entry: { key: 'mageblood', scoring_preset: 'unique', conditions: [{ field: 'NAME', operator: 'EQ', value: 'Mageblood' }] },
  })
  expect(find(merged, 'The Doctor, one set')).toMatchObject({
    parent: { name: 'Sets' },
    entry: {
      conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'The Doctor', any_of: null }],
      required_number: 8,
      valid_from: 24 * hour_ms,
      valid_to: 48 * hour_ms,
    },
  })
  expect(find(merged, 'Reach depth 300')?.entry).toMatchObject({ objective_type: 'PLAYER', number_field: 'DELVE_DEPTH' })
  expect(find(merged, 'A clip')?.entry).toMatchObject({ objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' })
})

test('a row updates the objective with its category and name, or its key; empty cells change nothing', () => {
  const merged = merge(
    'key,category,name,preset,note\n,UNIQUES,headhunter,unique,\nlevel,Races,Level 95,,none\n,,Uniques,"Unique, 10",',
  )
  expect(merged).toMatchObject({ problems: [], states: ['changed', 'changed', 'changed'] })
  expect(find(merged, 'headhunter')?.entry).toMatchObject({ key: 'headhunter', scoring_preset: 'unique', note: 'old' })
  expect(find(merged, 'Level 95')).toMatchObject({ parent: { name: 'Races' }, entry: { key: 'level', required_number: 90 } })
  expect(find(merged, 'Uniques')?.entry).toMatchObject({ scoring_preset: 'unique', children: [{ key: 'headhunter' }] })
})

test('conditions on areas and bosses are for numbers that have them', () => {
  const merged = merge('name,kind,number,item\nX,Player,Areas entered,Area is MavenBoss\nY,Player,Boss lines,Boss is sirus')
  expect(merged.problems).toEqual([])
  expect([find(merged, 'X'), find(merged, 'Y')].map((one) => one?.entry.conditions)).toEqual([
    [{ field: 'AREA', operator: 'EQ', value: 'MavenBoss', any_of: null }],
    [{ field: 'BOSS', operator: 'EQ', value: 'sirus', any_of: null }],
  ])
})

test('"none" removes a value, and rows that change nothing are listed as such', () => {
  const merged = merge('category,name,note,item\nUniques,Headhunter,NONE,none\n,Level 90,,\n,,,')
  expect(merged.states).toEqual(['changed', 'same'])
  expect(find(merged, 'Headhunter')?.entry).toMatchObject({ note: '', conditions: [] })
})

test.each([
  ['a missing name', 'name,kind\n,Unique', '1 Name is empty; write the name that players see'],
  ['an unknown kind', 'name,kind\nX,Uniqe', '1 Kind "Uniqe" is not a kind; did you mean "Unique"?'],
  ['no condition', 'name,kind\nX,Item', /^1 What counts is empty; write "Name is …"/],
  ['a condition without a field', 'name,item\nX,Headhunter', /^1 What counts "Headhunter" is not a condition; write it like/],
  ['an unknown field', 'name,item\nX,Qualty is 20', '1 What counts "Qualty" is not a field of items; did you mean "Quality"?'],
  ['an unknown comparison', 'name,item\nX,Quality above 3', /"Quality above 3" has no comparison; after "Quality"/],
  ['a number in words', 'name,item\nX,Quality is many', /^1 What counts "Quality is many": /],
  ['an open quote', 'name,item\nX,"Name is ""a"', /has a quote that is not closed/],
  ['a condition on a race', 'name,kind,item\nX,Level,Name is A', /^1 What counts only items, areas and bosses have conditions;/],
  ['no number', 'name,kind\nX,Player', /^1 Number is empty; write Player level, Delve depth/],
  ['a number of another kind', 'name,kind,number\nX,Unique,Depth', /^1 Number "Depth" does not exist for Item/],
  [
    'an unknown number',
    'name,kind,number\nX,Player,Pantheom',
    '1 Number "Pantheom" is not a number that can be counted; did you mean "Pantheon"?',
  ],
  ['letters for a number', 'name,kind,required\nX,Unique,three', /^1 Required "three" is not a whole number from 1/],
  ['separators in a number', 'name;kind;required\nX;Unique;1,000', /^1 Required "1,000" is not a whole number/],
  ['an unknown preset', 'name,kind,preset\nX,Unique,"Uniqe, 10"', /did you mean "Unique, 10"\?$/],
  [
    'a preset name of two',
    'name,kind,preset\nX,Unique,twin',
    /^1 Preset several presets are called "twin"; write the key, such as "twin-1"/,
  ],
  ['an unknown aggregation', 'name,kind,adds up\nX,Unique,Sumy', /^1 Adds up "Sumy" is not known/],
  [
    'a time without a form',
    'name,kind,opens\nX,Unique,11/28/2026',
    /^1 Opens "11\/28\/2026" is not a date and time; write it like/,
  ],
  ['a day that does not exist', 'name,kind,opens\nX,Unique,2026-02-30 10:00', /is not a date and time/],
  ['an opening after the end', 'name,kind,opens\nX,Unique,2026-12-06 12:00', /^1 Opens .* is not before the end of the event/],
  ['a closing before the start', 'name,kind,closes\nX,Unique,2026-11-01', /^1 Closes .* is not after the start of the event/],
  ['a closing before the opening', 'name,kind,opens,closes\nX,Unique,2026-11-30,2026-11-29', '1 Closes must not be before Opens'],
  ['an aggregation without its window', 'name,kind,adds up\nX,Level,Difference', /^1 Opens .*Opens and Closes/],
  [
    'an objective as category',
    'category,name,kind\nUniques > Headhunter,X,Unique',
    /^1 Category "Headhunter" is an objective, not a category/,
  ],
  ['a category that becomes an item', 'name,kind\nUniques,Unique', /^1 Kind must be Category/],
  [
    'a category in itself',
    'key,category,name\nuniques,Uniques > New,Uniques',
    '1 Category would put the category into itself; write another category',
  ],
  ['the same row twice', 'name,kind\nX,Unique\nx,Unique', '2 Name is in row 1 too; delete one of them, or change the name'],
  ['a key with blanks', 'name,kind,key\nX,Unique,My key', /^1 Key "My key" is not a key/],
])('a row with %s is named with its column and a remedy', (_, text, expected) => {
  const problems = problemsOf(text)
  expect(problems).toEqual([expect.stringMatching(expected instanceof RegExp ? expected : /./)])
  expect(problems[0]).toMatch(expected)
})

test('rows with problems are left out, and their neighbours count', () => {
  const merged = merge('category,name,kind\nNew,A,Nothing\nNew,B,Unique')
  expect(merged).toMatchObject({ states: ['wrong', 'new'], newCategories: 1 })
  expect(find(merged, 'A')).toBeUndefined()
})

test('several objectives with one name are told apart by their keys', () => {
  const twins = { ...event, objectives: [objective('a', 'Twin'), objective('b', 'Twin')] }
  expect(problemsOf('name,note\nTwin,x', twins)).toEqual([expect.stringMatching(/^1 Name 2 objectives .* fill the column Key$/)])
  expect(find(merge('key,name,note\nb,Other,x', twins), 'Other')?.entry).toMatchObject({ key: 'b', note: 'x' })
})

test('headings are read in any order and words; without headings the order of the grid counts', () => {
  expect(readSheet('Qty,Title,Colour,Name\n2,A,red,B')).toMatchObject({
    ok: true,
    rows: [emptyRow.with(1, 'A').with(5, '2')],
    leftOut: [
      expect.stringMatching(/^"Colour" is not a column here/),
      '"Name" is the same column as "Title"; the first one is used',
    ],
  })
  expect(readSheet('Uniques\tGoldrim\tUnique')).toMatchObject({ rows: [['Uniques', 'Goldrim', 'Unique', ...emptyRow.slice(3)]] })
  expect(readSheet('a\n'.repeat(2001))).toMatchObject({ ok: false, problem: expect.stringMatching(/2,001 rows; at most 2,000/) })
  expect(readSheet(`a,${'x'.repeat(8001)}`)).toMatchObject({ ok: false, problem: expect.stringMatching(/^Row 1 has a cell/) })
  expect(readSheet('x'.repeat(4_000_001))).toMatchObject({ ok: false })
})

test('a board cell is written like a cell of a spreadsheet', () => {
  const twins = { ...event, objectives: [objective('a', 'Twin', { cell: { row: 0, column: 2 } })] }
  expect(find(merge('key,name,board cell\na,Twin,B4', twins), 'Twin')?.entry.cell).toEqual({ row: 3, column: 1 })
  expect(find(merge('key,name,board cell\na,Twin,none', twins), 'Twin')?.entry.cell).toBeNull()
  expect(find(merge('key,name,note\na,Twin,x', twins), 'Twin')?.entry.cell).toEqual({ row: 0, column: 2 })
  expect(problemsOf('key,name,board cell\na,Twin,4B', twins)).toEqual([
    '1 Board cell "4B" is not a cell of a board; write its column and row, from A1 to T20, such as C1',
  ])
})

test('a block of cells is pasted from one cell on, and a table with headings below', () => {
  const named = (name: string, kind = '') => emptyRow.with(1, name).with(2, kind)
  expect(pasteCells([named('A', 'Item'), named('B')], 'X\tUnique\nY\tGem\nZ', 1, 1)).toEqual([
    named('A', 'Item'),
    named('X', 'Unique'),
    named('Y', 'Gem'),
    named('Z'),
  ])
  expect(pasteCells([named('A')], 'Kind\tName\nGem\tX', 0, 5)).toEqual([named('A'), named('X', 'Gem')])
  expect(pasteCells([], 'left\tout', 0, columns.length - 1)).toEqual([emptyRow.with(-1, 'left')])
  expect(pasteCells([], 'a\n'.repeat(maxRows + 1), 0, 0)).toHaveLength(maxRows)
})

test.each([
  ['Name is Goldrim', 'NAME EQ Goldrim'],
  ['name = Goldrim; corrupted is yes', 'NAME EQ Goldrim + IS_CORRUPTED EQ true'],
  ['Quality is more than 5\nName is one of A, B', 'QUALITY GT 5 + NAME IN A, B'],
  ['NAME MATCHES: "a|b"', 'NAME MATCHES a|b'],
  ['Name is A | Base type is B', 'NAME EQ A (1) + BASE_TYPE EQ B (1)'],
  ['Goldrim | Tabula Rasa', 'NAME EQ Goldrim (1) + NAME EQ Tabula Rasa (1)'],
  ['At least 2 of: A | B | C; D', 'NAME EQ A (1, 2) + NAME EQ B (1, 2) + NAME EQ C (1, 2) + NAME EQ D'],
  ['40 x Mageblood | Base type is Fragment', '40 NAME EQ Mageblood (1) + BASE_TYPE EQ Fragment (1)'],
  ['10 x Name is A', '10 NAME EQ A'],
])('the conditions %j are %s', (text, expected) => {
  const read = readConditions(text, 'NAME')
  const said =
    read.ok &&
    read.value.map(({ field, operator, value, any_of, at_least = '', counts_as = '' }) =>
      `${counts_as} ${field} ${operator} ${value}${any_of === null ? '' : ` (${[any_of, at_least || []].flat().join(', ')})`}`.trim(),
    )
  expect(said && said.join(' + ')).toBe(expected)
})

test.each([
  ['At least 0 of: A | B', '"At least 0 of: A | B" needs a number from 1 to 2'],
  ['At least 3 of: A | B', '"At least 3 of: A | B" has only 2 conditions'],
  ['0 x A', '"0 x A": a piece counts from 1 to 10000'],
  ['20000 x A', '"20000 x A": a piece counts from 1 to 10000'],
])('the conditions %j are refused', (text, problem) => {
  expect(readConditions(text, 'NAME')).toEqual({ ok: false, problem })
})

const withoutChildren = (objectives: readonly ObjectiveEntry[]) =>
  listEntries(objectives).map(({ entry: { children: _, ...own }, parent }) => ({ ...own, parent: parent?.key ?? null }))

test('every path is the same after writing and reading', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text)
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(readPath(writePath(names))).toEqual(names)
    }),
  )
})

test('500 random definitions come back from the CSV unchanged', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(aDefinition, (document) => {
      const merged = merge(writeCsv(writeSheet(document, utcClock)), document)
      expect(merged.problems).toEqual([])
      expect(new Set(merged.states)).toEqual(new Set(listEntries(document.objectives ?? []).length > 0 ? ['same'] : []))
      expect(merged.document.objectives).toEqual(document.objectives)
    }),
    { numRuns: 500 },
  )
})

/** Only what the grid has a column for, in a form that a new row may have. */
function simplify(objectives: readonly ObjectiveEntry[]): ObjectiveEntry[] {
  return objectives.map((entry, at) => ({
    ...entry,
    name: `${entry.name} ${at}`.slice(-200).trim(),
    view: null,
    tab: null,
    hide_progress: false,
    reports: null,
    report_proof: null,
    note: entry.note.trim() === '' || entry.note.trim().toLowerCase() === 'none' ? '' : entry.note,
    conditions: entry.objective_type === 'ITEM' ? (entry.conditions.length > 0 ? entry.conditions : [someItem]) : [],
    finished_by: 'all',
    children: simplify(entry.children),
  }))
}
const someItem: ConditionEntry = { field: 'NAME', operator: 'EQ', value: 'Goldrim', any_of: null }

test('500 random definitions come from the CSV into an empty event', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(aDefinition, (drawn) => {
      const document = { ...drawn, event: { event_start_time: start }, objectives: simplify(drawn.objectives ?? []) }
      const merged = merge(writeCsv(writeSheet(document, utcClock)), { ...document, objectives: [] })
      expect(merged.problems).toEqual([])
      expect(withoutChildren(merged.document.objectives ?? [])).toEqual(withoutChildren(document.objectives))
    }),
    { numRuns: 500 },
  )
})

test('every condition is the same after writing and reading', () => {
  fc.assert(
    fc.property(aDefinition, ({ objectives }) => {
      for (const { entry } of listEntries(objectives ?? []))
        expect(readConditions(writeConditions(entry.conditions), null)).toEqual({ ok: true, value: entry.conditions })
    }),
    { numRuns: 300 },
  )
})
