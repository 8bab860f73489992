/** The properties of a set that filters use. */
export interface FilteredSet {
  readonly id: number
  /** Finished by the watched team, or by every team without a watched one. */
  readonly is_finished: boolean
  /** A team has finished it, or it never had a first place. */
  readonly is_taken: boolean
  readonly matches: boolean
}

export interface SetFilter {
  readonly showFinished: boolean
  /** false hides sets whose first place is taken or does not exist. */
  readonly showFirstTaken: boolean
  /** Only sets that the watched team has not completed. */
  readonly missingOnly: boolean
}

/** The sets that pass, in the order they were given. */
export const filterSets = <S extends FilteredSet>(sets: readonly S[], filter: SetFilter): S[] =>
  sets.filter(
    ({ is_finished, is_taken, matches }) =>
      matches && (!is_finished || (filter.showFinished && !filter.missingOnly)) && (!is_taken || filter.showFirstTaken),
  )
