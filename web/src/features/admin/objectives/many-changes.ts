import { type DefinitionEditInput, maxEdits } from '@muster/contract/definition'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { Objective } from '@muster/contract/objectives'
import { isCategory } from '@muster/domain/objectives/kinds'
import { listCountProblems } from '@muster/domain/objectives/validate'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { type Definition, listBranch, type Node } from './definition.ts'
import { changeRules, findRuleRefusal, isRuleField, type RuleMode, ruleModes, type Rules } from './many-rules.ts'
import { readValues, writeEdit } from './values.ts'

const timeModes = ['keep', 'set', 'shift', 'remove'] as const
export const shiftUnits = ['days', '-days', 'hours', '-hours', 'minutes', '-minutes'] as const
const progressModes = ['keep', 'hide', 'show'] as const

/** The input for many objectives. `keep` and an empty number leave a field as it is. */
export interface ManyInput {
  /** Empty for none. */
  scoring_preset_id: string
  rule_mode: RuleMode
  parent_id: string
  required_number: string
  hide_progress: (typeof progressModes)[number]
  times: (typeof timeModes)[number]
  /** Empty keeps that end. */
  valid_from: string
  valid_to: string
  shift: string
  shift_unit: (typeof shiftUnits)[number]
}

export const noInput: ManyInput = {
  scoring_preset_id: 'keep',
  rule_mode: 'replace',
  parent_id: 'keep',
  required_number: '',
  hide_progress: 'keep',
  times: 'keep',
  valid_from: '',
  valid_to: '',
  shift: '1',
  shift_unit: 'days',
}

/** Whether input of the right types, read from the browser, can be shown. */
export const isManyInput = ({ rule_mode, hide_progress, times, shift_unit }: ManyInput): boolean =>
  ruleModes.includes(rule_mode) &&
  progressModes.includes(hide_progress) &&
  timeModes.includes(times) &&
  shiftUnits.includes(shift_unit)

type Fields = Pick<
  Objective,
  'extra' | keyof Rules | 'parent_id' | 'required_number' | 'hide_progress' | 'valid_from' | 'valid_to'
>
type Field = keyof Fields

/** One objective with the fields that change. */
export interface ObjectiveChange {
  readonly node: Node
  readonly fields: Partial<Fields>
}

/** The ticked objectives in the order of the tree. */
export const listTicked = ({ root }: Pick<Definition, 'root'>, ids: ReadonlySet<number>): readonly Node[] =>
  listBranch(root).filter(({ item }) => ids.has(item.id) && !isCategory(item))

export const readCount = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text) : null)

/** At most 273 years in days, so that every sum is a date. */
export const readShift = (text: string): number | null => (/^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text) : null)

const unit_ms = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 } as const

/** Days follow the clock on the wall: 18:00 stays 18:00 when clocks change. */
function shiftTime(text: string, { shift, shift_unit }: ManyInput, zone: string): string {
  const unit = shift_unit.replace('-', '') as keyof typeof unit_ms
  const by_ms = (readShift(shift) ?? 0) * unit_ms[unit] * (shift_unit.startsWith('-') ? -1 : 1)
  const at_ms = Date.parse(text)
  if (unit !== 'days') return new Date(at_ms + by_ms).toISOString()
  const local = new Date(Date.parse(`${toWallClock(at_ms, zone)}Z`) + by_ms).toISOString().slice(0, 19)
  return new Date(fromWallClock(local, zone) ?? at_ms + by_ms).toISOString()
}

function readTimes(item: Objective, input: ManyInput, zone: string): Partial<Fields> {
  const { times, valid_from, valid_to } = input
  if (times === 'remove') return { valid_from: null, valid_to: null }
  if (times === 'set') return { ...(valid_from && { valid_from }), ...(valid_to && { valid_to }) }
  const shifted = (at: string | null) => at && shiftTime(at, input, zone)
  return times === 'shift' ? { valid_from: shifted(item.valid_from), valid_to: shifted(item.valid_to) } : {}
}

/** Absent further rules equal an empty list. */
const isEqual = (field: Field, a: Objective[Field] | undefined, b: Objective[Field] | undefined): boolean => {
  if (field === 'further_preset_ids') return String(a ?? []) === String(b ?? [])
  const isTime = field === 'valid_from' || field === 'valid_to'
  return isTime && typeof a === 'string' && typeof b === 'string' ? Date.parse(a) === Date.parse(b) : a === b
}

const pickFields = (fields: Partial<Fields>, isWanted: (field: Field) => boolean): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => isWanted(field as Field)))

