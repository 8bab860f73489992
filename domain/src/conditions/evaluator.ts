/**
 * The hot path of matching: which of many lists of demands hold for one item. Works on numbers: every distinct probe, every
 * other distinct test and every list (a "plan") has one, and marks carry the number of the item they were set for, so that
 * nothing has to be cleared between items and nothing is allocated. What it reads again and again lies close together:
 * most of its time is waiting for memory.
 */
import type { GameItem } from '@muster/contract/game-api'
import type { FieldContext, FieldRow, FieldValue } from '../items/fields.ts'
import { readWholeNumber } from '../items/normalise.ts'
import type { Demand } from './demands.ts'
import { type Alternative, planConditions, step, type Test, type TextField } from './plans.ts'
import type { Probe } from './probe.ts'
import { type Finding, nothingFound, type TextIndex } from './text-index.ts'

export interface Evaluator {
  /** How many of the lists hold for the item. */
  readonly find: (item: GameItem) => number
  /** Their positions, ascending: the first so many entries, until the next call. */
  readonly found: readonly number[]
}

const lastMark = 2 ** 31 - 1

/** The text of an entry in a list of modifiers, in either of its forms. */
const readEntry = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null ? (entry as { description?: unknown }).description : entry

/** Takes lists of demands, none of them empty. */
export function createEvaluator(lists: readonly (readonly Demand[])[], context: FieldContext): Evaluator {
  const { steps, starts, gates, above, textFields, twins, probes, tests, choices, slots, always } = planConditions(lists)
  const driving = textFields.filter((field) => field.drives && !twins?.fields.includes(field))

  // Probes that some text satisfies, may satisfy, and that none satisfies although one might have.
  const provenMark = new Int32Array(probes.length)
  const openMark = new Int32Array(probes.length)
  const refutedMark = new Int32Array(probes.length)
  const fieldMark = new Int32Array(textFields.length)
  const testMark = new Int32Array(tests.length)
  const testAnswers = new Uint8Array(tests.length)
  const planMark = new Int32Array(lists.length)
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
  let level = 0

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
    const { numbers, open, plans } = finding
    for (let at = 0; at < open; at++) provenMark[numbers[at] as number] = current
    for (let at = open; at < plans; at++) {
      const probe = numbers[at] as number
      openMark[probe] = current
      pairProbes[pairs] = probe
      pairTexts[pairs] = raw
      pairs += 1
    }
    if (numbers.length > plans) leading[leads++] = finding
  }

  function readField({ row, slot }: TextField): unknown {
    return row.plain === undefined ? readOnce(slot, row.read) : row.plain.raw(item)
  }

  function search(field: TextField): void {
    const { number, row, index } = field
    if (fieldMark[number] === current) return
    fieldMark[number] = current
    const seen = readField(field)
    if (row.type === 'string') {
      look(index, typeof seen === 'string' ? seen : '')
    } else if (Array.isArray(seen)) {
      for (let at = 0; at < seen.length; at++) {
        const text = readEntry(seen[at])
        if (typeof text === 'string') look(index, text)
      }
    }
  }

  function isPromising(field: TextField, scout: NonNullable<TextField['scout']>): boolean {
    const seen = readField(field)
    if (!Array.isArray(seen)) return false
    for (let at = 0; at < seen.length; at++) {
      const text = readEntry(seen[at])
      if (typeof text === 'string' && scout(text)) return true
    }
    return false
  }

  /** Before any plan is tried: unless nothing that the field shows can lead to one. */
  function drive(field: TextField): void {
    if (level <= field.above || !isGuardPassed(field.guards)) return
    if (field.scout === null || isPromising(field, field.scout)) search(field)
  }

  /** Most items show the same text in both fields, and comparing the two costs less than looking for one of them. */
  function searchTwins({ fields: [one, other], raws: [readOne, readOther], index }: NonNullable<typeof twins>): void {
    const text = readOne(item)
    if (typeof text === 'string' && text === readOther(item)) {
      look(index, text)
      return
    }
    search(one)
    search(other)
  }

  function isPossible(probe: number): boolean {
    return provenMark[probe] === current || openMark[probe] === current
  }

  function satisfies(probe: number): boolean {
    if (provenMark[probe] === current) return true
    if (openMark[probe] !== current || refutedMark[probe] === current) return false
    const { show, test } = probes[probe] as Probe
    for (let at = 0; at < pairs; at++) {
      if (pairProbes[at] !== probe || !test(show(pairTexts[at] as string))) continue
      provenMark[probe] = current
      return true
    }
    refutedMark[probe] = current
    return false
  }

  function passes(number: number): boolean {
    if (testMark[number] !== current) {
      const { slot, read, holds } = tests[number] as Test
      testMark[number] = current
      testAnswers[number] = holds(readOnce(slot, read)) ? 1 : 0
    }
    return testAnswers[number] === 1
  }

  function isGuardPassed(guards: readonly number[]): boolean {
    for (let at = 0; at < guards.length; at++) if (passes(guards[at] as number)) return true
    return guards.length === 0
  }

  function holdsAlternative({ passes: asked, has, lacks }: Alternative): boolean {
    for (let at = 0; at < asked.length; at++) if (!passes(asked[at] as number)) return false
    for (let at = 0; at < has.length; at++) if (!satisfies(has[at] as number)) return false
    for (let at = 0; at < lacks.length; at++) if (satisfies(lacks[at] as number)) return false
    return true
  }

  function holdsOneOf(alternatives: readonly Alternative[]): boolean {
    for (let at = 0; at < alternatives.length; at++) if (holdsAlternative(alternatives[at] as Alternative)) return true
    return false
  }

  function holdsPlan(plan: number): boolean {
    const end = starts[plan + 1] as number
    for (let at = starts[plan] as number; at < end; at += 2) {
      const number = steps[at + 1] as number
      switch (steps[at]) {
        case step.passes:
          if (!passes(number)) return false
          break
        case step.searches:
          search(textFields[number] as TextField)
          break
        case step.mayHave:
          if (!isPossible(number)) return false
          break
        case step.has:
          if (!satisfies(number)) return false
          break
        case step.hasOneOf:
          if (!holdsOneOf(choices[number] as readonly Alternative[])) return false
          break
        default:
          if (satisfies(number)) return false
      }
    }
    return true
  }

  /** Kept in order: hardly any item completes more than a few. */
  function insertFound(number: number): void {
    let at = hits
    hits += 1
    for (; at > 0 && (found[at - 1] as number) > number; at--) found[at] = found[at - 1] as number
    found[at] = number
  }

  function tryPlans(candidates: readonly number[], from: number): void {
    for (let at = from; at < candidates.length; at++) {
      const plan = candidates[at] as number
      // They stand in the order of their levels.
      if (level <= (above[plan] as number)) return
      const gate = gates[plan] as number
      if ((gate >= 0 && !isPossible(gate)) || planMark[plan] === current) continue
      planMark[plan] = current
      if (holdsPlan(plan)) insertFound(plan)
    }
  }

  /** The next number for marks; when they would no longer fit, all marks are cleared and numbers begin again. */
  function beginItem(one: GameItem): void {
    item = one
    level = readWholeNumber(one.ilvl)
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
    if (twins !== null) searchTwins(twins)
    for (let at = 0; at < driving.length; at++) drive(driving[at] as TextField)
    const driven = leads
    for (let at = 0; at < driven; at++) {
      const { numbers, plans } = leading[at] as Finding
      tryPlans(numbers, plans)
    }
    if (always.length > 0) tryPlans(always, 0)
    return hits
  }

  return { find, found }
}
