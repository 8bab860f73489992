import type { Verdict } from '@muster/contract/receipts'
import type { EventDefinition } from '../objectives/definition.ts'
import { createCounter, foldFact, isRetracted, judgeFact, listRetracted } from './counter.ts'
import { findExclusion } from './exclusions.ts'
import type { Fact, Retraction } from './ledger.ts'
import { explainManualPoints } from './manual-points.ts'
import type { JudgedFact, Receipt, ReceiptAdjustment } from './receipt.ts'
import { readScore, type ScoredNode } from './rollup.ts'

const reasons: Readonly<Record<Verdict, string>> = {
  counts: 'counts',
  baseline: 'is the value from which the change is measured',
  names: 'names the player who put the item in, and the time',
  retracted: 'was withdrawn',
  excluded: 'was excluded by a judge',
  unusable: 'cannot be used',
  too_early: 'is from before the objective opened or the event started',
  too_late: 'is from after the objective closed or the event ended',
  gone: 'shows that no match is left',
  superseded: 'was replaced by a later reading of the same source',
  not_first: 'came later than the one that counts',
  not_reached: 'is lower than what counts or what is required',
  not_highest: 'is lower than the highest',
  not_lowest: 'is higher than the lowest',
  not_fresh: 'was first, but no matching item is visible now',
  seen_in_game: 'is not added, because the game shows as many items',
  reported_more: 'is not added, because reports of players show more items',
}

interface Question {
  readonly definition: EventDefinition
  /** null: the objective is not part of the tree. */
  readonly node: ScoredNode | null
  /** Position of the team; negative: it is not part of the event. */
  readonly position: number
  readonly objective_id: number
  readonly team_id: number
  readonly history: readonly (Fact | Retraction)[]
  readonly now: number
}

/** The receipt of one team and objective; facts of other teams and objectives in `history` are ignored. */
export function explainScore({ definition, node, position, objective_id, team_id, history, now }: Question): Receipt {
  const score = node && readScore(node, position)
  const own = node?.holds_manual_points ? score : (node?.own[position] ?? null)
  const progress = score ?? node?.results[position] ?? null
  const receipt = {
    objective_id,
    team_id,
    points: score?.points ?? 0,
    own_points: own?.points ?? 0,
    adjustment: node && readAdjustment(node, position),
    rank: score?.rank ?? 0,
    number: progress?.number ?? 0,
    required_number: node?.objective.required_number ?? 0,
    finished: progress?.finished ?? false,
    timestamp: progress?.timestamp ?? null,
    user_id: progress?.user_id ?? null,
    scoring_method: node?.method && node.preset ? node.preset.scoring_method : null,
    facts: node ? judgeFacts(definition, node, team_id, history, now) : [],
    children: (node?.children ?? []).map(({ objective, completions }) => ({
      objective_id: objective.id,
      finished: completions[position]?.finished ?? false,
      timestamp: completions[position]?.timestamp ?? null,
    })),
  }
  return { ...receipt, sentence: describeScore(node, position, receipt) }
}

function readAdjustment(node: ScoredNode, position: number): ReceiptAdjustment | null {
  const adjustment = node.adjustments[position]
  const kind = node.parent?.method?.adjusts
  if (!adjustment || !node.parent || !kind) return null
  return { kind, objective_id: node.parent.objective.id, place: adjustment.place, points: adjustment.points }
}

function judgeFacts(
  definition: EventDefinition,
  node: ScoredNode,
  team_id: number,
  history: readonly (Fact | Retraction)[],
  now: number,
): JudgedFact[] {
  const retracted = listRetracted(history)
  const counter = createCounter(definition, node.objective)
  const facts = history.filter(
    (entry): entry is Fact => entry.kind === 'fact' && entry.objective_id === node.objective.id && entry.team_id === team_id,
  )
  for (const fact of facts) if (!isRetracted(fact, retracted)) foldFact(counter, fact)
  return facts
    .toSorted((a, b) => a.timestamp - b.timestamp || a.sequence - b.sequence)
    .map((fact) => {
      const verdict = isRetracted(fact, retracted) ? 'retracted' : judgeFact(counter, fact, now)
      const exclusion_id = verdict === 'excluded' ? (findExclusion(counter.exclusions, fact)?.id ?? null) : null
      return { fact, verdict, reason: reasons[verdict], exclusion_id }
    })
}

function describeScore(node: ScoredNode | null, position: number, receipt: Omit<Receipt, 'sentence'>): string {
  if (node === null) return 'This objective is not part of the event, so it pays nothing.'
  if (position < 0) return 'This team does not take part in the event, so it has no points.'
  const by_hand = node.holds_manual_points ? (node.results[position] ?? null) : null
  if (by_hand) {
    const scored = node.own[position]
    const own = { ...receipt, number: scored?.number ?? 0, own_points: scored?.points ?? 0 }
    return node.method ? `${describeOwnScore(node, own)} ${explainManualPoints(by_hand)}` : explainManualPoints(by_hand)
  }
  const own = describeOwnScore(node, receipt)
  const { adjustment } = receipt
  const { parent } = node
  const sentence = parent && adjustment && parent.method?.explainAdjustment?.(adjustment, parent.objective.name)
  return sentence ? `${own} ${sentence}` : own
}

function describeOwnScore({ method, own }: ScoredNode, receipt: Omit<Receipt, 'sentence'>): string {
  if (method) return method.explain({ ...receipt, finished_teams: own.filter((score) => score?.finished).length })
  return receipt.finished ? 'Finished; the objective itself pays nothing.' : 'The objective itself pays nothing.'
}
