import type { PersonActivity } from '@muster/contract/activity'

/** Whom the list shows: everybody, those not seen for a day, those never seen. */
export const idleChoices = ['all', 'day', 'never'] as const
export type IdleChoice = (typeof idleChoices)[number]

const day_ms = 86_400_000

/** People without a sign of life, in the order that they came in. @param until now, or the end of the event once it is over; ms. */
export const listIdle = (people: readonly PersonActivity[], choice: IdleChoice, until: number): readonly PersonActivity[] =>
  choice === 'all'
    ? people
    : people.filter(
        ({ last_seen_at }) => last_seen_at === null || (choice === 'day' && until - Date.parse(last_seen_at) >= day_ms),
      )
