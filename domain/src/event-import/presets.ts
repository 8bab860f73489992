import { textLength } from '@muster/contract/body'
import { orderParameters, type PresetParameters } from '@muster/contract/preset-parameters'
import { largestPoints, longestPoints, scoringPresetTypes } from '@muster/contract/scoring-presets'
import type { PresetEntry } from '../definition-file/document.ts'
import { chooseKey } from '../definition-file/keys.ts'
import { listPresetProblems, readParameter } from '../objectives/preset-parameters.ts'
import { methods } from '../scoring/methods/index.ts'
import { isRaw, pick, type Raw, readId, readName, readText, readWhole, type UnknownFields } from './json.ts'
import { quoted, type Report } from './report.ts'
import { findMeaning, methodNames, parameterNames } from './vocabulary.ts'

const known = new Set([
  'id',
  'event_id',
  'name',
  'description',
  'points',
  'point_cap',
  'scoring_method',
  'scoring_rule',
  'rule_type',
  'type',
  'extra',
])

/** Presets of the file by the ids of the existing system; null: its method is unknown. */
export type PresetsById = ReadonlyMap<number, PresetEntry | null>

/** In the existing system, medals are points: 10000 for gold, 100 for silver, 1 for bronze. */
const paysMedals = (points: readonly number[]) => points.includes(10_000) && points.includes(100)

function readPoints(value: unknown, path: string, report: Report): number[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : []
  const points = given.filter((one): one is number => typeof one === 'number' && Math.abs(one) <= largestPoints)
  if (points.length < given.length)
    report.leaveOut(path, 'values of its points are not numbers, or too large', 'Enter the list of points by hand.')
  if (points.length > longestPoints)
    report.leaveOut(
      path,
      `only the first ${longestPoints} of ${points.length} values are kept`,
      'Shorten the list: its last value repeats.',
    )
  return points.slice(0, longestPoints).map((one) => one + 0)
}

function readParameters(
  extra: unknown,
  { takes }: Pick<(typeof methods)[PresetEntry['scoring_method']], 'takes'>,
  path: string,
  report: Report,
): PresetParameters {
  const parameters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(isRaw(extra) ? extra : {})) {
    const text = (typeof value === 'number' ? String(value) : readText(value)).trim()
    if (text === '') continue
    const meaning = findMeaning(parameterNames, name)?.is ?? null
    const read = meaning === null ? null : readParameter(meaning, text)
    if (meaning === null)
      report.leaveOut(path, `extra ${quoted(name)} is unknown`, 'Enter by hand whatever it means for the rule.')
    else if (takes[meaning] === undefined)
      report.leaveOut(path, `extra ${quoted(name)} has no effect on this method`, 'Remove it, or choose another method.')
    else if (read === null) report.leaveOut(path, `extra ${quoted(name)} cannot be ${quoted(value)}`, `Enter ${meaning} by hand.`)
    else parameters[meaning] = read
  }
  return orderParameters(parameters)
}

function translatePreset(raw: Raw, taken: ReadonlySet<string>, report: Report): PresetEntry | null {
  const path = `scoring preset ${quoted(pick(raw, 'name') ?? pick(raw, 'id'))}`
  const method = readText(pick(raw, 'scoring_method', 'scoring_rule', 'rule_type'))
  const meaning = findMeaning(methodNames, method)
  if (meaning === null || meaning.is === null) {
    report.leaveOut(
      path,
      `its method ${quoted(method)} is unknown`,
      'Write the preset by hand with one of the methods in docs/scoring.md.',
    )
    return null
  }
  const scoring_method = meaning.is
  const row = methods[scoring_method]
  const points = readPoints(pick(raw, 'points'), path, report)
  if (paysMedals(points))
    report.check(path, 'it pays medals', 'Gold, silver and bronze stay plain points: 10000, 100 and 1. Muster shows no medals.')
  if (row.pays === 'by_value' && points.length > 1)
    report.check(
      path,
      'only its first value counts',
      'If the i-th unit shall pay the i-th value, choose the method with points by unit.',
    )
  const type = scoringPresetTypes.find((one) => one === readText(pick(raw, 'type')).trim().toUpperCase())
  const name = readName(pick(raw, 'name'), `Rule ${readId(pick(raw, 'id')) ?? ''}`.trim(), path, report)
  const description = readText(pick(raw, 'description'))
  if (description.length > textLength)
    report.leaveOut(path, `its description is longer than ${textLength} characters`, 'Shorten it: the end is cut off.')
  const preset: PresetEntry = {
    key: chooseKey(name, 'preset', null, taken),
    name,
    description: description.slice(0, textLength).toWellFormed(),
    type: type ?? (row.reads === 'children' ? 'CATEGORY' : 'OBJECTIVE'),
    scoring_method,
    points,
    point_cap: readWhole(pick(raw, 'point_cap'), 0, largestPoints, `${path}, point_cap`, report) ?? 0,
    parameters: readParameters(pick(raw, 'extra'), row, path, report),
  }
  for (const { field, problem } of listPresetProblems(preset))
    report.check(path, `${field} ${problem}`, 'Correct it in the file.')
  return preset
}

/** Translates presets; a preset that is in several answers is translated once. */
export function translatePresets(given: readonly Raw[], report: Report, unknown: UnknownFields): PresetsById {
  const presets = new Map<number, PresetEntry | null>()
  const taken = new Set<string>()
  for (const raw of given) {
    const id = readId(pick(raw, 'id'))
    if (id !== null && presets.has(id)) continue
    const path = `scoring preset ${quoted(pick(raw, 'name') ?? id)}`
    unknown.note(raw, known, 'scoring preset', path)
    if (id === null) {
      report.leaveOut(path, 'it has no id', 'Write the preset by hand.')
      continue
    }
    const preset = translatePreset(raw, taken, report)
    presets.set(id, preset)
    if (preset) taken.add(preset.key)
  }
  return presets
}
