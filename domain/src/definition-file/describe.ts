import { type EventField, eventColumns } from '@muster/contract/events'
import { parameterNames, presetParameters, type PresetParameters } from '@muster/contract/preset-parameters'
import { writeParameter } from '../objectives/preset-parameters.ts'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { nameOrdinal } from '../scoring/rank-text.ts'
import { readPays } from '../scoring/methods/index.ts'
import { sayAmount } from '../conditions/phrases.ts'
import { nameCondition } from './conditions.ts'
import { type Changed, type Difference, type ObjectiveField, startOf } from './difference.ts'
import {
  type DefinitionDocument,
  isOffset,
  listEntries,
  listPresetKeys,
  type ObjectiveEntry,
  type PlacedEntry,
  type PresetEntry,
} from './document.ts'
import { writeLength, writeOffset, writeTime } from './moment.ts'

export type DifferencePart = 'event' | 'scoring_presets' | 'objectives' | 'rules'

/** One change that a file makes, in words. */
export interface DifferenceLine {
  readonly part: DifferencePart
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly sentence: string
  /** The affected objectives, each with its ancestor categories. */
  readonly places: readonly string[]
}

/** Separates the names of a path. */
const below = ' › '

/** Longer texts are shortened, so that they do not hide the rest. */
const maxTextLength = 60
const show = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return `"${line.length > maxTextLength ? `${line.slice(0, maxTextLength)}…` : line}"`
}
const count = (number: number, one: string, more = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : more}`

/** All changes of a difference, in the order of the file; equal changes of several objectives are one line. */
export function describeDifference(difference: Difference): DifferenceLine[] {
  return [
    ...describeEvent(difference),
    ...describePresets(difference),
    ...describeObjectives(difference),
    ...describeRules(difference),
  ]
}

function* describeEvent({ event, before, after }: Difference): Generator<DifferenceLine> {
  const showField = (document: DefinitionDocument, field: EventField): string => {
    if (field === 'personal_objectives') return describePersonal(document.event?.[field] ?? null)
    const value = document.event?.[field] ?? null
    if (value === null) return 'none'
    if (field === 'event_start_time') return writeTime(Number(value))
    return isOffset(field) ? writeTime(startOf(document) + Number(value)) : String(value)
  }
  for (const field of event.fields) {
    const sentence = `${eventColumns[field].label}: ${showField(before, field)} → ${showField(after, field)}`
    yield { part: 'event', kind: 'changed', sentence, places: [] }
  }
}

/** The rules of personal objectives on one line: `PLAYER_LEVEL 40: 1, ASCENDANCY 4: 1 (9 at most); ARMOUR 30,000: 1, 60,000: 2`. */
function describePersonal(rules: PersonalObjectives | null): string {
  if (rules === null) return 'the usual steps'
  const pay = ({ at, points }: { at: number; points: number }) => `${at.toLocaleString('en')}: ${points}`
  const cap = (most: number) => (most === 0 ? '' : ` (${most} at most)`)
  const steps = rules.steps.map((step) => `${step.number_field} ${pay(step)}`).join(', ')
  const figures = rules.figures.map(({ number_field, steps }) => `${number_field} ${steps.map(pay).join(', ')}`).join('; ')
  return [steps && `${steps}${cap(rules.cap)}`, figures && `${figures}${cap(rules.figures_cap)}`].filter(Boolean).join('; ')
}

function countUsers({ objectives }: DefinitionDocument): ReadonlyMap<string, number> {
  const users = new Map<string, number>()
  for (const { entry } of listEntries(objectives ?? [])) {
    for (const key of listPresetKeys(entry)) users.set(key, (users.get(key) ?? 0) + 1)
  }
  return users
}

function* describePresets({ presets, before, after }: Difference): Generator<DifferenceLine> {
  const [usedBefore, usedAfter] = [countUsers(before), countUsers(after)]
  const line = (kind: DifferenceLine['kind'], sentence: string): DifferenceLine => ({
    part: 'scoring_presets',
    kind,
    sentence,
    places: [],
  })
  for (const { name, points } of presets.added) {
    yield line('added', `Preset ${show(name)} is added, with the points ${showPoints(points)}`)
  }
  for (const { key, name } of presets.removed) {
    yield line('removed', `Preset ${show(name)} is removed; ${count(usedBefore.get(key) ?? 0, 'objective')} used it`)
  }
  for (const change of presets.changed) {
    const affected = count(usedAfter.get(change.after.key) ?? 0, 'objective')
    for (const words of describePreset(change)) {
      yield line('changed', `Preset ${show(change.before.name)}: ${words}; affects ${affected}`)
    }
  }
}

const showPoints = (points: readonly number[]): string => (points.length === 0 ? 'none' : points.join(', '))

/** Upper bound for values listed individually; a list with more changes is shown as a whole. */
const maxValues = 3

function describePreset({ before, after, fields }: Changed<PresetEntry, keyof PresetEntry>): string[] {
  return fields.flatMap((field) => {
    switch (field) {
      case 'points':
        return describePoints(before, after)
      case 'name':
        return `is renamed to ${show(after.name)}`
      case 'description':
        return `description ${show(before.description)} → ${show(after.description)}`
      case 'point_cap': {
        const showCap = (cap: number) => (cap === 0 ? 'none' : String(cap))
        return `cap ${showCap(before.point_cap)} → ${showCap(after.point_cap)}`
      }
      case 'parameters':
        return describeParameters(before.parameters, after.parameters)
      case 'key':
        return `key ${before.key} → ${after.key}`
      case 'type':
      case 'scoring_method':
        return `${field === 'type' ? 'type' : 'method'} ${before[field]} → ${after[field]}`
    }
  })
}

const describeParameters = (before: PresetParameters, after: PresetParameters): string[] =>
  parameterNames.flatMap((name) => {
    const [old, now] = [before, after].map((one) => writeParameter(name, one).replaceAll('\n', '; ') || 'none')
    return old === now ? [] : `${presetParameters[name].label.toLowerCase()} ${old} → ${now}`
  })

function describePoints(before: PresetEntry, after: PresetEntry): string[] {
  const places = Array.from({ length: Math.max(before.points.length, after.points.length) }, (_, at) => at)
  const different = places.filter((at) => before.points[at] !== after.points[at])
  if (different.length > maxValues) return [`points ${showPoints(before.points)} → ${showPoints(after.points)}`]
  const isByPlace = readPays(after) === 'by_place'
  return different.map((at) => {
    const what = isByPlace ? `points for ${nameOrdinal(at + 1)}` : places.length === 1 ? 'points' : `${nameOrdinal(at + 1)} value`
    return `${what}: ${before.points[at] ?? 'none'} → ${after.points[at] ?? 'none'}`
  })
}

/** Names of an objective and its ancestor categories. */
function listPaths(objectives: readonly ObjectiveEntry[]): ReadonlyMap<ObjectiveEntry, string> {
  const paths = new Map<ObjectiveEntry, string>()
  for (const { entry, parent } of listEntries(objectives)) {
    paths.set(entry, parent === null ? entry.name : `${paths.get(parent) ?? ''}${below}${entry.name}`)
  }
  return paths
}

const countBelow = ({ children }: ObjectiveEntry): number => listEntries(children).length

function* describeObjectives(difference: Difference): Generator<DifferenceLine> {
  const { objectives, before, after } = difference
  const [pathsBefore, pathsAfter] = [listPaths(before.objectives ?? []), listPaths(after.objectives ?? [])]
  yield* describeBranches('added', objectives.added, pathsAfter)
  yield* describeBranches('removed', objectives.removed, pathsBefore)
  for (const move of objectives.moved) {
    const nameParent = ({ parent }: PlacedEntry, paths: ReadonlyMap<ObjectiveEntry, string>) =>
      parent === null ? 'the top' : (paths.get(parent) ?? '')
    const [from, to] = [nameParent(move.before, pathsBefore), nameParent(move.after, pathsAfter)]
    const sentence = `${show(move.after.entry.name)} is moved from ${from} to ${to}`
    yield { part: 'objectives', kind: 'moved', sentence, places: [pathsAfter.get(move.after.entry) ?? ''] }
  }
  yield* describeChanges(difference, pathsAfter)
  for (const place of objectives.reordered) {
    const where = place === null ? 'the top' : (pathsAfter.get(place.entry) ?? '')
    yield { part: 'objectives', kind: 'moved', sentence: `The order below ${where} changes`, places: [] }
  }
}

/** Upper bound for objectives of one category listed by name. */
const maxNamed = 5

/** A branch that is added or removed as a whole is named by its top objective. */
function* describeBranches(
  kind: 'added' | 'removed',
  listed: readonly PlacedEntry[],
  paths: ReadonlyMap<ObjectiveEntry, string>,
): Generator<DifferenceLine> {
  const all = new Set(listed.map(({ entry }) => entry))
  const byParent = new Map<ObjectiveEntry | null, ObjectiveEntry[]>()
  for (const { entry, parent } of listed) {
    if (parent !== null && all.has(parent)) continue
    byParent.set(parent, [...(byParent.get(parent) ?? []), entry])
  }
  const pathOf = (entry: ObjectiveEntry) => paths.get(entry) ?? entry.name
  for (const [parent, entries] of byParent) {
    const where = parent === null ? '' : ` below ${pathOf(parent)}`
    const [branches, leaves] = [
      entries.filter((one) => one.children.length > 0),
      entries.filter((one) => one.children.length === 0),
    ]
    for (const entry of branches) {
      const among = listEntries(entry.children).filter((one) => all.has(one.entry)).length
      const rest = countBelow(entry) - among
      const words = `${show(entry.name)} is ${kind}${where}, with ${count(among, 'objective')} below it`
      const sentence =
        rest > 0 ? `${words}; ${count(rest, 'other')} ${kind === 'added' ? 'move there' : 'move elsewhere'}` : words
      yield { part: 'objectives', kind, sentence, places: [pathOf(entry)] }
    }
    if (leaves.length <= maxNamed) {
      for (const entry of leaves) {
        yield { part: 'objectives', kind, sentence: `${show(entry.name)} is ${kind}${where}`, places: [pathOf(entry)] }
      }
    } else {
      const sentence = `${count(leaves.length, 'objective')} are ${kind}${where}`
      yield { part: 'objectives', kind, sentence, places: leaves.map(pathOf) }
    }
  }
}

/** Changes of fields, with equal changes of several objectives combined. */
function describeChanges(difference: Difference, paths: ReadonlyMap<ObjectiveEntry, string>): DifferenceLine[] {
  const shift = startOf(difference.after) - startOf(difference.before)
  const presetNames = new Map(
    [...(difference.before.scoring_presets ?? []), ...(difference.after.scoring_presets ?? [])].map(({ key, name }) => [
      key,
      name,
    ]),
  )
  const places = new Map<string, string[]>()
  for (const { before, after, fields } of difference.objectives.changed) {
    const path = paths.get(after.entry) ?? after.entry.name
    const sentences = new Set(fields.map((field) => describeField(field, before.entry, after.entry, { shift, presetNames })))
    for (const sentence of sentences) places.set(sentence, [...(places.get(sentence) ?? []), path])
  }
  return [...places].map(([sentence, list]) => {
    const [first] = list
    const who = list.length === 1 ? (first ?? '') : count(list.length, 'objective')
    return { part: 'objectives', kind: 'changed', sentence: `${who}: ${sentence}`, places: list }
  })
}

interface Surroundings {
  readonly shift: number
  readonly presetNames: ReadonlyMap<string, string>
}

function describeField(
  field: ObjectiveField,
  before: ObjectiveEntry,
  after: ObjectiveEntry,
  { shift, presetNames }: Surroundings,
): string {
  const namePreset = (key: string | null) => (key === null ? 'none' : show(presetNames.get(key) ?? key))
  switch (field) {
    case 'name':
      return `renamed from ${show(before.name)} to ${show(after.name)}`
    case 'key':
      return `key ${before.key} → ${after.key}`
    case 'objective_type':
      return `type ${before.objective_type} → ${after.objective_type}`
    case 'note':
      return `note ${show(before.note)} → ${show(after.note)}`
    case 'view':
    case 'tab':
      return `${field} ${before[field] ?? 'none'} → ${after[field] ?? 'none'}`
    case 'cell': {
      const showCell = (cell: ObjectiveEntry['cell']) => (cell ? `row ${cell.row + 1}, column ${cell.column + 1}` : 'none')
      return `cell ${showCell(before.cell)} → ${showCell(after.cell)}`
    }
    case 'aggregation':
      return `aggregation ${before.aggregation} → ${after.aggregation}`
    case 'number_field':
      return `counts ${before.number_field} → ${after.number_field}`
    case 'required_number':
      return `required number ${before.required_number} → ${after.required_number}`
    case 'players_from':
    case 'pieces_from':
      return `${field === 'players_from' ? 'counts players from' : 'counts pieces from'} ${before[field] ?? 'none'} → ${after[field] ?? 'none'}`
    case 'hide_progress':
      return after.hide_progress ? 'progress becomes hidden' : 'progress becomes visible'
    case 'reports':
    case 'report_proof':
      return `${field === 'reports' ? 'reports' : 'proof'} ${before[field] ?? 'as in the category'} → ${after[field] ?? 'as in the category'}`
    case 'scoring_preset':
      return `scoring preset ${namePreset(before.scoring_preset)} → ${namePreset(after.scoring_preset)}`
    case 'further_presets': {
      const name = ({ further_presets }: ObjectiveEntry) => further_presets.map(namePreset).join(', ') || 'none'
      return `further scoring presets ${name(before)} → ${name(after)}`
    }
    case 'finished_by':
      return after.finished_by === 'all' ? 'finished when all its rules are' : 'finished when its first rule is'
    case 'conditions':
      return `conditions ${describeConditions(before, after)}`
    case 'valid_from':
    case 'valid_to': {
      if (shift !== 0 && before[field] === after[field]) {
        return `the window moves ${shift > 0 ? 'later' : 'earlier'} with the start, by ${writeLength(shift)}`
      }
      const showTime = (offset: number | null) => (offset === null ? 'no limit' : writeOffset(offset))
      return `${field === 'valid_from' ? 'opens' : 'closes'} ${showTime(before[field])} → ${showTime(after[field])}`
    }
  }
}

function describeConditions(before: ObjectiveEntry, after: ObjectiveEntry): string {
  const list = ({ conditions }: ObjectiveEntry) =>
    conditions.map((one) => {
      const { any_of, at_least = 1 } = one
      const group = any_of === null ? '' : `${at_least === 1 ? 'any' : `at least ${at_least}`} of group ${any_of}: `
      return `${group}${nameCondition(one)}${sayAmount(one)}`
    })
  const [old, now] = [list(before), list(after)]
  const [gone, come] = [old.filter((one) => !now.includes(one)), now.filter((one) => !old.includes(one))]
  const words = [...gone.map((one) => `without ${show(one)}`), ...come.map((one) => `with ${show(one)}`)]
  return words.length > 0 ? words.join(', ') : 'have another order'
}

function* describeRules({ rules }: Difference): Generator<DifferenceLine> {
  if (rules === null) return
  const [old, now] = [rules.before, rules.after].map((text) => text.split('\n').filter((one) => one.trim() !== ''))
  const [oldSet, nowSet] = [new Set(old), new Set(now)]
  const come = (now ?? []).filter((one) => !oldSet.has(one)).length
  const gone = (old ?? []).filter((one) => !nowSet.has(one)).length
  const sentence = `The rules change: ${count(come, 'line')} added, ${count(gone, 'line')} removed`
  yield { part: 'rules', kind: 'changed', sentence, places: [] }
}
