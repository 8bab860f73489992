import type { RuleScore } from '@muster/domain/scoring/score'

/** Shares of several rules in the form of a score, which has none if there is only one rule. */
export const readShares = (by_rule: readonly RuleScore[] | null) => by_rule !== null && { by_rule }

export const writeShares = (by_rule: readonly RuleScore[] | undefined): string | null =>
  by_rule === undefined ? null : JSON.stringify(by_rule)
