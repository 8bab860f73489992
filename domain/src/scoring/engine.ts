import type { EventDefinition } from '../objectives/definition.ts'
import { buildTree } from '../objectives/tree.ts'
import { countsAlike, createCounter, foldFact, isRetracted, listRetracted, readResult, type Counter } from './counter.ts'
import { addDeltas, compareDeltas } from './diff.ts'
import { explainScore } from './explain.ts'
import type { Fact, LedgerEntry, Retraction } from './ledger.ts'
import { findProblems, type EngineProblem } from './problems.ts'
import type { Receipt } from './receipt.ts'
import { prepareNodes, readScores, scoreAll, scoreUpwards, type ScoredNode } from './rollup.ts'
import type { Scoreboard, ScoreDelta, TeamScore } from './score.ts'
import { isSameResult } from './score-equality.ts'

/**
 * Computes the scores of one event by folding its ledger. Times are milliseconds since 1970 and always arguments. Nothing here
 * throws for invalid input: parts that cannot be scored are skipped and listed by `problems`.
 */
export class Engine {
  private definition: EventDefinition
  private team_ids: readonly number[] = []
  /** Position of each team in the lists of the nodes. */
  private positions: ReadonlyMap<number, number> = new Map()
  private slots = new Map<number, Slot>()
  /** Objectives whose results can change with time alone. */
  private timed: readonly Slot[] = []
  /** Objectives that wait for their history; until then their results do not change. */
  private pending = new Set<number>()
  private definitionProblems: readonly EngineProblem[] = []
  private scoredAt: number
  /** Everything has to be scored, not only the objectives with new facts. */
  private isNew = true
  private readonly board = new Map<number, ReadonlyMap<number, TeamScore>>()
  private readonly touched = new Set<Slot>()

  /** Creates an engine without facts. */
  constructor(definition: EventDefinition, now: number) {
    this.definition = definition
    this.scoredAt = now
    this.adopt(definition, true)
    this.settle(now)
  }

  /**
   * Applies further ledger entries and returns the net changes, by objective, then team. `refold` lists objectives whose results
   * stay unchanged until their whole history is passed to `refold`: a retraction, or a definition that counts differently, cannot
   * be undone from the engine's state. Every call lists them again until that is done.
   */
  apply(entries: readonly LedgerEntry[], now: number): { deltas: ScoreDelta[]; refold: readonly number[] } {
    for (const entry of entries) {
      if (entry.kind === 'fact') this.fold(entry)
      else if (entry.kind === 'definition') this.adopt(entry.definition, false)
      else if (this.slots.has(entry.objective_id)) this.pending.add(entry.objective_id)
    }
    return { deltas: this.settle(now), refold: [...this.pending] }
  }

  /** `history`: all facts and retractions of these objectives up to the last applied entry; others are ignored. */
  refold(history: readonly (Fact | Retraction)[], objective_ids: readonly number[], now: number): ScoreDelta[] {
    const wanted = new Set(objective_ids)
    for (const id of wanted) {
      const slot = this.slots.get(id)
      if (slot === undefined) continue
      slot.counter = createCounter(this.definition, slot.node.objective)
      this.pending.delete(id)
      this.touchAll(slot)
    }
    const retracted = listRetracted(history)
    for (const entry of history) {
      if (entry.kind === 'fact' && wanted.has(entry.objective_id) && !isRetracted(entry, retracted)) this.fold(entry)
    }
    return this.settle(now)
  }

  /** The changes caused by time alone. */
  advance(now: number): ScoreDelta[] {
    return this.settle(now)
  }

  /** The next moment at which time alone can change a score, null if there is none. */
  nextWake(now: number): number | null {
    const turns = this.timed.flatMap((slot) => readTurn(slot) ?? []).filter((turn) => turn >= now)
    return turns.length > 0 ? Math.min(...turns) + 1 : null
  }

  /** A copy that later calls do not change. */
  scoreboard(): Scoreboard {
    return new Map(this.board)
  }

  problems(): readonly EngineProblem[] {
    return [...this.definitionProblems, ...listUnusable(this.slots.values())]
  }

  /** Explains a team's score on one objective. `history` as for `refold`. */
  explain(objective_id: number, team_id: number, history: readonly (Fact | Retraction)[], now: number): Receipt {
    const { definition, slots, positions } = this
    const node = slots.get(objective_id)?.node ?? null
    return explainScore({ definition, node, position: positions.get(team_id) ?? -1, objective_id, team_id, history, now })
  }

