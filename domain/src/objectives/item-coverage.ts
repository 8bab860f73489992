import type { BrokenExample, CoverageState } from '@muster/contract/item-checks'

/** The findings of scans and saved items for one objective. */
export interface CoverageFigures {
  /** Matches of scans that tested the current conditions. */
  readonly matches: number
  /** Saved items that must match, and do. */
  readonly examples: number
}

/** The best proof that something matches an objective: a seen item proves more than a saved one. */
export function judgeCoverage({ matches, examples }: CoverageFigures): CoverageState {
  if (matches > 0) return 'seen'
  return examples > 0 ? 'example' : 'never'
}

type Labelled = { readonly name: string; readonly base_type: string }

/** The name of an item, with its base if it has a name of its own. */
export const sayItem = ({ name, base_type }: Labelled): string => [name, base_type].filter((part) => part !== '').join(', ')

/** A saved item that a change breaks, in a sentence without a full stop. */
export function sayBroken({
  objective,
  must_match,
  ...item
}: Labelled & Pick<BrokenExample, 'objective' | 'must_match'>): string {
  const named = `“${sayItem(item)}”`
  return must_match
    ? `${named} must match “${objective}”, and no longer would`
    : `${named} must not match “${objective}”, and would`
}
