import type { Signup } from '@muster/contract/signups'
import type { NonSensitiveUser } from '@muster/contract/users'

/** A signup of the organisers' list, which always says whose it is, with its place. */
export interface QueueEntry extends Signup {
  readonly user: NonSensitiveUser
  /** From 1. */
  readonly place: number
  /** Whether the wished partner wishes the same. */
  readonly is_mutual: boolean
}

export const queueStates = ['applied', 'waitlisted', 'accepted'] as const
export type QueueState = (typeof queueStates)[number]

/** Signups as they come, in the order of the queue, with places and with what partners wish. */
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

/** Who has the last place and would lose it when somebody is accepted; null when a place is free. */
export const findPushedOut = (queue: readonly QueueEntry[], max_size: number): QueueEntry | null =>
  queue.filter((one) => one.queue_place !== 'back').length >= max_size
    ? (queue.findLast((one) => one.application_status === 'applied') ?? null)
    : null

/** Who waits first and would get the place that somebody gives up; null when nobody waits in order. */
export const findNext = (queue: readonly QueueEntry[]): QueueEntry | null =>
  queue.find((one) => one.application_status === 'waitlisted' && one.queue_place !== 'back') ?? null

/** Who plays, and has not connected the account of the game: those whom the list of what is ready counts. */
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
      [user.display_name, user.account_name ?? '', user.discord_name ?? ''].some((name) => name.toLowerCase().includes(wanted)),
  )
}

/** People as a chat message mentions them: by id where it is known, otherwise by name, which mentions nobody. */
export function writeMentions(entries: readonly QueueEntry[]): string {
  return entries
    .map(({ user }) =>
      user.discord_id !== null && /^\d+$/.test(user.discord_id)
        ? `<@${user.discord_id}>`
        : // What a chat would take for a mention of everybody, or for markup, is no part of a name.
          user.display_name.replaceAll(/[@<>*_`~|\\]/g, ''),
    )
    .join(' ')
}
