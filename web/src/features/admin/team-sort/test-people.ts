import type { SortDraft, SortPerson } from '@muster/contract/team-sort'
import { anEntry } from '@muster/domain/teams/testing/pools'
import { beginDraft } from './sort-draft.ts'

/** A person to sort; number n is user n + 1. */
export const aPerson = (n: number, more: object = {}, entry: object = {}): SortPerson =>
  ({
    user: {
      id: n + 1,
      display_name: `Player ${n + 1}`,
      account_name: `Acc${n + 1}#1234`,
      discord_id: null,
      discord_name: null,
      twitch_id: null,
      twitch_name: null,
    },
    entry: anEntry(n, entry),
    application_status: 'applied',
    team_lead: false,
    partner_id: null,
    partner_name: null,
    signed_up_at: '2026-11-01T12:00:00.000Z',
    history: [],
    answers: [],
    ...more,
  }) as object as SortPerson

export const aDraft = (people: readonly SortPerson[], more: object = {}): SortDraft => ({ ...beginDraft(people, 7), ...more })
