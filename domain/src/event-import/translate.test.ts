import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStorable } from '@muster/contract/storable'
import { type DefinitionDocument, listEntries, listPresetKeys } from '../definition-file/document.ts'
import { readDefinition } from '../definition-file/read.ts'
import { writeDefinition, writeDefinitionJson } from '../definition-file/write.ts'
import type { EventDefinition } from '../objectives/definition.ts'
import { sumTotals } from '../scoring/rollup.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, nameIs } from '../scoring/testing/builders.ts'
import { rebuild } from '../scoring/testing/rebuild.ts'
import { latestSeason, seasonValues, specificationSeason } from './testing/seasons.ts'
import { translateSeason } from './translate.ts'

const translate = (values: Parameters<typeof translateSeason>[0]) => {
  const season = translateSeason(values)
  if (!season.ok) throw new Error(season.problem)
  const read = readDefinition(writeDefinition(season.document))
  expect(read).toMatchObject({ ok: true })
  expect(readDefinition(writeDefinitionJson(season.document))).toMatchObject({ ok: true })
  if (!read.ok) throw new Error('unreachable')
  const entries = new Map(listEntries(read.document.objectives ?? []).map(({ entry }) => [entry.key, entry]))
  const lines = season.report.map(({ kind, path, problem }) => `${kind} ${path}: ${problem}`)
  return { ...season, document: read.document, entries, lines }
}

/** A file's objectives as the engine takes them: the root is 1, the others count up in the order of the file. */
function toEngine({ objectives, scoring_presets }: DefinitionDocument): {
  definition: EventDefinition
  idOf: (key: string) => number
} {
  const placed = listEntries(objectives ?? [])
  const ids = new Map(placed.map(({ entry }, at) => [entry.key, at + 2]))
  const presetIds = new Map((scoring_presets ?? []).map(({ key }, at) => [key, at + 1]))
  const idOf = (key: string) => ids.get(key) ?? 0
  const listed = placed.map(({ entry: { key, children: _, valid_from: __, valid_to: ___, ...entry }, parent }) => {
    const [scoring_preset_id = null, ...further_preset_ids] = listPresetKeys(entry).map((one) => presetIds.get(one) ?? 0)
    return anObjective({
      ...entry,
      id: idOf(key),
      parent_id: parent ? idOf(parent.key) : 1,
      scoring_preset_id,
      further_preset_ids,
    })
  })
  const presets = (scoring_presets ?? []).map((preset) => aPreset({ ...preset, id: presetIds.get(preset.key) ?? 0 }))
  return { definition: anEvent({ objectives: [aCategory({ id: 1 }), ...listed], presets }), idOf }
}

const totals = (
  definition: EventDefinition,
  facts: readonly (readonly [objective: number, team: number, number: number, at: number])[],
) =>
  Object.fromEntries(
    sumTotals(
      rebuild(
        definition,
        facts.map(([objective_id, team_id, number, timestamp], at) =>
          aFact({ sequence: at + 1, objective_id, team_id, number, timestamp, user_id: null, source: `team:${team_id}` }),
        ),
        10_000,
      ).scoreboard(),
    ),
  )

test('a season in the words of the specification becomes a file with the same event, rules and conditions', () => {
  const { document, entries } = translate(seasonValues.specification())
  expect(document.event).toEqual({
    name: 'Harvest Cup (PL7)',
    game_version: 'poe1',
    max_size: 120,
    waitlist_size: 20,
    application_start_time: -23 * 86_400_000 - 8 * 3_600_000,
    application_end_time: -4 * 86_400_000 - 8 * 3_600_000,
    event_start_time: Date.parse('2025-10-24T18:00:00Z'),
    event_end_time: 3 * 86_400_000,
  })
  expect([...entries.keys()]).toEqual(['uniques', 'goldrim', 'uniques-goldrim', 'delve'])
  expect(entries.get('uniques')).toMatchObject({ scoring_preset: 'set', further_presets: [], aggregation: 'NONE' })
  expect(entries.get('goldrim')).toMatchObject({
    scoring_preset: 'race',
    hide_progress: true,
    conditions: [{ field: 'NAME', operator: 'EQ', value: 'Goldrim', any_of: null }],
  })
  expect(entries.get('uniques-goldrim')).toMatchObject({
    aggregation: 'EARLIEST_FRESH_ITEM',
    conditions: [{}, { operator: 'IN' }],
  })
  expect(entries.get('delve')).toMatchObject({
    objective_type: 'TEAM',
    aggregation: 'MAXIMUM',
    number_field: 'DELVE_DEPTH_PAST_100',
    scoring_preset: 'depth',
    valid_from: 86_400_000,
    valid_to: 3 * 86_400_000 + 6 * 3_600_000,
  })
  expect(document.scoring_presets).toContainEqual(
    expect.objectContaining({ key: 'depth', scoring_method: 'POINTS_FROM_VALUE', points: [0.5], point_cap: 100 }),
  )
})

