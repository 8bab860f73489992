import type { PersonalGauge, PersonalProgress } from './personal-points.ts'

/** Minimum share of the way from one step to the next. */
const nearFrom = 0.5

/** A player who is near a step that adds points. */
export interface NearStep<P> {
  readonly player: P
  readonly gauge: PersonalGauge
  readonly next: NonNullable<PersonalGauge['next']>
  /** The share of the way from the step before. */
  readonly share: number
}

/** All numbers near a step, the nearest first; of equally near ones the step with more points. */
export function listNearSteps<P>(players: readonly { readonly player: P; readonly progress: PersonalProgress }[]): NearStep<P>[] {
  return players
    .flatMap(({ player, progress: { general, figures } }) =>
      [...general.gauges, ...figures.gauges].flatMap((gauge) => {
        const { next, steps, shares } = gauge
        const share = shares[steps.findIndex(({ at }) => at === next?.at)] ?? 0
        return next && next.adds > 0 && share >= nearFrom ? [{ player, gauge, next, share }] : []
      }),
    )
    .sort((a, b) => b.share - a.share || b.next.adds - a.next.adds)
}
