import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { Team, TeamCreate, TeamUserCreate } from '@muster/contract/teams'
import { collectNames, takenProblem } from '@muster/domain/names/look-alike'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { notifyAccess } from '../../db/ledger.ts'
import { editDefinition } from '../../definition-edit.ts'
import { type FieldProblem, Refusal, refuseField } from '../../refusal.ts'
import { type Viewer, viewerHas } from '../../viewer.ts'
import { checkVersion } from '../../versions.ts'
import { insertAdminChange, listChangedFields } from '../admin-changes/store.ts'
import { lockEventForEdit } from '../events/store.ts'
import {
  findTeam,
  lockSignups,
  insertTeam,
  listKnownUsers,
  listMembers,
  listTeamsOf,
  removeMembers,
  removeTeam,
  updateTeam,
  upsertMembers,
} from './store.ts'

/**
 * Members and viewers tell teams apart by their names. Edits of one event run one after the other, so of two teams that choose a
 * name at once the second is refused. An unchanged name is not checked: teams whose names already look alike keep them.
 * @throws Refusal invalid_request
 */
async function refuseTakenName(tx: Tx, event_id: EventId, name: string, before: Team | null): Promise<void> {
  if (before?.name === name) return
  const others = (await listTeamsOf(tx, [event_id])).filter(({ id }) => id !== before?.id)
  if (!collectNames(others.map((team) => team.name)).includes(name)) return
  throw refuseField('name', takenProblem)
}

/**
 * Creates a team, or updates the one with this id. Only a new one affects scoring: the rules know teams by id.
 * @throws Refusal event_locked, team_not_found, changed_meanwhile; invalid_request if another team has the name
 */
export function saveTeam(
  ctx: Context,
  event_id: EventId,
  { id, base_version, ...fields }: TeamCreate,
  viewer: Viewer,
): Promise<Team> {
  return editDefinition(ctx, event_id, viewer.user_id, async (tx) => {
    if (id === null) {
      await refuseTakenName(tx, event_id, fields.name, null)
      const team = await findTeam(tx, await insertTeam(tx, { ...fields, event_id }))
      if (!team) throw new Error('a team that was just written is missing')
      return { result: team, reason: `team "${team.name}" was added` }
    }
    const before = await findTeam(tx, id)
    if (before?.event_id !== event_id) throw new Refusal('team_not_found')
    checkVersion(base_version, before.version)
    await refuseTakenName(tx, event_id, fields.name, before)
    const team = await updateTeam(tx, id, fields)
    const changed = listChangedFields(before, fields)
    if (changed.length > 0) {
      await insertAdminChange(tx, {
        event_id,
        author_id: viewer.user_id,
        changed_at: new Date(ctx.clock.now()),
        kind: 'team_changed',
        subject: before.name,
        detail: changed.join(' '),
      })
    }
    return { result: team, reason: null }
  })
}

/**
 * Deletes a team with its members, facts and scores, in a locked event too.
 * @throws Refusal team_not_found if it belongs to another event
 */
export function deleteTeam(ctx: Context, event_id: EventId, team_id: TeamId, viewer: Viewer): Promise<void> {
  const edit = async (tx: Tx) => {
    const team = await findTeam(tx, team_id)
    if (!team) return { result: undefined, reason: null }
    if (team.event_id !== event_id) throw new Refusal('team_not_found')
    await removeTeam(tx, team_id)
    await notifyAccess(tx)
    return { result: undefined, reason: `team "${team.name}" was deleted` }
  }
  return editDefinition(ctx, event_id, viewer.user_id, edit, { even_locked: true })
}

type Assignment = TeamUserCreate & { readonly team_id: TeamId }
const isAssignment = (row: TeamUserCreate): row is Assignment => row.team_id !== null

/** Refuses with one problem for each invalid row of the body. */
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
 * Assigns users to teams of an event and removes others, all together or not at all. A user without a signup is not assigned by
 * mistake, for example after a withdrawal a moment ago: only roles that may do so on purpose can.
 * @throws Refusal invalid_request, team_not_found, user_not_found, each with the invalid rows
 */
export function assignUsers(ctx: Context, event_id: EventId, rows: readonly TeamUserCreate[], viewer: Viewer): Promise<void> {
  return ctx.db.transact(async (tx) => {
    // Simultaneous assignments run one after the other.
    await lockEventForEdit(tx, event_id)
    await assignLocked(tx, event_id, rows, viewer)
    await insertAdminChange(tx, {
      event_id,
      author_id: viewer.user_id,
      changed_at: new Date(ctx.clock.now()),
      kind: 'people_assigned',
      subject: '',
      detail: String(rows.length),
    })
  })
}

/** The same in a transaction that has locked the event. */
export async function assignLocked(tx: Tx, event_id: EventId, rows: readonly TeamUserCreate[], viewer: Viewer): Promise<void> {
  refuseRepeated(rows)
  const teams = new Set((await listTeamsOf(tx, [event_id])).map((team) => team.id))
  refuseRows('team_not_found', rows, ({ team_id }, place) =>
    team_id === null || teams.has(team_id) ? null : { field: `${place}.team_id`, problem: 'is not a team of this event' },
  )
  const user_ids = rows.map((row) => row.user_id)
  const known = await listKnownUsers(tx, user_ids)
  refuseRows('user_not_found', rows, ({ user_id }, place) =>
    known.has(user_id) ? null : { field: `${place}.user_id`, problem: 'is not a known user' },
  )
  const signedUp = await lockSignups(tx, event_id, user_ids)
  // Read after the signups: a player who withdrew while we waited has left the team by now.
  const members = await listMembers(tx, event_id, user_ids)
  const mayTakeAnybody = viewerHas('assign_without_signup', viewer)
  refuseRows('invalid_request', rows, ({ user_id, team_id }, place) => {
    const isExpected = team_id === null || mayTakeAnybody || signedUp.has(user_id) || members.has(user_id)
    return isExpected ? null : { field: `${place}.user_id`, problem: 'has not signed up for this event' }
  })
  await removeMembers(
    tx,
    event_id,
    rows.filter((row) => !isAssignment(row)).map((row) => row.user_id),
  )
  await upsertMembers(tx, event_id, rows.filter(isAssignment))
  await notifyAccess(tx)
}
