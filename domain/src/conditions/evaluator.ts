/**
 * The hot path of matching: which of many condition lists hold for one item. Works on numbers: every distinct question
 * about a text, every other distinct test and every list (a "plan") has one, and marks carry the number of the item they
 * were set for, so that nothing has to be cleared between items.
 */
import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext, FieldValue } from '../items/fields.ts'
import type { CompiledCondition } from './compile.ts'
import { planConditions, type Plan, type ProbeField, type Test } from './plans.ts'

export interface Evaluator {
  /** Positions of the lists whose conditions all hold, ascending. The answer is only valid until the next call. */
  readonly find: (item: GameItem) => readonly number[]
}

/** Takes lists of conditions, none of them empty. */
export function createEvaluator(lists: readonly (readonly CompiledCondition[])[], context: FieldContext): Evaluator {
  const { plans, probeFields, tests, probes, triggers, always } = planConditions(lists)
  const driving = probeFields.filter((field) => field.drives)

  const probeMark = new Int32Array(probes)
  const fieldMark = new Int32Array(probeFields.length)
  const testMark = new Int32Array(tests.length)
  const testAnswer = new Uint8Array(tests.length)
  const planMark = new Int32Array(plans.length)
  const values: FieldValue[] = new Array(probeFields.length + tests.length).fill('')
  const valueMark = new Int32Array(values.length)
  const hits: number[] = []
  const found: number[] = []
  let current = 0
  let item: GameItem = {}

  function markText(field: ProbeField, text: string): void {
    const ids = field.index.find(text)
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number
      if (probeMark[id] === current) continue
      probeMark[id] = current
      if (triggers[id] !== undefined) hits.push(id)
    }
  }

  function readOnce(slot: number, read: Test['read']): FieldValue {
    if (valueMark[slot] !== current) {
      valueMark[slot] = current
      values[slot] = read(item, context)
    }
    return values[slot] as FieldValue
  }

  function scan(field: ProbeField): void {
    if (fieldMark[field.number] === current) return
    fieldMark[field.number] = current
    const value = readOnce(field.slot, field.read)
    if (typeof value === 'string') markText(field, value)
    else if (Array.isArray(value)) for (let at = 0; at < value.length; at++) markText(field, value[at] as string)
  }

  function holds(test: Test): boolean {
    if (testMark[test.number] !== current) {
      testMark[test.number] = current
      testAnswer[test.number] = test.holds(readOnce(test.slot, test.read)) ? 1 : 0
    }
    return testAnswer[test.number] === 1
  }

  function tryPlan(plan: Plan): void {
    if (planMark[plan.number] === current) return
    planMark[plan.number] = current
    for (let at = 0; at < plan.fields.length; at++) scan(plan.fields[at] as ProbeField)
    for (let at = 0; at < plan.all.length; at++) if (probeMark[plan.all[at] as number] !== current) return
    for (let at = 0; at < plan.none.length; at++) if (probeMark[plan.none[at] as number] === current) return
    for (let at = 0; at < plan.tests.length; at++) if (!holds(plan.tests[at] as Test)) return
    found.push(plan.number)
  }

  function find(one: GameItem): readonly number[] {
    item = one
    current += 1
    hits.length = 0
    found.length = 0
    for (let at = 0; at < driving.length; at++) scan(driving[at] as ProbeField)
    const count = hits.length
    for (let at = 0; at < count; at++) {
      const waiting = triggers[hits[at] as number] as readonly Plan[]
      for (let next = 0; next < waiting.length; next++) tryPlan(waiting[next] as Plan)
    }
    for (let at = 0; at < always.length; at++) tryPlan(always[at] as Plan)
    if (found.length > 1) found.sort((a, b) => a - b)
    return found
  }

  return { find }
}
