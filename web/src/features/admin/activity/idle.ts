import type { PersonActivity } from '@muster/contract/activity'

/** Choices for the list: everyone, people not seen for a day, people never seen. */
export const idleChoices = ['all', 'day', 'never'] as const
export type IdleChoice = (typeof idleChoices)[number]

const day_ms = 86_400_000

/**
 * Inactive people, in the order of the input.
 * @param until now, or the end of the event once it is over; ms.
 */
export const listIdle = (people: readonly PersonActivity[], choice: IdleChoice, until: number): readonly PersonActivity[] =>
  choice === 'all'
    ? people
    : people.filter(
        ({ last_seen_at }) => last_seen_at === null || (choice === 'day' && until - Date.parse(last_seen_at) >= day_ms),
      )
