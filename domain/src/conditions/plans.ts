/**
 * How many condition lists are laid out for matching: equal questions become one, and every list is filed under the one
 * question that rules out most items.
 */
import { type ItemField, itemFields } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { type FieldRow, fields, showAsIs } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { type Demand, onlyCondition } from './demands.ts'
import { findNeedles } from './needles.ts'
import type { Probe } from './probe.ts'
import { createScout, createTextIndex, type IndexedField, type TextIndex } from './text-index.ts'

/** A field whose texts are looked up for all plans at once. */
export interface TextField {
  readonly field: ItemField
  readonly number: number
  readonly row: FieldRow
  readonly slot: number
  readonly index: TextIndex
  /** Whether plans are filed under texts of this field or wait for probes of it: then it is searched before any plan is tried. */
  readonly drives: boolean
  /** None of those plans wants an item of this level or below. */
  readonly above: number
  /** Each of those plans wants one of these tests to hold; empty when one of them wants none of the cheap ones. */
  readonly guards: readonly number[]
  /** Of a list: whether a text may be what one of those plans waits for. null: the search itself finds out sooner. */
  readonly scout: ((raw: string) => boolean) | null
}

/** A distinct condition that is not a question about parts of texts. */
export interface Test {
  readonly number: number
  readonly field: ItemField
  readonly slot: number
  readonly read: FieldRow['read']
  readonly holds: CompiledCondition['holds']
}

/** What a plan does in one step, with the number of a test, text field, probe or choice. The order is the order within a plan. */
export const step = { passes: 0, searches: 1, mayHave: 2, has: 3, lacks: 4, hasOneOf: 5 } as const

/** One of several alternatives: all of these tests and probes, and none of those. */
export interface Alternative {
  readonly passes: readonly number[]
  readonly has: readonly number[]
  readonly lacks: readonly number[]
}

/** Two fields that show the same text on most items. */
export interface Twins {
  readonly fields: readonly [TextField, TextField]
  readonly raws: readonly [(item: GameItem) => unknown, (item: GameItem) => unknown]
  readonly index: TextIndex
}

