import type { StashAccessState, StashMember } from '@muster/contract/team-stash'
import { isTemporary, readTabProblem } from './tab-fetching.ts'

/** The scope that a player grants when connecting the game account, so that guild tabs can be read. */
export const guildScope = 'account:guild:stashes'

/** The facts about a member that are needed for reading the list of tabs. Times in milliseconds on the event clock. */
export interface ListedMember {
  /** null: no game account. */
  readonly connection: { readonly is_broken: boolean; readonly may_read_tabs: boolean } | null
  /** null: never asked. */
  readonly poll: {
    readonly due_at: number
    readonly checked_at: number | null
    /** `reason: detail` from the gateway, or a sentence of Muster. */
    readonly last_error: string | null
  } | null
  readonly seen: number
}

/** A note with its times in milliseconds. */
export interface AccessNote extends Pick<StashMember, 'state' | 'message' | 'advice'> {
  readonly checked_at: number | null
  readonly due_at: number | null
}

const again = 'Log in with Path of Exile again and allow guild stashes.'

const words: Readonly<Record<StashAccessState, { readonly message: string; readonly advice: string }>> = {
  seen: { message: 'The list was read.', advice: '' },
  none: {
    message: 'Cannot see any of the guild’s tabs.',
    advice: 'Join the guild, or ask for a rank that can see its tabs.',
  },
  never: { message: 'The list has not been read yet.', advice: '' },
  now: { message: 'The list is being read, as fast as the game allows.', advice: '' },
  not_connected: { message: 'No game account is connected.', advice: 'Log in with Path of Exile.' },
  connection_ended: { message: 'The connection to the game account has expired.', advice: again },
  not_granted: { message: 'The game account is connected without permission to read guild tabs.', advice: again },
  paused: { message: 'The game does not respond or asked Muster to wait. Muster tries again.', advice: '' },
  failed: {
    message: 'The game did not show the list. Muster tries again.',
    advice: 'If this continues, log in with Path of Exile again.',
  },
  stopped: {
    message: 'Lists of guild tabs are not being read for this event.',
    advice: 'Ask the organisers to start fetching guild tabs.',
  },
}

function findState({ connection, poll, seen }: ListedMember, is_reading: boolean, now: number): StashAccessState {
  if (connection === null) return 'not_connected'
  if (connection.is_broken) return 'connection_ended'
  if (!connection.may_read_tabs) return 'not_granted'
  if (!is_reading) return 'stopped'
  if (poll === null) return 'never'
  if (poll.due_at <= now) return 'now'
  if (poll.last_error !== null) {
    return isTemporary[readTabProblem(poll.last_error)] ? 'paused' : 'failed'
  }
  if (poll.checked_at === null) return 'never'
  return seen > 0 ? 'seen' : 'none'
}

/**
 * The state of a member's access to guild tabs, in words for the team.
 * @param is_reading whether a job that reads lists runs for the event
 * @param now milliseconds on the event clock
 */
export function readTabAccess(member: ListedMember, is_reading: boolean, now: number): AccessNote {
  const state = findState(member, is_reading, now)
  const { checked_at = null, due_at = null } = member.poll ?? {}
  return { state, ...words[state], checked_at, due_at: is_reading && member.connection !== null ? due_at : null }
}
