/**
 * The hot path of matching: which of many condition lists hold for one item. Works on numbers: every distinct probe, every
 * other distinct test and every list (a "plan") has one, and marks carry the number of the item they were set for, so that
 * nothing has to be cleared between items and nothing is allocated.
 */
import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext, FieldRow, FieldValue } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { type Plan, planConditions, type Probe, type Test, type TextField } from './plans.ts'
import { type Finding, nothingFound, type TextIndex } from './text-index.ts'

export interface Evaluator {
  /** How many of the lists hold for the item. */
  readonly find: (item: GameItem) => number
  /** Their positions, ascending: the first so many entries, until the next call. */
  readonly found: readonly number[]
}

const lastMark = 2 ** 31 - 1

/** Takes lists of conditions, none of them empty. */
export function createEvaluator(lists: readonly (readonly CompiledCondition[])[], context: FieldContext): Evaluator {
  const { plans, gates, textFields, probes, tests, slots, always } = planConditions(lists)
  const driving = textFields.filter((field) => field.drives)

  // Probes that some text satisfies, may satisfy, and that none satisfies although one might have.
  const provenMark = new Int32Array(probes.length)
  const openMark = new Int32Array(probes.length)
  const refutedMark = new Int32Array(probes.length)
  const fieldMark = new Int32Array(textFields.length)
  const testMark = new Int32Array(tests.length)
  const testAnswers = new Uint8Array(tests.length)
  const planMark = new Int32Array(plans.length)
  const valueMark = new Int32Array(slots)
  const values: FieldValue[] = Array.from({ length: slots }, () => '')
  /** Open probes and a text that may satisfy each: pairs by position, the first `pairs` of them. */
  const pairProbes: number[] = []
  const pairTexts: string[] = []
  /** What the driving fields found with plans to try, the first `leads` of them. */
  const leading: Finding[] = []
  const found: number[] = []
  let pairs = 0
  let leads = 0
  let hits = 0
  let current = 0
  let item: GameItem = {}

  function readOnce(slot: number, read: FieldRow['read']): FieldValue {
    if (valueMark[slot] !== current) {
      valueMark[slot] = current
      values[slot] = read(item, context)
    }
    return values[slot] as FieldValue
  }

  function look(index: TextIndex, raw: string): void {
    const finding = index(raw)
    if (finding === nothingFound) return
    const { proven, open, plans: candidates } = finding
    for (let at = 0; at < proven.length; at++) provenMark[proven[at] as number] = current
    for (let at = 0; at < open.length; at++) {
      const probe = open[at] as number
      openMark[probe] = current
      pairProbes[pairs] = probe
      pairTexts[pairs] = raw
      pairs += 1
    }
    if (candidates.length > 0) leading[leads++] = finding
  }

  function search({ number, row, slot, index }: TextField): void {
    if (fieldMark[number] === current) return
    fieldMark[number] = current
    const seen: unknown = row.plain === undefined ? readOnce(slot, row.read) : item[row.plain.key]
    if (row.type === 'string') {
      look(index, typeof seen === 'string' ? seen : '')
    } else if (Array.isArray(seen)) {
      for (let at = 0; at < seen.length; at++) {
        const entry: unknown = seen[at]
        const text = typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : entry
        if (typeof text === 'string') look(index, text)
      }
    }
  }

  function isPossible(probe: number): boolean {
    return provenMark[probe] === current || openMark[probe] === current
  }

  function satisfies(probe: number): boolean {
    if (provenMark[probe] === current) return true
    if (openMark[probe] !== current || refutedMark[probe] === current) return false
    const { test } = probes[probe] as Probe
    for (let at = 0; at < pairs; at++) {
      if (pairProbes[at] !== probe || !test(pairTexts[at] as string)) continue
      provenMark[probe] = current
      return true
    }
    refutedMark[probe] = current
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
    for (let at = 0; at < all.length; at++) if (!isPossible(all[at] as number)) return false
    if (!passAll(otherTests)) return false
    for (let at = 0; at < all.length; at++) if (!satisfies(all[at] as number)) return false
    for (let at = 0; at < none.length; at++) if (satisfies(none[at] as number)) return false
    return true
  }

  /** Kept in order: hardly any item completes more than a few. */
  function insertFound(number: number): void {
    let at = hits
    hits += 1
    for (; at > 0 && (found[at - 1] as number) > number; at--) found[at] = found[at - 1] as number
    found[at] = number
  }

  function tryPlans(candidates: readonly number[]): void {
    for (let at = 0; at < candidates.length; at++) {
      const number = candidates[at] as number
      const gate = gates[number] as number
      if ((gate >= 0 && !isPossible(gate)) || planMark[number] === current) continue
      planMark[number] = current
      if (holds(plans[number] as Plan)) insertFound(number)
    }
  }

  /** The next number for marks; when they would no longer fit, all marks are cleared and numbers begin again. */
  function beginItem(one: GameItem): void {
    item = one
    current += 1
    pairs = 0
    leads = 0
    // Counted rather than emptied: emptying an array costs more than all the rest here.
    hits = 0
    if (current < lastMark) return
    for (const marks of [provenMark, openMark, refutedMark, fieldMark, testMark, planMark, valueMark]) marks.fill(0)
    current = 1
  }

  function find(one: GameItem): number {
    beginItem(one)
    for (let at = 0; at < driving.length; at++) search(driving[at] as TextField)
    const driven = leads
    for (let at = 0; at < driven; at++) tryPlans((leading[at] as Finding).plans)
    if (always.length > 0) tryPlans(always)
    return hits
  }

  return { find, found }
}
