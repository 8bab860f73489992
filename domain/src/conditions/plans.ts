import type { ItemField } from '@muster/contract/conditions'
import type { FieldRow } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { createTextIndex, type TextIndex, type TextQuestion } from './text-index.ts'

/** A field whose texts are looked up in an index of questions. */
export interface ProbeField {
  readonly number: number
  readonly slot: number
  readonly read: FieldRow['read']
  readonly index: TextIndex
  /** Whether some plan is only tried when a text of this field answers its question: then every item is looked up. */
  readonly drives: boolean
}

/** A distinct condition that is not a question about texts. */
export interface Test {
  readonly number: number
  readonly slot: number
  readonly read: FieldRow['read']
  readonly holds: CompiledCondition['holds']
}

/** A list of conditions: the questions that must be answered yes, those that must not, and the other tests. */
export interface Plan {
  readonly number: number
  readonly fields: readonly ProbeField[]
  readonly all: readonly number[]
  readonly none: readonly number[]
  readonly tests: readonly Test[]
}

export interface Plans {
  readonly plans: readonly Plan[]
  readonly probeFields: readonly ProbeField[]
  readonly tests: readonly Test[]
  /** How many distinct questions there are. */
  readonly probes: number
  /** Plans by the question they wait for; no entry when none does. */
  readonly triggers: readonly (readonly Plan[] | undefined)[]
  /** Plans that no question can rule out: tried on every item. */
  readonly always: readonly Plan[]
}

interface Probe {
  readonly number: number
  readonly field: ItemField
  readonly questions: readonly TextQuestion[]
  /** Rough share of items that answer yes, in arbitrary units: the smallest of a plan becomes its trigger. */
  readonly share: number
}

/** Lists never change after this; equal conditions of different lists become one question or test. */
export function planConditions(lists: readonly (readonly CompiledCondition[])[]): Plans {
  const probesByKey = new Map<string, Probe>()
  const testsByKey = new Map<string, Test>()
  const slots = new Map<ItemField, number>()

  const slotOf = (field: ItemField): number => {
    const slot = slots.get(field) ?? slots.size
    slots.set(field, slot)
    return slot
  }
  const probesOf = (condition: CompiledCondition): Probe[] =>
    listQuestions(condition).map(({ kind, texts, share }) => {
      const key = JSON.stringify([condition.field, kind, texts])
      const number = probesByKey.get(key)?.number ?? probesByKey.size
      const probe = { number, field: condition.field, questions: texts.map((text) => ({ id: number, kind, text })), share }
      probesByKey.set(key, probe)
      return probe
    })
  const testOf = (condition: CompiledCondition): Test => {
    const key = JSON.stringify([condition.field, condition.operator, condition.value])
    const known = testsByKey.get(key)
    if (known) return known
    const { read, holds } = condition
    const test = { number: testsByKey.size, slot: slotOf(condition.field), read, holds }
    testsByKey.set(key, test)
    return test
  }

  const drafts = lists.map((conditions) => {
    const positive = conditions.filter((condition) => condition.probe?.negated === false).flatMap(probesOf)
    const negative = conditions.filter((condition) => condition.probe?.negated === true).flatMap(probesOf)
    const tests = conditions.filter((condition) => condition.probe === null).map(testOf)
    const trigger = positive.reduce<Probe | null>(
      (best, probe) => (best !== null && best.share <= probe.share ? best : probe),
      null,
    )
    return { positive, negative, tests, trigger }
  })

  const drivingFields = new Set(drafts.map((draft) => draft.trigger?.field))
  const readers = new Map(lists.flat().map((condition) => [condition.field, condition.read]))
  const allProbes = [...probesByKey.values()]
  const probeFields = [...new Set(allProbes.map((probe) => probe.field))].map((field, number) => ({
    field,
    number,
    slot: slotOf(field),
    read: readers.get(field) as FieldRow['read'],
    index: createTextIndex(allProbes.filter((probe) => probe.field === field).flatMap((probe) => probe.questions)),
    drives: drivingFields.has(field),
  }))

  const triggers: Plan[][] = []
  const always: Plan[] = []
  const plans = drafts.map((draft, number) => {
    const needed = new Set([...draft.positive, ...draft.negative].map((probe) => probe.field))
    const plan: Plan = {
      number,
      // Driving fields have been looked up before any plan is tried.
      fields: probeFields.filter((field) => needed.has(field.field) && !field.drives),
      all: [...new Set(draft.positive.map((probe) => probe.number))],
      none: [...new Set(draft.negative.map((probe) => probe.number))],
      tests: [...new Set(draft.tests)],
    }
    if (draft.trigger === null) always.push(plan)
    else (triggers[draft.trigger.number] ??= []).push(plan)
    return plan
  })
  return { plans, probeFields, tests: [...testsByKey.values()], probes: allProbes.length, triggers, always }
}

/** How common a text of a field is among items, roughly, for the choice of triggers. */
const shareOfField: Readonly<Partial<Record<ItemField, number>>> = {
  NAME: 1,
  BASE_TYPE: 2,
  ITEM_CLASS: 100,
  RARITY: 500,
  SOCKETS: 200,
}

interface Questions {
  readonly kind: TextQuestion['kind']
  readonly texts: readonly string[]
  readonly share: number
}

/** One question per text that has to be found; the texts of an equality are alternatives of one question. */
function listQuestions({ field, probe }: CompiledCondition): readonly Questions[] {
  if (probe === null) return []
  const { kind, texts } = probe
  const share = shareOfField[field] ?? 3
  if (kind === 'equals') return [{ kind, texts: [...texts].sort(), share: share * texts.length }]
  // Searching a text says less than equality, and a pattern less than a literal.
  return texts.map((text) => ({ kind, texts: [text], share: kind === 'contains' ? 120 : 150 }))
}