  /** Switches to a definition; folded facts are kept for objectives that still count the same way. */
  private adopt(next: EventDefinition, isFirst: boolean): void {
    const tree = buildTree(next.objectives)
    const { positions, slots: kept, pending: waiting } = this
    const team_ids = [...new Set(next.team_ids)]
    this.definition = next
    this.team_ids = team_ids
    this.positions = new Map(team_ids.map((id, position) => [id, position]))
    this.slots = new Map()
    this.pending = new Set()
    for (const node of prepareNodes(tree, next, team_ids.length)) {
      const { id } = node.objective
      const old = kept.get(id)
      const counter = createCounter(next, node.objective)
      const { names_finder, counts_deposits } = counter
      if (old) node.results = team_ids.map((team_id) => old.node.results[positions.get(team_id) ?? -1] ?? null)
      const canKeep = old !== undefined && countsAlike(old.counter, counter)
      this.slots.set(id, {
        node,
        counter: canKeep ? { ...old.counter, names_finder, counts_deposits } : counter,
        stale: new Set(),
      })
      if (canKeep ? waiting.has(id) : !isFirst) this.pending.add(id)
    }
    this.timed = [...this.slots.values()].filter((slot) => readTurn(slot) !== null)
    this.definitionProblems = findProblems(next, tree)
    this.touched.clear()
    this.isNew = true
  }

  private fold(fact: Fact): void {
    const slot = this.slots.get(fact.objective_id)
    // A pending objective receives this fact again with its history.
    if (slot === undefined || this.pending.has(fact.objective_id) || !foldFact(slot.counter, fact)) return
    slot.stale.add(fact.team_id)
    this.touched.add(slot)
  }

  private touchAll(slot: Slot): void {
    for (const team_id of this.team_ids) slot.stale.add(team_id)
    this.touched.add(slot)
  }

  /** Updates the scores for facts, definition and time, and returns the changes of the board. */
  private settle(now: number): ScoreDelta[] {
    for (const slot of this.isNew ? this.slots.values() : this.timed) {
      const turn = readTurn(slot) ?? Infinity
      if (!this.pending.has(slot.node.objective.id) && (this.isNew || this.scoredAt > turn !== now > turn)) this.touchAll(slot)
    }
    this.scoredAt = now
    const nodes = [...this.touched].filter((slot) => this.readResults(slot, now)).map(({ node }) => node)
    this.touched.clear()
    if (!this.isNew) return this.post(scoreUpwards(nodes, this.team_ids.length))
    this.isNew = false
    const all = [...this.slots.values()].map(({ node }) => node)
    scoreAll(all, this.team_ids.length)
    return [...this.dropMissing(), ...this.post(all)].sort(compareDeltas)
  }

  private readResults(slot: Slot, now: number): boolean {
    let changed = false
    for (const team_id of slot.stale) {
      const position = this.positions.get(team_id)
      if (position === undefined) continue
      const before = slot.node.results[position] ?? null
      const result = readResult(slot.counter, team_id, now)
      slot.node.results[position] = result
      changed ||= !isSameResult(before, result)
    }
    slot.stale.clear()
    return changed
  }

  /** Writes the scores of nodes to the board. */
  private post(nodes: Iterable<ScoredNode>): ScoreDelta[] {
    const deltas: ScoreDelta[] = []
    for (const node of nodes) {
      const { id } = node.objective
      const next = readScores(node, this.team_ids)
      const known = deltas.length
      addDeltas(deltas, id, this.board.get(id), next)
      if (deltas.length === known) continue
      if (next.size > 0) this.board.set(id, next)
      else this.board.delete(id)
    }
    return deltas.sort(compareDeltas)
  }

  /** Removes objectives from the board that the tree no longer contains. */
  private dropMissing(): ScoreDelta[] {
    const deltas: ScoreDelta[] = []
    for (const [id, scores] of this.board) {
      if (this.slots.has(id)) continue
      addDeltas(deltas, id, scores)
      this.board.delete(id)
    }
    return deltas
  }
}

export const createEngine = (first: EventDefinition, startedAt: number): Engine => new Engine(first, startedAt)

/** One objective within the engine: its facts, and its position in the tree. */
interface Slot {
  readonly node: ScoredNode
  counter: Counter
  /** Teams whose result has to be computed again. */
  readonly stale: Set<number>
}

/** The last moment before an objective's results change with time alone. */
function readTurn({ counter }: Slot): number | null {
  return counter.row?.turnsAfter(counter.rule) ?? null
}

function* listUnusable(slots: Iterable<Slot>): Generator<EngineProblem> {
  for (const { node, counter } of slots) {
    if (counter.unusable === null) continue
    const message = `"${node.objective.name}" has a fact without a valid number or time (ledger number ${counter.unusable}); it does not count`
    yield { code: 'unusable_fact', objective_id: node.objective.id, preset_id: null, message }
  }
}