export interface Plans {
  /** Pairs of what to do and with what; plan n begins at `starts[n]`. All steps have to succeed. */
  readonly steps: Int32Array
  readonly starts: Int32Array
  /**
   * By plan, a probe of a driving field that rules the plan out when no text is promising, or -1: most plans an item meets
   * end here, so it is worth knowing without looking at the plan.
   */
  readonly gates: Int32Array
  /** By plan, the item level an item must be above. */
  readonly above: Float64Array
  readonly textFields: readonly TextField[]
  readonly twins: Twins | null
  readonly probes: readonly Probe[]
  readonly tests: readonly Test[]
  readonly choices: readonly (readonly Alternative[])[]
  readonly slots: number
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
export function planConditions(lists: readonly (readonly Demand[])[]): Plans {
  const probes = new Map<string, Probe>()
  const tests = new Map<string, Test>()
  const slots = new Map<ItemField, number>()

  function slotOf(field: ItemField): number {
    const slot = slots.get(field) ?? slots.size
    slots.set(field, slot)
    return slot
  }
  function keepProbe(key: string, create: () => Omit<Probe, 'number'>): Probe {
    const probe = probes.get(key) ?? { number: probes.size, ...create() }
    probes.set(key, probe)
    return probe
  }
  function probesOf({ field, probe }: CompiledCondition): Probe[] {
    const show = fields[field].plain?.show ?? showAsIs
    if (probe?.kind === 'pattern') {
      const { source, test } = probe
      const needles = findNeedles(source)
      return [
        keepProbe(`${field} matches ${source}`, () => ({
          field,
          kind: 'pattern',
          source,
          show,
          test,
          needles,
        })),
      ]
    }
    if (probe?.kind !== 'contains') return []
    return probe.texts.map((part) =>
      keepProbe(`${field} contains ${part}`, () => ({
        field,
        kind: 'contains',
        source: part,
        show,
        test: (shown) => shown.includes(part),
        needles: [part],
      })),
    )
  }
  function testOf({ field, operator, value, read, holds }: CompiledCondition): Test {
    const key = `${field} ${operator} ${value}`
    const test = tests.get(key) ?? { number: tests.size, field, slot: slotOf(field), read, holds }
    tests.set(key, test)
    return test
  }

  function planAlternative(condition: CompiledCondition): Alternative & { readonly probes: readonly Probe[] } {
    const { probe } = condition
    if (probe === null || probe.kind === 'equals') return { passes: [testOf(condition).number], has: [], lacks: [], probes: [] }
    const asked = probesOf(condition)
    const numbers = asked.map(({ number }) => number)
    return { passes: [], has: probe.negated ? [] : numbers, lacks: probe.negated ? numbers : [], probes: asked }
  }

  const entries = pickEntries(lists.map(listSingle))
  const drafts = lists.map((demands, list) => {
    const conditions = listSingle(demands)
    const choices = demands.filter((demand) => onlyCondition(demand) === null)
    const filed = entries[list] ?? null
    const rest = conditions.filter((condition) => condition !== filed)
    const searched = rest.filter(({ probe }) => probe !== null && probe.kind !== 'equals')
    const positive = searched.filter(({ probe }) => probe?.negated === false).flatMap(probesOf)
    const negative = searched.filter(({ probe }) => probe?.negated === true).flatMap(probesOf)
    const levels = rest.filter(isLevel)
    const above = Math.max(Number.NEGATIVE_INFINITY, ...levels.map((condition) => condition.above))
    const others = rest.filter((condition) => !searched.includes(condition) && !isLevel(condition)).map(testOf)
    const trigger = filed === null ? (pickProbe(positive.filter(isAboutPlainText)) ?? pickProbe(positive)) : null
    const planned = choices.map(({ any }) => any.map(planAlternative))
    const entry = filed === null && trigger === null ? findEntries(choices, probesOf) : null
    const filings = filed === null ? (entry?.filings ?? []) : [filed]
    const triggers = trigger === null ? (entry?.triggers ?? []) : [trigger]
    return { above, filings, triggers, positive, negative, tests: others, choices: planned }
  })

  const filed = new Map<ItemField, Map<string, number[]>>()
  const waiting: number[][] = []
  const always: number[] = []
  drafts.forEach((draft, number) => {
    for (const filing of draft.filings) fileUnderTexts(filed, filing, number)
    for (const trigger of draft.triggers) (waiting[trigger.number] ??= []).push(number)
    if (draft.filings.length + draft.triggers.length === 0) always.push(number)
  })
  const above = Float64Array.from(drafts, (draft) => draft.above)
  always.sort((a, b) => (above[a] as number) - (above[b] as number))

  const driving = new Set([...filed.keys(), ...drafts.flatMap(({ triggers }) => triggers.map(({ field }) => field))])
  const allProbes = [...probes.values()]
  const textFields = itemFields
    .filter((field) => driving.has(field) || allProbes.some((probe) => probe.field === field))
    .map((field, number): TextField => {
      const row = fields[field]
      const own = allProbes.filter((probe) => probe.field === field)
      const filedHere = filed.get(field) ?? new Map<string, number[]>()
      const index = createTextIndex({ row, probes: own, filed: filedHere, waiting, above })
      const led = [...new Set([...filedHere.values(), ...own.map((probe) => waiting[probe.number] ?? [])].flat())]
      return {
        field,
        number,
        row,
        slot: slotOf(field),
        index,
        drives: driving.has(field),
        above: Math.min(...led.map((plan) => above[plan] as number)),
        guards: pickGuards(led.map((plan) => drafts[plan]?.tests ?? [])),
        scout: row.type === 'string[]' ? createScout(own.filter(({ number: probe }) => waiting[probe] !== undefined)) : null,
      }
    })
  const searchedAlways = new Set(textFields.filter(isAlwaysSearched).map(({ field }) => field))

  const gates = Int32Array.from(drafts, ({ positive }) => positive.find((probe) => searchedAlways.has(probe.field))?.number ?? -1)
  const starts = [0]
  const steps: number[] = []
  const allChoices: (readonly Alternative[])[] = []
  drafts.forEach(({ positive, negative, tests: all, choices }, plan) => {
    const asked = choices.flatMap((alternatives) => alternatives.flatMap((alternative) => alternative.probes))
    const needed = new Set([...positive, ...negative, ...asked].map((probe) => probe.field))
    const write = (kind: number, numbers: readonly { readonly number: number }[]) => {
      for (const { number } of new Set(numbers)) steps.push(kind, number)
    }
    // Cheapest questions first: most plans fail one of them.
    write(step.passes, all.filter(isCheap))
    write(
      step.searches,
      textFields.filter(({ field }) => needed.has(field) && !searchedAlways.has(field)),
    )
    write(
      step.mayHave,
      positive.filter(({ number }) => number !== gates[plan]),
    )
    // The class last: it is the dearest to find out.
    write(
      step.passes,
      all.filter((test) => !isCheap(test) && test.field !== 'ITEM_CLASS'),
    )
    write(
      step.passes,
      all.filter(({ field }) => field === 'ITEM_CLASS'),
    )
    write(step.has, positive)
    write(step.lacks, negative)
    for (const choice of choices) steps.push(step.hasOneOf, allChoices.push(choice) - 1)
    starts.push(steps.length)
  })
  return {
    steps: Int32Array.from(steps),
    starts: Int32Array.from(starts),
    gates,
    above,
    textFields,
    twins: pairTwins(textFields, filed, { probes: allProbes, waiting, above }),
    probes: allProbes,
    tests: [...tests.values()],
    choices: allChoices,
    slots: slots.size,
    always,
  }
}

/** Asked of so many objectives that it is worth ruling plans out by it before anything else is known. */
function isLevel(condition: CompiledCondition): condition is CompiledCondition & { readonly above: number } {
  return condition.field === 'ILVL' && condition.above !== undefined
}

/** Whether every item is searched there before any plan is tried. */
const isAlwaysSearched = ({ drives, above, guards, scout }: TextField): boolean =>
  drives && above === Number.NEGATIVE_INFINITY && guards.length === 0 && scout === null

/** More than these are asked in vain too often. */
const mostGuards = 4

/** Of the tests of each plan a cheap one; nothing when there is a plan that has none. */
function pickGuards(testsOfPlans: readonly (readonly Test[])[]): readonly number[] {
  const guards = new Set<number>()
  for (const tests of testsOfPlans) {
    const guard = tests.find(isCheap)
    if (guard === undefined) return []
    guards.add(guard.number)
  }
  return guards.size > mostGuards ? [] : [...guards]
}

function pairTwins(
  textFields: readonly TextField[],
  filed: ReadonlyMap<ItemField, ReadonlyMap<string, readonly number[]>>,
  { probes, ...rest }: Pick<IndexedField, 'probes' | 'waiting' | 'above'>,
): Twins | null {
  const [one, other] = textFields.filter(
    (row) => isAlwaysSearched(row) && (row.field === 'BASE_TYPE' || row.field === 'TYPE_LINE'),
  )
  if (!one?.row.plain || !other?.row.plain) return null
  const both = [one.field, other.field]
  const plansOf = new Map<string, readonly number[]>()
  for (const [text, plans] of both.flatMap((field) => [...(filed.get(field) ?? [])])) {
    plansOf.set(text, [...(plansOf.get(text) ?? []), ...plans])
  }
  const own = probes.filter(({ field }) => both.includes(field))
  const index = createTextIndex({ row: one.row, probes: own, filed: plansOf, ...rest })
  return { fields: [one, other], raws: [one.row.plain.raw, other.row.plain.raw], index }
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

/** So many lists are tried on every item rather than the class of every item is asked for. */
const triedSooner = 4

/**
 * The equality under which each list is filed; null for those that are filed under parts of texts, or not at all. The class of
 * an item is the dearest of its fields: it drives only where many lists have nothing better.
 */
function pickEntries(lists: readonly (readonly CompiledCondition[])[]): (CompiledCondition | null)[] {
  const equalities = lists.map(pickEquality)
  const left = equalities.filter((one, list) => one?.field === 'ITEM_CLASS' && !lists[list]?.some(isSearched))
  return equalities.map((one) => (one?.field === 'ITEM_CLASS' && left.length <= triedSooner ? null : one))
}

const listSingle = (demands: readonly Demand[]): CompiledCondition[] =>
  demands.map(onlyCondition).filter((condition) => condition !== null)

/** A question about parts of texts that the item shows as they are: answered sooner than the class of the item is known. */
const isSearched = ({ field, probe }: CompiledCondition): boolean =>
  isAboutPlainText({ field }) && probe !== null && probe.kind !== 'equals' && !probe.negated

const isAboutPlainText = ({ field }: { readonly field: ItemField }): boolean => fields[field].plain !== undefined

/** Under what a list can be filed that has nothing but alternatives worth asking for first. */
interface Entries {
  readonly filings: readonly CompiledCondition[]
  readonly triggers: readonly Probe[]
}

/**
 * The fewest texts and probes of which an item shows at least one when it satisfies the demand; null when an alternative of
 * every demand can hold without any.
 */
function findEntries(choices: readonly Demand[], probesOf: (condition: CompiledCondition) => readonly Probe[]): Entries | null {
  let best: Entries | null = null
  for (const { any } of choices) {
    const filings = any.filter(({ probe }) => probe?.kind === 'equals' && !probe.negated)
    const searched = any.filter(({ probe }) => probe !== null && probe.kind !== 'equals' && !probe.negated)
    if (filings.length + searched.length < any.length) continue
    const triggers = searched.map((condition) => pickProbe(probesOf(condition))).filter((probe) => probe !== null)
    if (best === null || any.length < best.filings.length + best.triggers.length) best = { filings, triggers }
  }
  return best
}

/** The probe with the longest needle: the one that the fewest texts can satisfy. */
function pickProbe(positive: readonly Probe[]): Probe | null {
  const lengthOf = (probe: Probe) => Math.min(...(probe.needles ?? ['']).map((needle) => needle.length))
  return positive.reduce<Probe | null>((best, probe) => (best === null || lengthOf(probe) > lengthOf(best) ? probe : best), null)
}

function fileUnderTexts(filed: Map<ItemField, Map<string, number[]>>, { field, probe }: CompiledCondition, plan: number): void {
  const byText = filed.get(field) ?? new Map<string, number[]>()
  filed.set(field, byText)
  if (probe?.kind !== 'equals') return
  for (const text of probe.texts) {
    const plans = byText.get(text)
    if (plans) plans.push(plan)
    else byText.set(text, [plan])
  }
}

/** Read from a key or two, without looking at a text that other items do not show, too. */
const cheapFields: ReadonlySet<ItemField> = new Set([
  'BASE_TYPE',
  'NAME',
  'TYPE_LINE',
  'RARITY',
  'ILVL',
  'FRAME_TYPE',
  'TALISMAN_TIER',
  'MAX_LINKS',
  'INFLUENCES',
  'IS_CORRUPTED',
  'IS_SPLIT',
  'IS_IDENTIFIED',
])

const isCheap = ({ field }: Test): boolean => cheapFields.has(field)