test('the report of that season names flags, teams, names that are alike, commas that split a list and the late end', () => {
  const { report, lines } = translate(seasonValues.specification())
  expect(lines).toEqual([
    'check event "Harvest Cup (PL7)": it is is_current, is_locked there',
    'check Uniques > goldrim, condition 2: the list "Leather Cap, Wool Shoes,Sash" is split at each comma',
    'check Uniques > goldrim: its name is like that of "Goldrim" beside it',
    'check Delve: it closes 6h after the event',
    'left_out team "Sickles": a file has no teams',
  ])
  expect(report.at(-1)?.todo).toBe(
    'Add the team on the page Teams with the abbreviation SIC and the colour #aa5500 and the classes Witch.',
  )
  expect(report.every(({ todo }) => /^[A-Z].*\.$/.test(todo))).toBe(true)
})

test('the season of the specification scores like a definition written by hand', () => {
  const { document } = translate(seasonValues.specification())
  const { definition, idOf } = toEngine(document)
  const byHand = anEvent({
    objectives: [
      aCategory({ id: 1 }),
      aCategory({ id: 2, parent_id: 1, scoring_preset_id: 2 }),
      anObjective({ id: 3, parent_id: 2, scoring_preset_id: 1, conditions: [nameIs('Goldrim')] }),
      anObjective({ id: 4, parent_id: 2, scoring_preset_id: 1, aggregation: 'EARLIEST_FRESH_ITEM' }),
      anObjective({
        id: 5,
        parent_id: 1,
        scoring_preset_id: 3,
        objective_type: 'TEAM',
        aggregation: 'MAXIMUM',
        number_field: 'DELVE_DEPTH_PAST_100',
      }),
    ],
    presets: [
      aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 6, 3] }),
      aPreset({ id: 2, scoring_method: 'BONUS_PER_COMPLETION', points: [2, 4] }),
      aPreset({ id: 3, scoring_method: 'POINTS_FROM_VALUE', points: [0.5], point_cap: 100 }),
    ],
  })
  expect([idOf('goldrim'), idOf('delve')]).toEqual([3, 5])
  const facts = [
    [3, 1, 1, 10],
    [3, 2, 1, 20],
    [4, 2, 1, 30],
    [5, 1, 31, 40],
    [5, 2, 300, 50],
  ] as const
  expect(totals(definition, facts)).toEqual(totals(byHand, facts))
  expect(totals(definition, facts)).toEqual({ 1: 10 + 2 + 15, 2: 6 + 2 + 10 + 4 + 100 })
})

test('a season in the latest words keeps several rules, parameters, cells and notes', () => {
  const { document, entries } = translate(seasonValues.latest())
  expect(entries.get('mageblood')).toMatchObject({ scoring_preset: 'medals', further_presets: ['present'], finished_by: 'all' })
  expect(entries.get('board')).toMatchObject({ view: 'board', scoring_preset: 'two-lines' })
  expect(entries.get('cell-8')).toMatchObject({ cell: { row: 1, column: 2 }, note: '' })
  expect(entries.get('boss-1')).toMatchObject({ number_field: 'SUBMISSION_VALUE', note: 'Number: number of kills' })
  expect(entries.get('life')).toMatchObject({ objective_type: 'TEAM', number_field: 'LIFE', aggregation: 'MAXIMUM' })
  expect(
    document.scoring_presets?.map(({ key, type, scoring_method, parameters }) => [key, type, scoring_method, parameters]),
  ).toEqual([
    ['decay', 'OBJECTIVE', 'POINTS_PER_UNIT', {}],
    ['each', 'CATEGORY', 'BONUS_PER_COMPLETION', {}],
    ['medals', 'OBJECTIVE', 'RANKED_TIME', {}],
    ['present', 'OBJECTIVE', 'PRESENCE', {}],
    ['sum', 'CATEGORY', 'RANKED_CHILD_SUM', {}],
    ['three-of-five', 'CATEGORY', 'RANKED_COMPLETION_TIME', { required_children: 5, required_percent: 60 }],
    ['two-lines', 'CATEGORY', 'BINGO_BOARD', { lines: 2 }],
  ])
})

