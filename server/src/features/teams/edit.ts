import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { Team, TeamCreate, TeamUserCreate } from '@muster/contract/teams'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { recordDefinition } from '../../db/definition.ts'
import { type FieldProblem, Refusal } from '../../refusal.ts'
import { type Viewer, viewerHas } from '../../viewer.ts'
import { holdEvent, holdUnlockedEvent } from '../events/store.ts'
import {
  findTeam,
  insertTeam,
  listCandidates,
  listTeamsOf,
  removeMembers,
  removeTeam,
  updateTeam,
  upsertMembers,
} from './store.ts'

const recordTeams = (ctx: Context, tx: Tx, event_id: EventId, { user_id }: Viewer, reason: string) =>
  recordDefinition(tx, event_id, { timestamp: new Date(ctx.clock.now()), author_id: user_id, reason })

/**
 * A new team, or the new state of the one with this id. Only a new one matters to the scores: their rules know teams by id.
 * @throws Refusal event_locked, team_not_found
 */
export function saveTeam(ctx: Context, event_id: EventId, { id, ...fields }: TeamCreate, viewer: Viewer): Promise<Team> {
  return ctx.db.transaction().execute(async (tx) => {
    await holdUnlockedEvent(tx, event_id)
    if (id !== null) {
      const changed = await updateTeam(tx, event_id, id, fields)
      if (!changed) throw new Refusal('team_not_found')
      return changed
    }
    const team = await insertTeam(tx, { ...fields, event_id })
    await recordTeams(ctx, tx, event_id, viewer, `team ${team.id} created`)
    return team
  })
}

/**
 * Deletes a team with its places, facts and scores.
 * @throws Refusal team_not_found, when it is one of another event
 */
export async function deleteTeam(ctx: Context, event_id: EventId, team_id: TeamId, viewer: Viewer): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await holdEvent(tx, event_id)
    const team = await findTeam(tx, team_id)
    if (!team) return
    if (team.event_id !== event_id) throw new Refusal('team_not_found')
    await removeTeam(tx, team_id)
    await recordTeams(ctx, tx, event_id, viewer, `team ${team_id} deleted`)
  })
}

type Assignment = TeamUserCreate & { readonly team_id: TeamId }
const isAssignment = (row: TeamUserCreate): row is Assignment => row.team_id !== null

/** Refuses with one problem for each row of the body that is wrong. */
function refuseRows<T>(
  code: 'invalid_request' | 'team_not_found' | 'user_not_found',
  rows: readonly T[],
  findProblem: (row: T, place: number) => FieldProblem | null,
): void {
  const problems = rows.flatMap((row, place) => findProblem(row, place) ?? [])
  if (problems.length > 0) throw new Refusal(code, undefined, problems)
}

function refuseRepeated(rows: readonly TeamUserCreate[]): void {
  const seen = new Set<UserId>()
  refuseRows('invalid_request', rows, ({ user_id }, place) => {
    if (seen.has(user_id)) return { field: `${place}.user_id`, problem: 'is listed twice' }
    seen.add(user_id)
    return null
  })
}

/**
 * Puts users into teams of an event and takes others out, all of them or nobody. Whoever has not signed up is not put into
 * a team by mistake, for example because they withdrew a moment ago: only those who may do so knowingly can.
 * @throws Refusal invalid_request, team_not_found, user_not_found, each with the rows that are wrong
 */
export async function assignUsers(
  ctx: Context,
  event_id: EventId,
  rows: readonly TeamUserCreate[],
  viewer: Viewer,
): Promise<void> {
  refuseRepeated(rows)
  await ctx.db.transaction().execute(async (tx) => {
    // Two who assign at the same time do it one after the other.
    await holdEvent(tx, event_id)
    const teams = new Set((await listTeamsOf(tx, [event_id])).map((team) => team.id))
    refuseRows('team_not_found', rows, ({ team_id }, place) =>
      team_id === null || teams.has(team_id) ? null : { field: `${place}.team_id`, problem: 'is no team of this event' },
    )
    const found = await listCandidates(
      tx,
      event_id,
      rows.map((row) => row.user_id),
    )
    const candidates = new Map(found.map((one) => [one.user_id, one]))
    refuseRows('user_not_found', rows, ({ user_id }, place) =>
      candidates.has(user_id) ? null : { field: `${place}.user_id`, problem: 'is nobody' },
    )
    if (!viewerHas('assign_without_signup', viewer)) {
      refuseRows('invalid_request', rows, ({ user_id, team_id }, place) => {
        const one = candidates.get(user_id)
        const isExpected = team_id === null || one?.has_signup === true || one?.is_in_team === true
        return isExpected ? null : { field: `${place}.user_id`, problem: 'has not signed up for this event' }
      })
    }
    await removeMembers(
      tx,
      event_id,
      rows.filter((row) => !isAssignment(row)).map((row) => row.user_id),
    )
    await upsertMembers(tx, event_id, rows.filter(isAssignment))
  })
}
