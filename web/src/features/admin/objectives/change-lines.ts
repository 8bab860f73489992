import '../../../messages/admin-objective-changes.ts'
import { listPresetIds } from '@muster/domain/objectives/preset-ids'
import { type MessageKey, type MessageValues, t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import type { Definition } from './definition.ts'
import { type ManyInput, type ObjectiveChange, readCount, readShift } from './many-changes.ts'
import { isRuleField } from './many-rules.ts'

interface Known extends Pick<Definition, 'by_id' | 'presets'> {
  /** The number of ticked objectives. */
  readonly ticked: number
  readonly input: ManyInput
  /** Objectives for which some team has points. */
  readonly scored: ReadonlySet<number>
  /** Keys of unsaved input in the editor. */
  readonly unsaved: ReadonlySet<string>
}

/** The sentence about times, and the values in it. */
function sayTimes({ times, shift, shift_unit }: ManyInput): [key: MessageKey, values: MessageValues] {
  if (times !== 'shift') return [times === 'set' ? 'many.sets' : 'many.removes', {}]
  const count = readShift(shift) ?? 0
  const unit = shift_unit.replace('-', '') as 'days' | 'hours' | 'minutes'
  const by = t(`many.by.${unit}`, { count, number: formatCount(count) })
  return [shift_unit.startsWith('-') ? 'many.earlier' : 'many.later', { by }]
}

/** Sentences about presets, each with the number of objectives. */
function sayRules(changes: readonly ObjectiveChange[], name: string, mode: ManyInput['rule_mode']) {
  const paid = changes
    .filter(({ fields }) => Object.keys(fields).some(isRuleField))
    .map(({ node: { item }, fields }) => ({
      before: listPresetIds(item).length,
      after: listPresetIds({ ...item, ...fields }).length,
    }))
  const kept = paid.filter(({ after }) => after > 0)
  const key = ({ replace: 'many.presets', add: 'many.addsPreset', remove: 'many.takesPreset' } as const)[mode]
  const others = mode === 'replace' ? kept.filter(({ before }) => before > 1) : []
  return [
    [key, kept.length, { name }],
    ['many.takesOthers', others.length, {}],
    ['many.noPreset', paid.length - kept.length, {}],
  ] as const satisfies readonly (readonly [MessageKey, number, MessageValues])[]
}

/** The consequences of changes, one sentence each; empty if nothing changes. */
export function describeChanges(changes: readonly ObjectiveChange[], known: Known): readonly string[] {
  const { ticked, input, by_id, presets, scored, unsaved } = known
  const has = (...fields: readonly (keyof ObjectiveChange['fields'])[]) =>
    changes.filter((change) => fields.some((field) => field in change.fields)).length
  const say = (key: MessageKey, count: number, values: MessageValues = {}) =>
    count === 0 ? [] : [t(key, { ...values, count, number: formatCount(count) })]
  const preset = presets.find(({ id }) => String(id) === input.scoring_preset_id)
  const count = (isMeant: (id: number) => boolean) => changes.filter(({ node }) => isMeant(node.item.id)).length
  const [timesKey, timesValues] = sayTimes(input)
  if (changes.length === 0) return []
  return [
    ...say('many.moves', has('parent_id'), { name: by_id.get(Number(input.parent_id))?.item.name ?? '' }),
    ...sayRules(changes, preset?.name ?? '', input.rule_mode).flatMap(([key, count_of, values]) => say(key, count_of, values)),
    ...say('many.requires', has('required_number'), { required: formatCount(readCount(input.required_number) ?? 0) }),
    ...say(input.hide_progress === 'hide' ? 'many.hides' : 'many.shows', has('hide_progress')),
    ...say(timesKey, has('valid_from', 'valid_to'), timesValues),
    ...say(
      'many.scored',
      count((id) => scored.has(id)),
    ),
    ...say(
      'many.unsaved',
      count((id) => unsaved.has(String(id))),
    ),
    ...say('many.same', ticked - changes.length),
  ]
}
