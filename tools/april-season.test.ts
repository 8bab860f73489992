import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareDefinitions } from '@muster/domain/definition-file/difference'
import { readDefinition } from '@muster/domain/definition-file/read'
import { translateSeason } from '@muster/domain/event-import/translate'
import { expect, test } from 'vitest'
import { root } from './places.ts'

const readText = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

/** The answers of an event with several rules, medals and a board, made up in the form that the existing system has since April 2026. */
function translateAnswers() {
  const text = readText('domain', 'src', 'event-import', 'testing', 'april-2026.json')
  const season = translateSeason([{ source: 'april-2026.json', value: JSON.parse(text) as unknown }])
  if (!season.ok) throw new Error(season.problem)
  return season
}
function readExample() {
  const read = readDefinition(readText('server', 'src', 'definition', 'examples', 'season.yaml'))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.document
}

test('the translated season is the example, without the thresholds that the other system keeps in its program', () => {
  const { presets, objectives, event } = compareDefinitions(translateAnswers().document, readExample())
  expect([presets.removed, presets.changed]).toEqual([[], []])
  expect(presets.added.map(({ scoring_method }) => scoring_method)).toEqual(Array(3).fill('POINTS_BY_THRESHOLD'))
  expect([objectives.added, objectives.removed, objectives.moved, objectives.reordered]).toEqual([[], [], [], []])
  const added = new Set(presets.added.map(({ key }) => key))
  expect(
    objectives.changed.map(({ before, after, fields }) => [after.parent?.name, before.entry.scoring_preset, fields]),
  ).toEqual(Array(3).fill(['Builds', null, ['scoring_preset']]))
  expect(objectives.changed.every(({ after }) => added.has(after.entry.scoring_preset ?? ''))).toBe(true)
  expect(event.fields).toEqual(['personal_objectives'])
})

test('the report leaves nothing of the season to guesses: flags, medals, steps of players, the latest number, split items, the team', () => {
  const { report } = translateAnswers()
  const lines = report.map(({ kind, path, problem }) => `${kind} ${path}: ${problem}`)
  expect(lines.filter((line) => !line.endsWith('it pays medals'))).toEqual([
    'check event "Mirage Season (PL9)": it is is_current, is_public, is_main_event there',
    'check event "Mirage Season (PL9)": totals are shown as medals',
    'check Personal Objectives > Points of all players: the number "PERSONAL_OBJECTIVE_SCORE" has become PLAYER_SCORE',
    'check Collections > Orbs of Alchemy in all tabs: the aggregation "LATEST_VALUE" has become SUM_LATEST',
    'check objectives: split items do not count there for 8 objectives that need more than one',
    'left_out team "Dunes": a file has no teams',
  ])
  expect(lines.filter((line) => line.endsWith('it pays medals'))).toHaveLength(9)
})
