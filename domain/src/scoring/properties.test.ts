import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDiffs, nothingReceived } from '@muster/contract/received-scores'
import { diffBoards, toWireScore } from './diff.ts'
import { createEngine, type Engine } from './engine.ts'
import { rebuild } from './testing/rebuild.ts'
import type { Fact, LedgerEntry, Retraction } from './ledger.ts'
import { sumTotals } from './rollup.ts'
import { recordChange, showDiffs } from './recorded-change.ts'
import type { Scoreboard, ScoreDelta } from './score.ts'
import { applyDeltas } from './testing/apply-deltas.ts'
import { generateEvent, type GeneratedEvent } from './testing/event-generator.ts'
import { type Audience, type HidesProgress, isVisible, listToggled } from './visibility.ts'

const anyEvent: fc.Arbitrary<GeneratedEvent> = fc
  .gen()
  .map((draw) => generateEvent((min, max) => draw(fc.integer, { min, max }), 60))
const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 6 })
const check = <T>(property: fc.IProperty<T>): void => fc.assert(property, { numRuns: 400 })

const sumPoints = (parts: readonly { readonly points: number }[]) => parts.reduce((sum, { points }) => sum + points, 0)
const isHistory = (entry: LedgerEntry): entry is Fact | Retraction => entry.kind !== 'definition'

/** Feeds the ledger in parts, passes in the requested histories, and collects the changes in order. */
function feed(event: GeneratedEvent, positions: readonly number[]): { engine: Engine; start: Scoreboard; deltas: ScoreDelta[] } {
  const { definition, entries, now } = event
  const engine = createEngine(definition, 0)
  const start = engine.scoreboard()
  const deltas: ScoreDelta[] = []
  const bounds = [0, ...positions.filter((at) => at < entries.length).sort((a, b) => a - b), entries.length]
  for (const [step, end] of bounds.entries()) {
    // Time advances between the parts, and ends at `now`.
    const at = Math.floor((now * (step + 1)) / bounds.length)
    const applied = engine.apply(entries.slice(bounds[step - 1] ?? 0, end), at)
    deltas.push(...applied.deltas, ...engine.refold(entries.slice(0, end).filter(isHistory), applied.refold, at))
  }
  return { engine, start, deltas }
}

const toMaps = (board: Scoreboard) => new Map([...board].map(([id, scores]) => [id, new Map(scores)]))

test('whichever way the ledger is split, the scores equal a rebuild', () => {
  check(
    fc.property(anyEvent, cuts, (event, positions) => {
      const { engine } = feed(event, positions)
      const rebuilt = rebuild(event.definition, event.entries, event.now)
      expect(toMaps(engine.scoreboard())).toEqual(toMaps(rebuilt.scoreboard()))
      expect(engine.nextWake(event.now)).toBe(rebuilt.nextWake(event.now))
      expect(engine.problems()).toEqual(rebuilt.problems())
    }),
  )
})

test('applying the returned changes to the first board produces the last one', () => {
  check(
    fc.property(anyEvent, cuts, (event, positions) => {
      const { engine, start, deltas } = feed(event, positions)
      expect(toMaps(applyDeltas(start, deltas))).toEqual(toMaps(engine.scoreboard()))
    }),
  )
})

test('one call returns each changed pair once, by objective, then team, and no unchanged pair', () => {
  check(
    fc.property(anyEvent, ({ definition, entries, now }) => {
      const engine = createEngine(definition, now)
      const before = engine.scoreboard()
      const { deltas } = engine.apply(entries, now)
      expect(deltas).toEqual(diffBoards(before, engine.scoreboard()))
    }),
  )
})

test('simultaneous facts of different sources give the same scores in any order', () => {
  check(
    fc.property(anyEvent, fc.infiniteStream(fc.nat({ max: 1000 })), (event, shuffle) => {
      const facts = event.entries.filter((entry) => entry.kind === 'fact')
      // One fact per source and time, so that "recorded later" never decides. A player is a source by name and by id.
      const seen = new Set<string>()
      const distinct = facts.filter(({ objective_id, team_id, source, timestamp, user_id }) => {
        const keys = [
          `${objective_id}/${team_id}/${timestamp}/${source}`,
          `${objective_id}/${team_id}/${timestamp}/user:${user_id}`,
        ]
        const isNew = keys.every((key) => !seen.has(key))
        for (const key of keys) seen.add(key)
        return isNew
      })
      const places = new Map(distinct.map((fact) => [fact, [...shuffle.take(1)][0] ?? 0]))
      const shuffled = distinct
        .toSorted((a, b) => a.timestamp - b.timestamp || (places.get(a) ?? 0) - (places.get(b) ?? 0))
        .map((fact, position) => ({ ...fact, sequence: position + 1 }))
      const original = distinct
        .toSorted((a, b) => a.timestamp - b.timestamp)
        .map((fact, position) => ({ ...fact, sequence: position + 1 }))
      const isTeam = new Set(event.definition.objectives.filter((one) => one.objective_type === 'TEAM').map((one) => one.id))
      const rest = (list: readonly Fact[]) => list.filter((fact) => !isTeam.has(fact.objective_id))
      expect(toMaps(rebuild(event.definition, rest(shuffled), event.now).scoreboard())).toEqual(
        toMaps(rebuild(event.definition, rest(original), event.now).scoreboard()),
      )
    }),
  )
})

