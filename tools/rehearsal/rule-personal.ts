import type { PersonalObjectives } from '@muster/contract/personal-objectives'

/** Steps and figures that players reach within minutes, and caps that some of them exceed. */
export const rulePersonal: PersonalObjectives = {
  cap: 5,
  steps: [
    ...[2, 5, 12, 30].map((at) => ({ number_field: 'PLAYER_LEVEL' as const, at, points: 1 })),
    { number_field: 'ASCENDANCY', at: 2, points: 2 },
  ],
  figures_cap: 7,
  figures: [
    { number_field: 'DELVE_DEPTH', steps: [2, 5, 9].map((at, place) => ({ at, points: 2 ** place })) },
    { number_field: 'ATLAS_POINTS', steps: [1, 3, 6].map((at, place) => ({ at, points: 2 ** place })) },
  ],
}
