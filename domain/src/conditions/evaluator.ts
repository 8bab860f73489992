/**
 * The hot path of matching: which of many condition lists hold for one item. Works on numbers: every distinct probe, every
 * other distinct test and every list (a "plan") has one, and marks carry the number of the item they were set for, so that
 * nothing has to be cleared between items and nothing is allocated.
 */
import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext, FieldRow, FieldValue } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { type Plan, planConditions, type Probe, type Test, type TextField } from './plans.ts'
import type { TextIndex } from './text-index.ts'

export interface Evaluator {
  /** Positions of the lists whose conditions all hold, ascending. The answer is only valid until the next call. */
  readonly find: (item: GameItem) => readonly number[]
}

const lastMark = 2 ** 31 - 1

/** Takes lists of conditions, none of them empty. */
export function createEvaluator(lists: readonly (readonly CompiledCondition[])[], context: FieldContext): Evaluator {
  const { plans, gates, textFields, probes, tests, slots, waiting, always } = planConditions(lists)
  const driving = textFields.filter((field) => field.drives)
  const filing = textFields.filter((field) => field.filed !== null)

  const probeMark = new Int32Array(probes.length)
  const answerMark = new Int32Array(probes.length)
  const probeAnswers = new Uint8Array(probes.length)
  const fieldMark = new Int32Array(textFields.length)
  const testMark = new Int32Array(tests.length)
  const testAnswers = new Uint8Array(tests.length)
  const planMark = new Int32Array(plans.length)
  const valueMark = new Int32Array(slots)
  const values: FieldValue[] = Array.from({ length: slots }, () => '')
  /** Probes that a text of the item may satisfy, and that text: pairs by position, the first `pairs` of them. */
  const pairProbes: number[] = []
  const pairTexts: string[] = []
  const found: number[] = []
  let pairs = 0
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

  function notePairs(ids: readonly number[]): void {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number
      probeMark[id] = current
      pairProbes[pairs] = id
      pairTexts[pairs] = text
      pairs += 1
    }
  }

  function searchShown(index: TextIndex, shown: string): void {
    text = shown
    index.lookUpShown(shown, notePairs)
  }

  function searchRaw(index: TextIndex, raw: string, show: (raw: string) => string): void {
    const before = pairs
    text = raw
    if (index.lookUp(raw, notePairs)) return
    pairs = before
    searchShown(index, show(raw))
  }

  function search(field: TextField): void {
    const { index, row } = field
    if (index === null || fieldMark[field.number] === current) return
    fieldMark[field.number] = current
    const { plain } = row
    if (plain === undefined) {
      const value = readOnce(field.slot, row.read)
      if (typeof value === 'string') searchShown(index, value)
      else if (Array.isArray(value)) for (const entry of value) searchShown(index, entry)
      return
    }
    const raw = item[plain.key]
    if (row.type === 'string') {
      searchRaw(index, typeof raw === 'string' ? raw : '', plain.show)
    } else if (Array.isArray(raw)) {
      for (let at = 0; at < raw.length; at++) {
        const entry: unknown = raw[at]
        const one = typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : entry
        if (typeof one === 'string') searchRaw(index, one, plain.show)
      }
    }
  }

  function satisfies(probe: number): boolean {
    if (probeMark[probe] !== current) return false
    if (answerMark[probe] !== current) {
      answerMark[probe] = current
      probeAnswers[probe] = askProbe(probe) ? 1 : 0
    }
    return probeAnswers[probe] === 1
  }

  function askProbe(probe: number): boolean {
    const { test } = probes[probe] as Probe
    for (let at = 0; at < pairs; at++) if (pairProbes[at] === probe && test(pairTexts[at] as string)) return true
    return false
  }

  function passes(test: Test): boolean {
    if (testMark[test.number] !== current) {
      testMark[test.number] = current
      testAnswers[test.number] = test.holds(readOnce(test.slot, test.read)) ? 1 : 0
    }
    return testAnswers[test.number] === 1
  }

  function passAll(some: readonly Test[]): boolean {
    for (let at = 0; at < some.length; at++) if (!passes(some[at] as Test)) return false
    return true
  }

  /** Cheapest questions first: most plans fail one of them. */
  function holds({ all, none, quickTests, tests: otherTests, fields }: Plan): boolean {
    if (!passAll(quickTests)) return false
    for (let at = 0; at < fields.length; at++) search(fields[at] as TextField)
    for (let at = 0; at < all.length; at++) if (probeMark[all[at] as number] !== current) return false
    if (!passAll(otherTests)) return false
    for (let at = 0; at < all.length; at++) if (!satisfies(all[at] as number)) return false
    for (let at = 0; at < none.length; at++) if (satisfies(none[at] as number)) return false
    return true
  }

  /** Kept in order: hardly any item completes more than a few. */
  function insertFound(number: number): void {
    let at = found.push(number) - 1
    for (; at > 0 && (found[at - 1] as number) > number; at--) found[at] = found[at - 1] as number
    found[at] = number
  }

  function tryPlans(candidates: readonly number[]): void {
    for (let at = 0; at < candidates.length; at++) {
      const number = candidates[at] as number
      const gate = gates[number] as number
      if ((gate >= 0 && probeMark[gate] !== current) || planMark[number] === current) continue
      planMark[number] = current
      if (holds(plans[number] as Plan)) insertFound(number)
    }
  }

  function tryFiled({ filed, slot, row }: TextField): void {
    if (filed === null) return
    const { plain } = row
    const seen = plain === undefined ? readOnce(slot, row.read) : item[plain.key]
    const raw = typeof seen === 'string' ? seen : ''
    let candidates = filed.get(raw)
    if (candidates === undefined && plain !== undefined) {
      const shown = plain.show(raw)
      if (shown !== raw) candidates = filed.get(shown)
    }
    if (candidates !== undefined) tryPlans(candidates)
  }

  /** The next number for marks; when they would no longer fit, all marks are cleared and numbers begin again. */
  function beginItem(one: GameItem): void {
    item = one
    current += 1
    pairs = 0
    found.length = 0
    if (current < lastMark) return
    for (const marks of [probeMark, answerMark, fieldMark, testMark, planMark, valueMark]) marks.fill(0)
    current = 1
  }

  function find(one: GameItem): readonly number[] {
    beginItem(one)
    for (let at = 0; at < driving.length; at++) search(driving[at] as TextField)
    const driven = pairs
    for (let at = 0; at < filing.length; at++) tryFiled(filing[at] as TextField)
    for (let at = 0; at < driven; at++) {
      const candidates = waiting[pairProbes[at] as number]
      if (candidates !== undefined) tryPlans(candidates)
    }
    if (always.length > 0) tryPlans(always)
    return found
  }

  return { find }
}
