import type { Verdict } from '@muster/contract/receipts'
import { validMappings } from '../conditions/mappings.ts'
import { sayPieces } from '../conditions/phrases.ts'
import type { EventDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { countsItems } from '../objectives/kinds.ts'
import { createCounter, foldFact, isRetracted, judgeFact, listRetracted } from './counter.ts'
import { findExclusion } from './exclusions.ts'
import type { Fact, Retraction } from './ledger.ts'
import { explainManualPoints } from './manual-points.ts'
import type { JudgedFact, Receipt, ReceiptAdjustment, ReceiptRule } from './receipt.ts'
import { readScore, type ScoredNode } from './rollup.ts'
import type { TeamScore } from './score.ts'
import { noShare } from './rule-sum.ts'

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
  not_first: 'came later than the fact that counts',
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
    adjustments: node ? listAdjustments(node, position) : [],
    rank: score?.rank ?? 0,
    number: progress?.number ?? 0,
    required_number: node?.objective.required_number ?? 0,
    number_field: node?.objective.number_field ?? null,
    finished: progress?.finished ?? false,
    timestamp: progress?.timestamp ?? null,
    user_id: progress?.user_id ?? null,
    scoring_method: node?.rules[0]?.preset.scoring_method ?? null,
    facts: node ? judgeFacts(definition, node, team_id, history, now) : [],
    children: (node?.children ?? []).map(({ objective, completions }) => ({
      objective_id: objective.id,
      cell: objective.cell,
      finished: completions[position]?.finished ?? false,
      timestamp: completions[position]?.timestamp ?? null,
    })),
  }
  const rules = node ? explainRules(node, position, receipt) : []
  const sentences = [describeScore(node, position, receipt), node && describePieces(node.objective)]
  return { ...receipt, rules, sentence: sentences.filter((sentence) => sentence !== null).join(' ') }
}

/** How many pieces are enough, if some count more than others. */
const describePieces = (objective: ObjectiveDefinition): string | null =>
  countsItems(objective)
    ? sayPieces(objective.conditions, objective.required_number, (field) => validMappings.field_to_type[field])
    : null

/** The receipt before it is put in words. */
type Unworded = Omit<Receipt, 'rules' | 'sentence'>

function listAdjustments({ parent, adjustments }: ScoredNode, position: number): ReceiptAdjustment[] {
  if (!parent) return []
  return (adjustments[position] ?? []).map(({ kind, place, points }) => ({
    kind,
    objective_id: parent.objective.id,
    place,
    points,
  }))
}

/** A rule's sentence for the team's result by it. */
function explainRule(
  node: ScoredNode,
  at: number,
  receipt: Unworded,
  score: Pick<TeamScore, 'rank' | 'number' | 'finished' | 'points'>,
) {
  const { rank, number, finished, points: own_points } = score
  const finished_teams = node.own.filter((own) => (own?.by_rule?.[at] ?? own)?.finished).length
  const rule = node.rules[at]
  return rule?.method.explain({ ...receipt, preset: rule.preset, rank, number, finished, own_points, finished_teams }) ?? ''
}

function explainRules(node: ScoredNode, position: number, receipt: Unworded): ReceiptRule[] {
  if (node.rules.length < 2) return []
  return node.rules.map(({ preset }, at) => {
    const share = node.own[position]?.by_rule?.[at] ?? { ...noShare, scoring_preset_id: preset.id }
    return { ...share, scoring_method: preset.scoring_method, sentence: explainRule(node, at, receipt, share) }
  })
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

function describeScore(node: ScoredNode | null, position: number, receipt: Unworded): string {
  if (node === null) return 'This objective is not part of the event, so it pays nothing.'
  if (position < 0) return 'This team does not take part in the event, so it has no points.'
  const by_hand = node.holds_manual_points ? (node.results[position] ?? null) : null
  if (by_hand) {
    const scored = node.own[position]
    const own = { ...receipt, number: scored?.number ?? 0, own_points: scored?.points ?? 0 }
    return node.rules.length > 0
      ? `${describeOwnScore(node, position, own)} ${explainManualPoints(by_hand)}`
      : explainManualPoints(by_hand)
  }
  const { parent } = node
  const adjusted = (node.adjustments[position] ?? []).map(({ method, ...adjustment }) =>
    parent ? method.explainAdjustment?.(adjustment, parent.objective.name) : undefined,
  )
  return [describeOwnScore(node, position, receipt), ...adjusted.filter((sentence) => sentence)].join(' ')
}

function describeOwnScore(node: ScoredNode, position: number, receipt: Unworded): string {
  const { rules, own } = node
  if (rules.length === 1) return explainRule(node, 0, receipt, { ...receipt, points: receipt.own_points })
  if (rules.length > 1) {
    const shares = own[position]?.by_rule ?? []
    const sum = shares.length > 0 ? `${shares.map(({ points }) => points).join(' + ')} = ` : ''
    return `${receipt.finished ? 'Finished' : 'Unfinished'}. Points of its ${rules.length} rules: ${sum}${receipt.own_points}.`
  }
  return receipt.finished ? 'Finished; the objective itself pays nothing.' : 'The objective itself pays nothing.'
}
