import type { ScoringMethod } from '@muster/contract/scoring-presets'

/** Texts for organisers and players. `help` is one sentence. Kept separate from the rows, which every page loads. */
export const methodTexts: Readonly<Record<ScoringMethod, { readonly label: string; readonly help: string }>> = {
  PRESENCE: {
    label: 'Fixed points on completion',
    help: 'Every team that completes the objective earns the first value in the list.',
  },
  POINTS_FROM_VALUE: {
    label: 'Points by value',
    help: 'The number is multiplied by the first value in the list, up to the cap; never less than 0.',
  },
  POINTS_PER_UNIT: {
    label: 'Points per unit',
    help: 'The first unit pays the first value in the list, the second the second, and so on, up to the cap; never less than 0.',
  },
  POINTS_BY_THRESHOLD: {
    label: 'Points by threshold',
    help: 'The highest threshold that the number reaches pays its value in the list; the last threshold finishes the objective.',
  },
  RANKED_TIME: {
    label: 'Ranked by time',
    help: 'Teams that complete the objective are ranked by time, earliest first; each place pays its value in the list.',
  },
  RANKED_VALUE: {
    label: 'Ranked by highest value',
    help: 'Teams that complete the objective are ranked by number, highest first; if numbers are equal, the earlier team leads.',
  },
  RANKED_REVERSE: {
    label: 'Ranked by lowest value',
    help: 'Teams that complete the objective are ranked by number, lowest first; if numbers are equal, the earlier team leads.',
  },
  SHARED_BY_FINISHERS: {
    label: 'Shared by finishers',
    help: 'All teams that complete the objective earn the same: the first value in the list if one team does, the second if two do, and so on.',
  },
  RANKED_COMPLETION_TIME: {
    label: 'Ranked by completion of all children',
    help: 'Teams that finish every child, or as many as required, are ranked by when they finished the last of them; each place pays its value in the list.',
  },
  BONUS_PER_COMPLETION: {
    label: 'Bonus per finished child',
    help: 'The first child a team finishes earns the first value in the list as a bonus, the second the second, and so on.',
  },
  RANKED_CHILD_SUM: {
    label: 'Ranked by sum of children',
    help: "Teams are ranked by the sum of their children's numbers, highest first; if sums are equal, the earlier team leads.",
  },
  BINGO_3: {
    label: 'Bingo of three',
    help: 'A team completes the board with its third finished child; teams are ranked by that time, and later children pay nothing.',
  },
  BINGO_BOARD: {
    label: 'Lines on a board',
    help: 'A line is complete when all its cells are finished; teams are ranked by when they completed their first line, or the required number of lines; each place pays its value in the list.',
  },
}

/** The texts for a name from outside, or null. */
export const findMethodTexts = (name: string) => (Object.hasOwn(methodTexts, name) ? methodTexts[name as ScoringMethod] : null)
