/**
 * How many condition lists are laid out for matching: equal questions become one, and every list is filed under the one
 * question that rules out most items.
 */
import { type ItemField, itemFields } from '@muster/contract/conditions'
import { type FieldRow, fields } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { findNeedles } from './needles.ts'
import type { TextTest } from './pattern.ts'
import { createTextIndex, type TextIndex } from './text-index.ts'

/** A distinct question about a text of one field: does it contain this, does it match that. */
export interface Probe {
  readonly number: number
  readonly field: ItemField
  readonly test: TextTest
  /** Texts of which one occurs wherever the answer is yes, letters folded; null when nothing is known. */
  readonly needles: readonly string[] | null
}

/** A field whose texts are looked up for all plans at once. */
export interface TextField {
  readonly number: number
  readonly row: FieldRow
  readonly slot: number
  /** Numbers of the plans filed under exactly this shown text; null when there are none. */
  readonly filed: ReadonlyMap<string, readonly number[]> | null
  /** Looks for probes; null when there are none. */
  readonly index: TextIndex | null
  /** Whether plans wait for probes of this field: then it is searched for every item. */
  readonly drives: boolean
}

/** A distinct condition that is not a question about parts of texts. */
export interface Test {
  readonly number: number
  readonly field: ItemField
  readonly slot: number
  readonly read: FieldRow['read']
  readonly holds: CompiledCondition['holds']
}

/** One list of conditions, without the equality it may be filed under. Its number is its position. */
export interface Plan {
  readonly fields: readonly TextField[]
  readonly all: readonly number[]
  readonly none: readonly number[]
  /** Tests that look at one key of the item, and those that search it. */
  readonly quickTests: readonly Test[]
  readonly tests: readonly Test[]
}

export interface Plans {
  readonly plans: readonly Plan[]
  /**
   * By plan, a probe of a driving field that rules the plan out when no text is promising, or -1: most plans an item meets
   * end here, so it is worth knowing without looking at the plan.
   */
  readonly gates: Int32Array
  readonly textFields: readonly TextField[]
  readonly probes: readonly Probe[]
  readonly tests: readonly Test[]
  readonly slots: number
  /** Numbers of plans by the probe they wait for; no entry when none does. */
  readonly waiting: readonly (readonly number[] | undefined)[]
  /** Numbers of plans that nothing can rule out beforehand: tried on every item. */
  readonly always: readonly number[]
}

/** How common one text of a field is among items, in arbitrary units; the least common equality of a list wins. */
const shareOfText: Readonly<Partial<Record<ItemField, number>>> = {
  NAME: 1,
  BASE_TYPE: 2,
  ITEM_CLASS: 100,
  SOCKETS: 200,
  RARITY: 500,
}
/** Above this share an equality says less than a question about parts of a text. */
const poorShare = 150