test('players report objectives that cannot be counted, and an objective that is switched off is left out', () => {
  const { entries, lines } = translate(seasonValues.latest())
  for (const key of ['stones', 'fuel', 'odd']) {
    expect(entries.get(key)).toMatchObject({ objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE', conditions: [] })
  }
  expect(entries.get('odd')?.scoring_preset).toBe('present')
  expect(entries.has('dropped')).toBe(false)
  expect(lines).toEqual([
    'check event "Mirage Season (PL9)": it is is_public, is_main_event there',
    'check event "Mirage Season (PL9)": totals are shown as medals',
    'check scoring preset "Medals": it pays medals',
    'left_out Builds > Stones: the number "VOID_STONE_COUNT" cannot be translated; players report it instead',
    'check Builds > Stones: the aggregation "LATEST_VALUE" has become SUM_LATEST',
    'left_out Fuel: the type "STASH_TAB" cannot be translated; players report it instead',
    'left_out Dropped: it closes 32d 6h after the event, which hides it there',
    'left_out Odd, condition 1: SHINE EQ "much": there is no item field "SHINE"',
    'left_out Odd: not all of its conditions can be translated; players report it instead',
    'check objectives: split items do not count there for 1 objectives that need more than one',
  ])
})

test('the season in the latest words scores as its rules say', () => {
  const { definition, idOf } = toEngine(translate(seasonValues.latest()).document)
  const cell = (column: number, row: number) => idOf(`cell-${row * 5 + column + 1}`)
  const lines = [0, 1, 2, 3, 4].flatMap((at) => [[cell(at, 0), 1, 1, 100 + at] as const, [cell(0, at), 1, 1, 110 + at] as const])
  const facts = [
    // Team 1: gold and presence. Team 2: silver and presence.
    [idOf('mageblood'), 1, 1, 10],
    [idOf('mageblood'), 2, 1, 20],
    // The first unit pays 8, the second 4, the third and all further ones 2.
    [idOf('chaos-orb'), 2, 4, 30],
    ...lines,
    // 60 percent of five are three; each finished child pays 3.
    ...[1, 2, 3].map((boss) => [idOf(`boss-${boss}`), 2, 1, 200 + boss] as const),
    [idOf('boss-1'), 1, 1, 300],
  ] as const
  expect(totals(definition, facts)).toEqual({
    1: 10_000 + 5 + 300 + 3,
    2: 100 + 5 + (8 + 4 + 2 + 2) + 70 + 9,
  })
})

test('one object or one list with all answers is the same as a file for each', () => {
  const once = [{ source: 'standard input', value: structuredClone(latestSeason) }]
  const listed = [{ source: 'standard input', value: structuredClone(Object.values(latestSeason)) }]
  const { document, report } = translate(seasonValues.latest())
  expect(translate(once)).toMatchObject({ document, report })
  expect(translateSeason(listed)).toMatchObject({ ok: true })
})

test('rules inside objectives are enough, and an id without a rule is reported', () => {
  const { event, objectives } = latestSeason
  const { entries, document } = translate([{ source: 'a', value: { event, objectives } }])
  expect(entries.get('mageblood')).toMatchObject({ scoring_preset: 'medals', further_presets: ['present'] })
  expect(document.scoring_presets).toHaveLength(7)
  const { lines } = translate([
    { source: 'a', value: { event: specificationSeason.event, objectives: specificationSeason.objectives } },
  ])
  expect(lines).toContain('left_out Uniques: there is no scoring preset 12 in the input')
})

test.each([
  [{ scoring_preset_id: 0 }, false],
  [{ scoring_preset_id: 5 }, true],
  [{ scoring_rule_ids: [5] }, true],
])('a root with %o has rules to report: %s', (rules, expected) => {
  const values = seasonValues.specification().map(({ source, value }) => ({
    source,
    value: JSON.parse(JSON.stringify(value), (_, one: unknown) => {
      const isRoot = typeof one === 'object' && one !== null && 'parent_id' in one && one.parent_id === null
      return isRoot ? { ...one, ...rules } : one
    }) as unknown,
  }))
  expect(translate(values).lines.some((line) => line.includes('root'))).toBe(expected)
})

test('the report names spellings in another case, masked objectives, unknown fields, times without a zone and taken cells', () => {
  const [child] = latestSeason.objectives.children
  const odd = {
    ...latestSeason.objectives,
    children: [
      { ...child, name: 'Lower', counting_method: ' first_fresh_completion ', shine: 3 },
      { ...child, name: 'f'.repeat(64), objective_type: '', counting_method: '', tracked_value: '' },
      {
        ...child,
        name: 'Zoneless',
        valid_from: '2026-04-18T18:00:00',
        scoring_rules: [{ ...latestSeason.scoring_rules[0], id: 77, scoring_rule: 'LUCK' }],
      },
      {
        ...latestSeason.objectives.children[3],
        name: 'Old',
        objective_type: 'GROUP',
        counting_method: 'WISH',
        scoring_rules: [],
      },
      {
        ...latestSeason.objectives.children[2],
        children: [
          { ...child, name: 'One', extra: '0, 0' },
          { ...child, name: 'Two', extra: '0,0' },
          { ...child, name: 'Far', extra: '40,0' },
        ],
      },
    ],
  }
  const { entries, lines } = translate([{ source: 'a', value: { event: latestSeason.event, objectives: odd } }])
  expect(entries.get('lower')?.aggregation).toBe('EARLIEST_FRESH_ITEM')
  expect(lines.slice(3)).toEqual([
    'left_out scoring preset "Medals": its method "LUCK" is unknown',
    `left_out ${'f'.repeat(64)}: the answer hides it, because it opens later`,
    'left_out Zoneless, valid_from: "2026-04-18T18:00:00" is not a date and time with its zone',
    'left_out Zoneless: the scoring preset 77 was not translated',
    'check Old: it has objectives below it, and its type is "GROUP"',
    'left_out Old: the aggregation "WISH" is unknown',
    'check Board > Far: the cell "40,0" is beyond a board',
    'check Board > Two: its cell A1 is taken',
    'check Board > Far: it has no cell, and others have',
    'left_out Lower: the field "objective.shine" is unknown',
  ])
})

test('there is no file without exactly one event that has a start', () => {
  const { event, objectives } = latestSeason
  const ask = (value: unknown) => translateSeason([{ source: 'a', value }])
  expect(ask({ objectives })).toMatchObject({ ok: false, problem: expect.stringContaining('no event') })
  expect(ask([event, { ...event, id: 10 }])).toMatchObject({ ok: false, problem: expect.stringContaining('2 events') })
  expect(ask([event, { ...event, id: 10, is_current: true }])).toMatchObject({ ok: true })
  expect(ask({ ...event, event_start_time: 'soon' })).toMatchObject({ ok: false, problem: expect.stringContaining('no start') })
  expect(ask('nothing')).toMatchObject({ ok: false, report: [{ kind: 'left_out', path: 'a' }] })
})

/** The two seasons with any values in any place. */
const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', '1,2', 'CATEGORY', 'ITEM', 'NONE', 'a\u202Eb', ' ', '2026-05-30T00:00:00Z', -1, 0, 0.5),
)
const places = (value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] =>
  typeof value !== 'object' || value === null
    ? [at]
    : [at, ...Object.entries(value).flatMap(([name, part]) => places(part, [...at, name]))]
const seasons = [specificationSeason, latestSeason]

test('an answer with any change is refused or becomes a file without problems', () => {
  const change = fc.constantFrom(0, 1).chain((which) =>
    fc.record({
      which: fc.constant(which),
      edits: fc.array(fc.tuple(fc.constantFrom(...places(seasons[which])), values), { maxLength: 6 }),
    }),
  )
  fc.assert(
    fc.property(change, ({ which, edits }) => {
      const season = { season: structuredClone(seasons[which]) } as Record<string, unknown>
      for (const [path, value] of edits) {
        let inner = season['season'] as Record<string, unknown> | undefined
        for (const name of path.slice(0, -1)) inner = inner?.[name] as typeof inner
        const last = path.at(-1)
        if (typeof inner === 'object' && inner !== null && last !== undefined) inner[last] = value
      }
      const result = translateSeason([{ source: 'a', value: parseStorable(JSON.stringify(season['season'])).value }])
      if (result.ok) expect(readDefinition(writeDefinition(result.document))).toMatchObject({ ok: true })
      else expect(result.problem).toMatch(/\.$/)
    }),
    { numRuns: 100 },
  )
})
