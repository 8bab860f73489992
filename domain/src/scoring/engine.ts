import type { EventDefinition } from '../objectives/definition.ts'
import { buildTree } from '../objectives/tree.ts'
import { countsAlike, createCounter, foldFact, isRetracted, listRetracted, readResult, type Counter } from './counter.ts'
import { compareDeltas } from './diff.ts'
import { explainScore } from './explain.ts'
import type { Fact, LedgerEntry, Retraction } from './ledger.ts'
import { findProblems, type EngineProblem } from './problems.ts'
import type { Receipt } from './receipt.ts'
import { isSameResult, isSameScore, prepareNodes, readScores, scoreAll, scoreNode, type ScoredNode } from './rollup.ts'
import type { Scoreboard, ScoreDelta, TeamScore } from './score.ts'

/**
 * Computes the scores of one event by folding its ledger. Times are milliseconds since 1970 and always arguments. Nothing here
 * throws for invalid input: parts that cannot be scored are skipped and listed by `problems`.
 */
export interface Engine {
  /**
   * Applies further ledger entries and returns the net changes, by objective, then team. `refold` lists objectives whose results
   * stay unchanged until their whole history is passed to `refold`: a retraction, or a definition that counts differently, cannot
   * be undone from the engine's state. Every call lists them again until that is done.
   */
  apply(entries: readonly LedgerEntry[], now: number): { deltas: ScoreDelta[]; refold: readonly number[] }
  /** `history`: all facts and retractions of these objectives up to the last applied entry; others are ignored. */
  refold(history: readonly (Fact | Retraction)[], objective_ids: readonly number[], now: number): ScoreDelta[]
  /** The changes caused by time alone. */
  advance(now: number): ScoreDelta[]
  /** The next moment at which time alone can change a score, null if there is none. */
  nextWake(now: number): number | null
  /** A copy that later calls do not change. */
  scoreboard(): Scoreboard
  problems(): readonly EngineProblem[]
  /** Explains a team's score on one objective. `history` as for `refold`. */
  explain(objective_id: number, team_id: number, history: readonly (Fact | Retraction)[], now: number): Receipt
}

/** One objective within the engine: its facts, and its position in the tree. */
interface Slot {
  readonly node: ScoredNode
  counter: Counter
  /** Teams whose result has to be computed again. */
  readonly stale: Set<number>
}