/** Lays out the lists; equal conditions of different lists are asked once per item. */
export function planConditions(lists: readonly (readonly CompiledCondition[])[]): Plans {
  const probes = new Map<string, Probe>()
  const tests = new Map<string, Test>()
  const slots = new Map<ItemField, number>()

  function slotOf(field: ItemField): number {
    const slot = slots.get(field) ?? slots.size
    slots.set(field, slot)
    return slot
  }
  function probeOf(field: ItemField, key: string, test: TextTest, needles: readonly string[] | null): Probe {
    const fullKey = `${field} ${key}`
    const probe = probes.get(fullKey) ?? { number: probes.size, field, test, needles }
    probes.set(fullKey, probe)
    return probe
  }
  function probesOf({ field, probe }: CompiledCondition): Probe[] {
    if (probe?.kind === 'pattern') return [probeOf(field, `matches ${probe.source}`, probe.test, findNeedles(probe.source))]
    if (probe?.kind !== 'contains') return []
    return probe.texts.map((part) => probeOf(field, `contains ${part}`, (text) => text.includes(part), [part]))
  }
  function testOf({ field, operator, value, read, holds }: CompiledCondition): Test {
    const key = `${field} ${operator} ${value}`
    const test = tests.get(key) ?? { number: tests.size, field, slot: slotOf(field), read, holds }
    tests.set(key, test)
    return test
  }

  const drafts = lists.map((conditions) => {
    const filed = pickEquality(conditions)
    const rest = conditions.filter((condition) => condition !== filed)
    const searched = rest.filter(({ probe }) => probe !== null && probe.kind !== 'equals')
    const positive = searched.filter(({ probe }) => probe?.negated === false).flatMap(probesOf)
    const negative = searched.filter(({ probe }) => probe?.negated === true).flatMap(probesOf)
    const others = rest.filter((condition) => !searched.includes(condition)).map(testOf)
    return { filed, positive, negative, tests: others, trigger: filed === null ? pickProbe(positive) : null }
  })

  const filed = new Map<ItemField, Map<string, number[]>>()
  for (const draft of drafts) if (draft.filed !== null) filed.set(draft.filed.field, new Map())
  const driving = new Set(drafts.flatMap((draft) => (draft.trigger === null ? [] : [draft.trigger.field])))
  const allProbes = [...probes.values()]
  const textFields = itemFields
    .filter((field) => filed.has(field) || allProbes.some((probe) => probe.field === field))
    .map((field, number) => {
      const own = allProbes.filter((probe) => probe.field === field)
      const index = own.length > 0 ? createTextIndex(own) : null
      return {
        field,
        number,
        row: fields[field],
        slot: slotOf(field),
        filed: filed.get(field) ?? null,
        index,
        drives: driving.has(field),
      }
    })

  const waiting: number[][] = []
  const always: number[] = []
  const plans = drafts.map((draft, number): Plan => {
    const needed = new Set([...draft.positive, ...draft.negative].map((probe) => probe.field))
    const plan: Plan = {
      // Driving fields have been looked up before any plan is tried.
      fields: textFields.filter((field) => needed.has(field.field) && !field.drives),
      all: [...new Set(draft.positive.map((probe) => probe.number))],
      none: [...new Set(draft.negative.map((probe) => probe.number))],
      quickTests: [...new Set(draft.tests)].filter((test) => singleKeyFields.has(test.field)),
      tests: [...new Set(draft.tests)].filter((test) => !singleKeyFields.has(test.field)),
    }
    if (draft.filed !== null) fileUnderTexts(filed, draft.filed, number)
    else if (draft.trigger !== null) (waiting[draft.trigger.number] ??= []).push(number)
    else always.push(number)
    return plan
  })
  const gates = Int32Array.from(drafts, ({ positive }) => positive.find((probe) => driving.has(probe.field))?.number ?? -1)
  return { plans, gates, textFields, probes: allProbes, tests: [...tests.values()], slots: slots.size, waiting, always }
}

/** The equality that the fewest items satisfy; null when there is none worth filing under. */
function pickEquality(conditions: readonly CompiledCondition[]): CompiledCondition | null {
  let best: CompiledCondition | null = null
  let bestShare = poorShare
  for (const condition of conditions) {
    const { probe, field } = condition
    if (probe?.kind !== 'equals' || probe.negated) continue
    const share = (shareOfText[field] ?? 3) * probe.texts.length
    if (share < bestShare || (best === null && field === 'ITEM_CLASS')) {
      best = condition
      bestShare = share
    }
  }
  return best
}

/** The probe with the longest needle: the one that the fewest texts can satisfy. */
function pickProbe(positive: readonly Probe[]): Probe | null {
  const lengthOf = (probe: Probe) => Math.min(...(probe.needles ?? ['']).map((needle) => needle.length))
  return positive.reduce<Probe | null>((best, probe) => (best === null || lengthOf(probe) > lengthOf(best) ? probe : best), null)
}

function fileUnderTexts(
  filed: ReadonlyMap<ItemField, Map<string, number[]>>,
  { field, probe }: CompiledCondition,
  plan: number,
): void {
  const byText = filed.get(field)
  if (probe?.kind !== 'equals' || byText === undefined) return
  const { plain } = fields[field]
  for (const text of probe.texts) {
    // Items are asked with their raw text first, so what no item ever shows must not be found.
    if (plain !== undefined && plain.show(text) !== text) continue
    const plans = byText.get(text)
    if (plans) plans.push(plan)
    else byText.set(text, [plan])
  }
}

const singleKeyFields: ReadonlySet<ItemField> = new Set([
  'BASE_TYPE',
  'NAME',
  'TYPE_LINE',
  'RARITY',
  'ILVL',
  'FRAME_TYPE',
  'TALISMAN_TIER',
  'IS_CORRUPTED',
  'IS_SPLIT',
  'IS_IDENTIFIED',
])