test('facts that arrive late, out of order or twice give the same scores', () => {
  check(
    fc.property(anyEvent, fc.infiniteStream(fc.nat({ max: 1000 })), (event, shuffle) => {
      const facts = event.entries.filter((entry) => entry.kind === 'fact')
      const places = new Map(facts.map((fact) => [fact, [...shuffle.take(1)][0] ?? 0]))
      const disordered = [...facts, ...facts.slice(0, 10)].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
      expect(toMaps(rebuild(event.definition, disordered, event.now).scoreboard())).toEqual(
        toMaps(rebuild(event.definition, facts, event.now).scoreboard()),
      )
    }),
  )
})

test('a team total is the sum of its nodes, and of its receipts', () => {
  check(
    fc.property(anyEvent, ({ definition, entries, now }) => {
      const engine = rebuild(definition, entries, now)
      const board = engine.scoreboard()
      const last = entries.findLast((entry) => entry.kind === 'definition')?.definition ?? definition
      const history = entries.filter(isHistory)
      for (const team_id of last.team_ids) {
        const total = sumTotals(board).get(team_id) ?? 0
        const receipts = last.objectives.map(({ id }) => engine.explain(id, team_id, history, now))
        expect(receipts.reduce((sum, { points }) => sum + points, 0)).toBe(total)
        expect(receipts.reduce((sum, one) => sum + one.own_points + sumPoints(one.adjustments), 0)).toBe(total)
      }
    }),
  )
})

test('every fact of the team is on its receipt once', () => {
  check(
    fc.property(anyEvent, ({ definition, entries, now }) => {
      const engine = rebuild(definition, entries, now)
      const history = entries.filter(isHistory)
      for (const [objective_id, scores] of engine.scoreboard()) {
        for (const team_id of scores.keys()) {
          const receipt = engine.explain(objective_id, team_id, history, now)
          const mine = entries.filter(
            (entry) => entry.kind === 'fact' && entry.objective_id === objective_id && entry.team_id === team_id,
          )
          expect(receipt.facts.map(({ fact }) => fact.sequence).sort((a, b) => a - b)).toEqual(
            mine.map(({ sequence }) => sequence),
          )
          expect(receipt.sentence).toMatch(/\.$/)
        }
      }
    }),
  )
})

/** The board as sent to an audience. */
const seenBy = (board: Scoreboard, audience: Audience, hides: HidesProgress) =>
  new Map(
    [...board].flatMap(([id, scores]) => {
      const shown = [...scores].filter(([team_id, score]) => isVisible(audience, team_id, score, hides(id)))
      return shown.length > 0 ? [[id, wire(new Map(shown))] as const] : []
    }),
  )

/** Records changes under the rules before and after them. */
const record = (deltas: readonly ScoreDelta[], from: number, hid: HidesProgress, hides: HidesProgress) =>
  deltas.map((delta, place) => {
    const { objective_id } = delta
    return recordChange(delta, from + place, { before: hid(objective_id), after: hides(objective_id) })
  })

test("after every message each audience's copy equals its visible board, totals included, even if an edit hides or shows scores", () => {
  const secrecy = fc.integer({ min: 0, max: 255 }).map(
    (bits): HidesProgress =>
      (id) =>
        ((bits >> (id % 8)) & 1) === 1,
  )
  check(
    fc.property(anyEvent, cuts, fc.constantFrom(null, 1, 2), secrecy, secrecy, (event, positions, audience, hid, hides) => {
      const { engine, start, deltas } = feed(event, positions)
      const board = engine.scoreboard()
      const first = { sequence: 0, scores: seenBy(start, audience, hid) }
      const scored = record(deltas, 1, hid, hid)
      const edited = record(listToggled(board, hid, hides), scored.length + 1, hid, hides)
      const diffs = showDiffs(scored, audience)
      const before = applyDiffs(first, diffs)
      expect(before.scores).toEqual(seenBy(board, audience, hid))
      const received = applyDiffs(before, showDiffs(edited, audience))
      expect(received.scores).toEqual(seenBy(board, audience, hides))
      expect(applyDiffs(received, showDiffs([...scored, ...edited], audience))).toBe(received)
    }),
  )
})

test('no message reveals a score to an audience that may see it neither before nor after', () => {
  check(
    fc.property(anyEvent, cuts, (event, positions) => {
      const { deltas } = feed(event, positions)
      const hides = () => true
      for (const change of record(deltas, 1, hides, hides)) {
        const mayKnow =
          change.team_id === 1 || change.finished_before === true || (change.finished && change.diff_type !== 'Removed')
        const diffs = showDiffs([change], 1)
        expect(diffs.length).toBe(mayKnow ? 1 : 0)
        // A score that became unfinished again is sent with its old values only.
        if (change.team_id !== 1 && !change.finished && diffs[0]) {
          expect(diffs[0]).toMatchObject({ diff_type: 'Removed', score: { points: change.points_before, finished: true } })
        }
      }
    }),
  )
})

const wire = (scores: ReadonlyMap<number, Parameters<typeof toWireScore>[0]>) =>
  new Map([...scores].map(([team_id, score]) => [team_id, toWireScore(score)]))

test('messages for the difference of two boards turn one into the other', () => {
  check(
    fc.property(anyEvent, anyEvent, (one, other) => {
      const before = rebuild(one.definition, one.entries, one.now).scoreboard()
      const after = rebuild(other.definition, other.entries, other.now).scoreboard()
      const open = () => false
      const toDiffs = (a: Scoreboard, b: Scoreboard, first: number) =>
        showDiffs(record(diffBoards(a, b), first, open, open), null)
      const loaded = applyDiffs(nothingReceived, toDiffs(new Map(), before, 1))
      expect(applyDiffs(loaded, toDiffs(before, after, 1_000_000)).scores).toEqual(
        applyDiffs(nothingReceived, toDiffs(new Map(), after, 1)).scores,
      )
    }),
  )
})
