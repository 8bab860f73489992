import { createHash, createHmac } from 'node:crypto'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { SortPerson } from '@muster/contract/team-sort'
import { readAccountName } from '@muster/contract/users'
import { isGuildOwner } from '@muster/domain/signups/guild-owner'
import { findApplicationStatus } from '@muster/domain/signups/status'
import { classifyExperience, findEvening } from '@muster/domain/teams/aims'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { listPastEvents, listPeople, listSignups } from '../signups/store.ts'
import { listTeamsOf } from './store.ts'

export interface SortBasis {
  readonly team_ids: readonly TeamId[]
  readonly people: SortPerson[]
  /** Differs if any of the fields above differs. */
  readonly fingerprint: string
}

/**
 * The row of a player in published sorts. It cannot be computed from the user's id without the server's secret, and is the same
 * for all sorts of an event, so that a proposal made on a page equals the server's.
 */
export const nameRow = (ctx: Pick<Context, 'config'>, event_id: EventId, user_id: UserId): string =>
  createHmac('sha256', ctx.config.token_secret.reveal()).update(`team-sort:${event_id}:${user_id}`).digest('hex').slice(0, 12)

const maxHours = 24

/** All signups, in the order of the queue, then members without a signup. */
export async function loadSortBasis(ctx: Pick<Context, 'config'>, db: Db, event: Row<'events'>): Promise<SortBasis> {
  const team_ids = (await listTeamsOf(db, [event.id])).map((team) => team.id)
  const signups = await listSignups(db, event.id)
  const signedUp = new Set(signups.map((signup) => signup.user_id))
  const members = await db
    .selectFrom('team_users')
    .select(['user_id', 'team_id', 'is_team_lead'])
    .where('event_id', '=', event.id)
    .orderBy('user_id')
    .execute()
  const rows = [
    ...signups.map((signup) => ({ ...signup, signup })),
    ...members.filter((one) => !signedUp.has(one.user_id)).map((one) => ({ ...one, before: null, signup: null })),
  ]
  const ids = rows.map((row) => row.user_id)
  const names = await listPeople(db, [...ids, ...signups.flatMap((one) => one.partner_id ?? [])])
  const past = await listPastEvents(db, event, ids)
  const people = rows.flatMap(({ user_id, team_id, is_team_lead, before, signup }): SortPerson[] => {
    const user = names.get(user_id)
    if (!user) return []
    const history = past.get(user_id) ?? []
    const measured = history.find((one) => one.measured_hours !== null)?.measured_hours ?? null
    const partner = signup?.partner_id ? names.get(signup.partner_id) : undefined
    return [
      {
        user,
        entry: {
          row: nameRow(ctx, event.id, user_id),
          present_team_id: team_id,
          expected_hours: Math.min(maxHours, signup?.expected_playtime ?? 0),
          measured_hours: measured === null ? null : Math.min(maxHours, Math.round(measured)),
          experience: classifyExperience(history.length),
          needs_help: signup?.needs_help ?? false,
          wants_to_help: signup?.wants_to_help ?? false,
          is_guild_owner: isGuildOwner(signup?.extra ?? null),
          evening: typeof signup?.utc_offset_hours === 'number' ? findEvening(signup.utc_offset_hours) : null,
        },
        application_status: findApplicationStatus(
          { is_in_team: team_id !== null, before, is_held_back: signup?.queue_place === 'back' },
          event,
        ),
        team_lead: is_team_lead,
        partner_id: signup?.partner_id ?? null,
        partner_name: partner ? (readAccountName(partner) ?? partner.display_name) : null,
        signed_up_at: signup?.timestamp.toISOString() ?? null,
        history,
        answers: signup?.answers ?? [],
      },
    ]
  })
  const decisive = people.map(({ user, entry, application_status, team_lead, partner_id }) => [
    user.id,
    entry,
    application_status,
    team_lead,
    partner_id,
  ])
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([team_ids, decisive]))
    .digest('hex')
    .slice(0, 32)
  return { team_ids, people, fingerprint }
}
