import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregations } from './aggregations/index.ts'
import { readHeld, writeHeld } from './checkpoint.ts'
import { createEngine, type Engine } from './engine.ts'
import type { Fact, LedgerEntry, Retraction } from './ledger.ts'
import { aFact, aRule } from './testing/builders.ts'
import { generateEvent } from './testing/event-generator.ts'

const anyEvent = fc.gen().map((draw) => generateEvent((min, max) => draw(fc.integer, { min, max }), 60))
const isHistory = (entry: LedgerEntry): entry is Fact | Retraction => entry.kind !== 'definition'

const write = (engine: Engine): string => {
  const held = engine.held()
  if (held === null) throw new Error('an objective waits for its history')
  return [...writeHeld(held)].join('')
}

function goOn(engine: Engine, entries: readonly LedgerEntry[], from: number, to: number, now: number): void {
  const { refold } = engine.apply(entries.slice(from, to), now)
  engine.refold(entries.slice(0, to).filter(isHistory), refold, now)
}

const look = (
  engine: Engine,
  ids: readonly number[],
  teams: readonly number[],
  entries: readonly LedgerEntry[],
  now: number,
) => ({
  scores: engine.scoreboard(),
  wake: engine.nextWake(now),
  problems: engine.problems(),
  receipts: ids.flatMap((id) => teams.map((team_id) => engine.explain(id, team_id, entries.filter(isHistory), now))),
})

test('whoever goes on from a checkpoint, made anywhere in a ledger, has the scores and receipts of whoever never stopped', () => {
  fc.assert(
    fc.property(anyEvent, fc.nat({ max: 60 }), fc.nat({ max: 60 }), ({ definition, entries, now }, a, b) => {
      const [saved_at, seen_at] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.min(at, entries.length)) as [number, number]
      const whole = createEngine(definition, 0)
      goOn(whole, entries, 0, saved_at, now)
      const text = write(whole)
      const valid = entries.slice(0, saved_at).findLast((entry) => entry.kind === 'definition')?.definition ?? definition
      const restored = createEngine(valid, now, readHeld(text))
      const last = entries.findLast((entry) => entry.kind === 'definition')?.definition ?? definition
      const ids = [...new Set([...definition.objectives, ...last.objectives].map(({ id }) => id))]
      const compare = (upTo: number) => {
        const seen = entries.slice(0, upTo)
        expect(look(restored, ids, [1, 2, 3, 4], seen, now)).toEqual(look(whole, ids, [1, 2, 3, 4], seen, now))
      }
      compare(saved_at)
      for (const [from, to] of [
        [saved_at, seen_at],
        [seen_at, entries.length],
      ] as const) {
        goOn(whole, entries, from, to, now)
        goOn(restored, entries, from, to, now)
        compare(to)
      }
    }),
    { numRuns: 300 },
  )
})

const anyFact = fc.record({
  sequence: fc.integer({ min: 1, max: 40 }),
  user_id: fc.constantFrom(null, 1, 2, 3),
  source: fc.constantFrom('stash:a', 'stash:b', 'worn:a', 'user:1', 'submission:1'),
  number: fc.constantFrom(-1, 0, 0, 1, 2, 3, Number.MAX_SAFE_INTEGER),
  timestamp: fc.integer({ min: 0, max: 12 }),
})

test.each(Object.entries(aggregations))('%s: the facts that a tally holds tell its result and every verdict', (_, row) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyFact, { selector: ({ sequence }) => sequence, maxLength: 30 }),
      fc.nat({ max: 30 }),
      fc.constantFrom('ITEM', 'PLAYER', 'TEAM'),
      fc.integer({ min: 0, max: 13 }),
      (given, cut, objective_type, now) => {
        const facts = given.map((one) => aFact(one))
        const rule = aRule({ objective_type, required_number: 2, valid_from: 3, valid_to: 9 })
        const gone = (fact: Fact) => objective_type === 'ITEM' && fact.number === 0
        const [first, second] = [row.start(rule), row.start(rule)]
        for (const fact of facts.slice(0, cut)) first.add(fact, gone(fact))
        for (const fact of first.held()) second.add(fact, gone(fact))
        const judged = (one: typeof first, upTo: number) => facts.slice(0, upTo).map((fact) => one.judge(fact, gone(fact)))
        expect(second.result(now)).toEqual(first.result(now))
        expect(judged(second, cut)).toEqual(judged(first, cut))
        for (const fact of facts.slice(cut)) for (const one of [first, second]) one.add(fact, gone(fact))
        expect(second.result(now)).toEqual(first.result(now))
        expect(judged(second, facts.length)).toEqual(judged(first, facts.length))
      },
    ),
    { numRuns: 200 },
  )
})

test('there is nothing to go on from while an objective waits for its history', () => {
  const engine = createEngine(generateEvent((min) => min).definition, 0)
  const [objective_id, team_id] = [1, 1]
  engine.apply([aFact({ sequence: 1, objective_id, team_id }), { kind: 'retraction', sequence: 2, objective_id, retracts: 1 }], 0)
  expect(engine.held()).toBeNull()
  engine.refold([], [objective_id], 0)
  expect(engine.held()).not.toBeNull()
})

test('a source is written once, however many facts come from it', () => {
  const facts = [1, 2, 3].map((sequence) => aFact({ sequence, source: 'stash:abc' }))
  const held = [2, 3].map((objective_id) => ({
    objective_id,
    facts: facts.map((fact) => ({ ...fact, objective_id })),
    unusable: objective_id === 2 ? 7 : null,
  }))
  const text = [...writeHeld(held)].join('')
  expect(text.split('stash:abc').length - 1).toBe(1)
  expect([...readHeld(text)]).toEqual(held)
})