/** Creates an engine without facts. */
export function createEngine(first: EventDefinition, startedAt: number): Engine {
  let definition = first
  let team_ids: readonly number[] = []
  /** Position of each team in the lists of the nodes. */
  let positions: ReadonlyMap<number, number> = new Map()
  let slots = new Map<number, Slot>()
  /** Objectives whose results can change with time alone. */
  let timed: readonly Slot[] = []
  /** Objectives that wait for their history; until then their results do not change. */
  let pending = new Set<number>()
  let definitionProblems: readonly EngineProblem[] = []
  let scoredAt = startedAt
  /** Everything has to be scored, not only the objectives with new facts. */
  let isNew = true
  const board = new Map<number, ReadonlyMap<number, TeamScore>>()
  const touched = new Set<Slot>()

  /** Switches to a definition; folded facts are kept for objectives that still count the same way. */
  function adopt(next: EventDefinition, isFirst: boolean): void {
    const tree = buildTree(next.objectives)
    const oldPositions = positions
    definition = next
    team_ids = [...new Set(next.team_ids)]
    positions = new Map(team_ids.map((id, position) => [id, position]))
    const kept = slots
    const waiting = pending
    slots = new Map()
    pending = new Set()
    for (const node of prepareNodes(tree, next, team_ids.length)) {
      const { id } = node.objective
      const old = kept.get(id)
      const counter = createCounter(next, node.objective)
      if (old) node.results = team_ids.map((team_id) => old.node.results[oldPositions.get(team_id) ?? -1] ?? null)
      const canKeep = old !== undefined && countsAlike(old.counter, counter)
      slots.set(id, {
        node,
        counter: canKeep ? { ...old.counter, names_finder: counter.names_finder } : counter,
        stale: new Set(),
      })
      if (canKeep ? waiting.has(id) : !isFirst) pending.add(id)
    }
    timed = [...slots.values()].filter((slot) => readTurn(slot) !== null)
    definitionProblems = findProblems(next, tree)
    touched.clear()
    isNew = true
  }

  function fold(fact: Fact): void {
    const slot = slots.get(fact.objective_id)
    // A pending objective receives this fact again with its history.
    if (slot === undefined || pending.has(fact.objective_id) || !foldFact(slot.counter, fact)) return
    slot.stale.add(fact.team_id)
    touched.add(slot)
  }

  /** Updates the scores for facts, definition and time, and returns the changes of the board. */
  function settle(now: number): ScoreDelta[] {
    for (const slot of isNew ? slots.values() : timed) {
      const turn = readTurn(slot) ?? Infinity
      if (!pending.has(slot.node.objective.id) && (isNew || scoredAt > turn !== now > turn)) touchAll(slot)
    }
    scoredAt = now
    const nodes = [...touched].filter((slot) => readResults(slot, now)).map(({ node }) => node)
    touched.clear()
    if (!isNew) return post(climb(nodes))
    isNew = false
    const all = [...slots.values()].map(({ node }) => node)
    scoreAll(all, team_ids.length)
    return [...dropMissing(), ...post(all)].sort(compareDeltas)
  }

  function touchAll(slot: Slot): void {
    for (const team_id of team_ids) slot.stale.add(team_id)
    touched.add(slot)
  }

  function readResults(slot: Slot, now: number): boolean {
    let changed = false
    for (const team_id of slot.stale) {
      const position = positions.get(team_id)
      if (position === undefined) continue
      const before = slot.node.results[position] ?? null
      const result = readResult(slot.counter, team_id, now)
      slot.node.results[position] = result
      changed ||= !isSameResult(before, result)
    }
    slot.stale.clear()
    return changed
  }

  /** Scores the nodes again, then their ancestors, deepest first; the ancestors of an unchanged node are skipped. */
  function climb(nodes: readonly ScoredNode[]): Set<ScoredNode> {
    const moved = new Set<ScoredNode>()
    const levels: Set<ScoredNode>[] = []
    const plan = (node: ScoredNode) => (levels[node.depth] ??= new Set()).add(node)
    for (const node of nodes) plan(node)
    for (let depth = levels.length - 1; depth >= 0; depth--) {
      for (const node of levels[depth] ?? []) {
        const { changed, adjusted } = scoreNode(node, team_ids.length)
        moved.add(node)
        for (const child of adjusted) moved.add(child)
        if (changed && node.parent) plan(node.parent)
      }
    }
    return moved
  }

  /** Writes the scores of nodes to the board. */
  function post(nodes: Iterable<ScoredNode>): ScoreDelta[] {
    const deltas: ScoreDelta[] = []
    for (const node of nodes) {
      const objective_id = node.objective.id
      const old = board.get(objective_id)
      const next = readScores(node, team_ids)
      const known = deltas.length
      let kept = 0
      for (const [team_id, after] of next) {
        const before = old?.get(team_id) ?? null
        if (before !== null) kept += 1
        if (!isSameScore(before, after)) deltas.push({ objective_id, team_id, before, after })
      }
      if (old && old.size > kept) {
        for (const [team_id, before] of old) if (!next.has(team_id)) deltas.push({ objective_id, team_id, before, after: null })
      }
      if (deltas.length === known) continue
      if (next.size > 0) board.set(objective_id, next)
      else board.delete(objective_id)
    }
    return deltas.sort(compareDeltas)
  }

  /** Removes objectives from the board that the tree no longer contains. */
  function dropMissing(): ScoreDelta[] {
    const deltas: ScoreDelta[] = []
    for (const [objective_id, scores] of board) {
      if (slots.has(objective_id)) continue
      for (const [team_id, before] of scores) deltas.push({ objective_id, team_id, before, after: null })
      board.delete(objective_id)
    }
    return deltas
  }

  const engine: Engine = {
    apply(entries, now) {
      for (const entry of entries) {
        if (entry.kind === 'fact') fold(entry)
        else if (entry.kind === 'definition') adopt(entry.definition, false)
        else if (slots.has(entry.objective_id)) pending.add(entry.objective_id)
      }
      return { deltas: settle(now), refold: [...pending] }
    },
    refold(history, objective_ids, now) {
      const wanted = new Set(objective_ids)
      for (const id of wanted) {
        const slot = slots.get(id)
        if (slot === undefined) continue
        slot.counter = createCounter(definition, slot.node.objective)
        pending.delete(id)
        touchAll(slot)
      }
      const retracted = listRetracted(history)
      for (const entry of history) {
        if (entry.kind === 'fact' && wanted.has(entry.objective_id) && !isRetracted(entry, retracted)) fold(entry)
      }
      return settle(now)
    },
    advance: settle,
    nextWake(now) {
      let wake: number | null = null
      for (const slot of timed) {
        const turn = readTurn(slot)
        if (turn !== null && turn >= now && (wake === null || turn + 1 < wake)) wake = turn + 1
      }
      return wake
    },
    scoreboard: () => new Map(board),
    problems: () => [...definitionProblems, ...listUnusable(slots.values())],
    explain: (objective_id, team_id, history, now) =>
      explainScore({
        definition,
        node: slots.get(objective_id)?.node ?? null,
        position: positions.get(team_id) ?? -1,
        objective_id,
        team_id,
        history,
        now,
      }),
  }
  adopt(first, true)
  settle(startedAt)
  return engine
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