/** The objectives that the input changes, with the fields that differ. @param zone in which days are shifted */
export function listChanges(nodes: readonly Node[], input: ManyInput, zone: string): readonly ObjectiveChange[] {
  const { scoring_preset_id, rule_mode, parent_id, hide_progress } = input
  const preset_id = scoring_preset_id === '' ? null : (Number(scoring_preset_id) as ScoringPresetId)
  const required_number = readCount(input.required_number)
  return nodes.flatMap((node) => {
    const wanted = {
      ...(scoring_preset_id !== 'keep' && changeRules(node.item, preset_id, rule_mode)),
      ...(parent_id !== 'keep' && { parent_id: Number(parent_id) }),
      ...(required_number !== null && { required_number }),
      ...(hide_progress !== 'keep' && { hide_progress: hide_progress === 'hide' }),
      ...readTimes(node.item, input, zone),
    } as Partial<Fields>
    const fields = pickFields(wanted, (field) => !isEqual(field, node.item[field], wanted[field]))
    return Object.keys(fields).length > 0 ? [{ node, fields }] : []
  })
}

const idOf = (id: number | null | undefined) => id as ObjectiveId

/** One edit for each objective; its conditions are kept. */
const writeFields = (item: Objective, fields: Partial<Fields>): DefinitionEditInput =>
  writeEdit(
    { ...readValues({ ...item, ...fields }), conditions: [] },
    {
      id: item.id,
      parent_id: fields.parent_id ?? item.parent_id ?? 0,
      version: item.version,
      other_conditions: 'keep',
    },
  )

export const writeChanges = (changes: readonly ObjectiveChange[]): DefinitionEditInput[] =>
  changes.map(({ node, fields }) => writeFields(node.item, fields))

/** The next sibling that stays: moved objectives come back in front of it, in their order. */
function findNext({ item, parent }: Node, moved: ReadonlySet<number>): number | null {
  const siblings = parent?.children ?? []
  const at = siblings.findIndex((one) => one.item.id === item.id)
  return siblings.slice(at + 1).find((one) => !moved.has(one.item.id))?.item.id ?? null
}

/**
 * The edits that take changes back. Fields that another person has changed since, and deleted objectives, stay as they are.
 * @param by_id the tree as it is now
 */
export function writeUndo(changes: readonly ObjectiveChange[], by_id: ReadonlyMap<number, Node>): DefinitionEditInput[] {
  const moved = new Set(changes.flatMap(({ node, fields }) => (fields.parent_id === undefined ? [] : [node.item.id])))
  return changes.flatMap(({ node, fields }) => {
    const now = by_id.get(node.item.id)?.item
    if (!now) return []
    const stays = (field: Field) => !(field in fields) || isEqual(field, now[field], fields[field])
    // Rules belong together: the first rule of one state does not fit the further rules of another.
    const hasRules = stays('scoring_preset_id') && stays('further_preset_ids')
    const old = pickFields(fields, (field) => (isRuleField(field) ? hasRules : stays(field)))
    const before = pickFields(node.item, (field) => field in old)
    const { parent_id, ...others } = before
    const edits = Object.keys(others).length > 0 ? [writeFields(now, others)] : []
    if (parent_id === undefined || parent_id === null || !by_id.has(parent_id)) return edits
    const next = findNext(node, moved)
    const before_id = next !== null && by_id.get(next)?.item.parent_id === parent_id ? next : null
    const id = idOf(now.id)
    return [
      ...edits,
      {
        kind: 'place_objective' as const,
        id,
        parent_id: idOf(parent_id),
        before_id: before_id === null ? null : idOf(before_id),
        base_version: now.version,
      },
    ]
  })
}

/** The number of edits in the larger of two saves, the change and its undo; null if one save can take them. */
export function countTooMany(changes: readonly ObjectiveChange[]): number | null {
  const count = changes.reduce((sum, { fields }) => sum + ('parent_id' in fields && Object.keys(fields).length > 1 ? 2 : 1), 0)
  return count > maxEdits ? count : null
}

/** Why the server would refuse the changes, by objective: the checks of the fields in `saveObjective`. */
export function listRefusals(changes: readonly ObjectiveChange[]) {
  const toTime = (text: string | null) => (text === null ? null : Date.parse(text))
  return changes.flatMap(({ node: { item }, fields }) => {
    const { valid_from, valid_to, ...rest } = { ...item, ...fields }
    const draft = { ...rest, valid_from: toTime(valid_from), valid_to: toTime(valid_to) }
    const tooMany = findRuleRefusal(rest)
    return [
      ...(tooMany === null ? [] : [{ field: 'scoring_preset_id', problem: tooMany }]),
      ...listCountProblems(draft as never),
    ].map((problem) => ({ name: item.name, ...problem }))
  })
}
