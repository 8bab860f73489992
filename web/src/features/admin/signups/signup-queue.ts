import type { Signup } from '@muster/contract/signups'
import { type NonSensitiveUser, readAccountName } from '@muster/contract/users'

/** A signup of the organisers' list with its position; the user is always present. */
export interface QueueEntry extends Signup {
  readonly user: NonSensitiveUser
  /** Counted from 1. */
  readonly place: number
  /** Whether the requested partner requests the same. */
  readonly is_mutual: boolean
}

export const queueStates = ['applied', 'waitlisted', 'accepted'] as const
export type QueueState = (typeof queueStates)[number]

/** Adds positions and partner requests to signups, in the order of the queue. */
export function readQueue(signups: readonly Signup[]): QueueEntry[] {
  const partnerOf = new Map(signups.map((one) => [one.user?.id, one.partner_id]))
  return signups.flatMap((signup, at) =>
    signup.user === null
      ? []
      : [
          {
            ...signup,
            user: signup.user,
            place: at + 1,
            is_mutual: signup.partner_id !== null && partnerOf.get(signup.partner_id) === signup.user.id,
          },
        ],
  )
}

/** The player in the last place, who would lose it if another is accepted; null if a place is free. */
export const findPushedOut = (queue: readonly QueueEntry[], max_size: number): QueueEntry | null =>
  queue.filter((one) => one.queue_place !== 'back').length >= max_size
    ? (queue.findLast((one) => one.application_status === 'applied') ?? null)
    : null

/** The first player on the waitlist, who would get a free place; null if there is none. */
export const findNext = (queue: readonly QueueEntry[]): QueueEntry | null =>
  queue.find((one) => one.application_status === 'waitlisted' && one.queue_place !== 'back') ?? null

/** Players without a connected game account, as counted by the readiness list. */
export function listUnconnected(queue: readonly QueueEntry[]): QueueEntry[] {
  const hasTeams = queue.some((one) => one.team_id !== null)
  return queue.filter(
    (one) => one.is_connected === false && (hasTeams ? one.team_id !== null : one.application_status !== 'waitlisted'),
  )
}

export function filterQueue(queue: readonly QueueEntry[], text: string, states: ReadonlySet<QueueState>): QueueEntry[] {
  const wanted = text.trim().toLowerCase()
  return queue.filter(
    ({ user, application_status }) =>
      (states.size === 0 || states.has(application_status as QueueState)) &&
      [user.display_name, readAccountName(user) ?? '', user.discord_name ?? ''].some((name) =>
        name.toLowerCase().includes(wanted),
      ),
  )
}

/** Players as mentions of a chat message: by id if known, otherwise by name, which is not a mention. */
export function writeMentions(entries: readonly QueueEntry[]): string {
  return entries
    .map(({ user }) =>
      user.discord_id !== null && /^\d+$/.test(user.discord_id)
        ? `<@${user.discord_id}>`
        : // Removes characters that a chat would read as a mention of everyone, or as markup.
          user.display_name.replaceAll(/[@<>*_`~|\\]/g, ''),
    )
    .join(' ')
}
