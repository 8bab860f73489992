/**
 * The hot path of matching: which of many condition lists hold for one item. Works on numbers: every distinct probe, every
 * other distinct test and every list (a "plan") has one, and marks carry the number of the item they were set for, so that
 * nothing has to be cleared between items and nothing is allocated.
 */
import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext, FieldRow, FieldValue } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { type EqualField, type Plan, planConditions, type ProbeField, type Test } from './plans.ts'

export interface Evaluator {
  /** Positions of the lists whose conditions all hold, ascending. The answer is only valid until the next call. */
  readonly find: (item: GameItem) => readonly number[]
}

/** Takes lists of conditions, none of them empty. */
export function createEvaluator(lists: readonly (readonly CompiledCondition[])[], context: FieldContext): Evaluator {
  const { plans, equalFields, probeFields, probes, tests, slots, waiting, always } = planConditions(lists)
  const driving = probeFields.filter((field) => field.drives)

  const probeMark = new Int32Array(probes.length)
  const answerMark = new Int32Array(probes.length)
  const answers = new Uint8Array(probes.length)
  const fieldMark = new Int32Array(probeFields.length)
  const testMark = new Int32Array(tests.length)
  const testAnswers = new Uint8Array(tests.length)
  const planMark = new Int32Array(plans.length)
  const valueMark = new Int32Array(slots)
  const values: FieldValue[] = Array.from({ length: slots }, () => '')
  /** Probes that some text of the item may satisfy, with that text: pairs by position. */
  const promisingProbes: number[] = []
  const promisingTexts: string[] = []
  const found: number[] = []
  let promising = 0
  let current = 0
  let item: GameItem = {}
  let text = ''

  function readOnce(slot: number, read: FieldRow['read']): FieldValue {
    if (valueMark[slot] !== current) {
      valueMark[slot] = current
      values[slot] = read(item, context)
    }
    return values[slot] as FieldValue
  }

  function notePromising(ids: readonly number[]): void {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number
      probeMark[id] = current
      promisingProbes[promising] = id
      promisingTexts[promising] = text
      promising += 1
    }
  }

  function lookUpRaw(field: ProbeField, raw: string, show: (raw: string) => string): void {
    const before = promising
    text = raw
    if (field.index.lookUp(raw, notePromising)) return
    promising = before
    text = show(raw)
    field.index.lookUpShown(text, notePromising)
  }

  function lookUpShown(field: ProbeField, shown: string): void {
    text = shown
    field.index.lookUpShown(shown, notePromising)
  }

  function lookUpField(field: ProbeField): void {
    if (fieldMark[field.number] === current) return
    fieldMark[field.number] = current
    const { plain } = field.row
    if (plain === undefined) {
      const value = readOnce(field.slot, field.row.read)
      if (typeof value === 'string') lookUpShown(field, value)
      else if (Array.isArray(value)) for (const entry of value) lookUpShown(field, entry)
      return
    }
    const raw = item[plain.key]
    if (field.row.type === 'string') {
      lookUpRaw(field, typeof raw === 'string' ? raw : '', plain.show)
    } else if (Array.isArray(raw)) {
      for (let at = 0; at < raw.length; at++) {
        const entry: unknown = raw[at]
        const one = typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : entry
        if (typeof one === 'string') lookUpRaw(field, one, plain.show)
      }
    }
  }

  function satisfies(probe: number): boolean {
    if (probeMark[probe] !== current) return false
    if (answerMark[probe] !== current) {
      answerMark[probe] = current
      answers[probe] = askProbe(probe) ? 1 : 0
    }
    return answers[probe] === 1
  }

  function askProbe(probe: number): boolean {
    const { test } = probes[probe] as (typeof probes)[number]
    for (let at = 0; at < promising; at++) {
      if (promisingProbes[at] === probe && test(promisingTexts[at] as string)) return true
    }
    return false
  }

  function passes(test: Test): boolean {
    if (testMark[test.number] !== current) {
      testMark[test.number] = current
      testAnswers[test.number] = test.holds(readOnce(test.slot, test.read)) ? 1 : 0
    }
    return testAnswers[test.number] === 1
  }

  function holds(plan: Plan): boolean {
    const { all, none, tests: others, fields } = plan
    for (let at = 0; at < fields.length; at++) lookUpField(fields[at] as ProbeField)
    for (let at = 0; at < all.length; at++) if (probeMark[all[at] as number] !== current) return false
    for (let at = 0; at < others.length; at++) if (!passes(others[at] as Test)) return false
    for (let at = 0; at < all.length; at++) if (!satisfies(all[at] as number)) return false
    for (let at = 0; at < none.length; at++) if (satisfies(none[at] as number)) return false
    return true
  }

  function tryPlans(candidates: readonly Plan[]): void {
    for (let at = 0; at < candidates.length; at++) {
      const plan = candidates[at] as Plan
      if (planMark[plan.number] === current) continue
      planMark[plan.number] = current
      if (holds(plan)) found.push(plan.number)
    }
  }

  function tryEqual(field: EqualField): void {
    const { plain } = field.row
    const raw = plain === undefined ? readOnce(field.slot, field.row.read) : item[plain.key]
    const candidates = field.plans.get(typeof raw === 'string' ? raw : '')
    if (candidates !== undefined) tryPlans(candidates)
    else if (plain !== undefined && typeof raw === 'string') {
      const shown = plain.show(raw)
      if (shown !== raw) tryPlans(field.plans.get(shown) ?? [])
    }
  }

  function find(one: GameItem): readonly number[] {
    item = one
    current += 1
    promising = 0
    found.length = 0
    for (let at = 0; at < driving.length; at++) lookUpField(driving[at] as ProbeField)
    const driven = promising
    for (let at = 0; at < equalFields.length; at++) tryEqual(equalFields[at] as EqualField)
    for (let at = 0; at < driven; at++) {
      const candidates = waiting[promisingProbes[at] as number]
      if (candidates !== undefined) tryPlans(candidates)
    }
    if (always.length > 0) tryPlans(always)
    if (found.length > 1) found.sort((a, b) => a - b)
    return found
  }

  return { find }
}
