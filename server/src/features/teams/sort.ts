import type { EventId, TeamSortId, UserId } from '@muster/contract/ids'
import type { TeamSortProof, TeamSortSubmit } from '@muster/contract/team-sort'
import type { Placement } from '@muster/contract/team-sort-input'
import { buildSortInput } from '@muster/domain/teams/build-input'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { lockEventForEdit } from '../events/store.ts'
import { assignLocked } from './edit.ts'
import { loadSortBasis } from './sort-people.ts'
import { findLatestSort, insertSort, listChanged, listPlaces, markUndone, presentProof } from './sort-store.ts'

const byRow = (a: { row: string }, b: { row: string }) => (a.row < b.row ? -1 : 1)

/**
 * Assigns the sorted teams, and keeps their proof. The server builds the published input again from the signups and wishes; it
 * does not repeat the search, because every viewer of the proof can.
 * @throws Refusal changed_meanwhile, team_not_found, user_not_found, invalid_request
 */
export function submitSort(ctx: Context, event_id: EventId, body: TeamSortSubmit, viewer: Viewer): Promise<TeamSortProof> {
  return ctx.db.transact(async (tx) => {
    const event = await lockEventForEdit(tx, event_id)
    const { team_ids, people, fingerprint } = await loadSortBasis(ctx, tx, event)
    if (typeof body.fingerprint === 'string' && body.fingerprint !== fingerprint) throw new Refusal('changed_meanwhile')
    const rowOf = new Map(people.map(({ user, entry }) => [user.id, entry.row]))
    const unknown = body.assignments.flatMap(({ user_id }, place) =>
      rowOf.has(user_id) ? [] : [{ field: `assignments.${place}.user_id`, problem: 'is not part of this event' }],
    )
    if (unknown.length > 0) throw new Refusal('user_not_found', undefined, unknown)

    const before = await listPlaces(tx, event_id)
    const placeOf = new Map(before.map((one) => [one.user_id, one]))
    // A player who leaves a team loses the lead; one who stays keeps it.
    const isLead = (user_id: UserId, team_id: number | null) => {
      const place = placeOf.get(user_id)
      return place !== undefined && place.team_id === team_id && place.is_team_lead
    }
    const rows = body.assignments.map((one) => ({ ...one, is_team_lead: isLead(one.user_id, one.team_id) }))
    await assignLocked(tx, event_id, rows, viewer)
    const made = body.proposal && {
      seed: body.proposal.seed,
      sort_version: body.proposal.sort_version,
      input: JSON.stringify(buildSortInput(team_ids, people, body.proposal.wishes)),
      proposal: JSON.stringify(
        body.proposal.placements
          .flatMap(({ user_id, team_id }): Placement[] => {
            const row = rowOf.get(user_id)
            return row === undefined ? [] : [{ row, team_id }]
          })
          .sort(byRow),
      ),
    }
    const after = await listPlaces(tx, event_id)
    const created_at = new Date(ctx.clock.now())
    await insertSort(tx, {
      event_id,
      created_at,
      author_id: viewer.user_id,
      note: body.note.trim(),
      ...made,
      people: JSON.stringify(Object.fromEntries(people.map(({ user, entry }) => [entry.row, user.id]))),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    await insertAdminChange(tx, {
      event_id,
      author_id: viewer.user_id,
      changed_at: created_at,
      kind: 'teams_sorted',
      subject: body.note.trim(),
      detail: String(listChanged(before, after).length),
    })
    const stored = await findLatestSort(tx, event_id)
    if (!stored) throw new Error('a sort that was just written is missing')
    return presentProof(stored)
  })
}

/**
 * Undoes the latest sort: every player whose team it changed returns to the earlier one. Players who got a team since, became a
 * lead in the team that they keep, or have left, are not changed.
 * @throws Refusal team_sort_not_found if it is not the latest; changed_meanwhile if a moved player is in yet another team
 */
export function undoSort(ctx: Context, event_id: EventId, sort_id: TeamSortId, viewer: Viewer): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await lockEventForEdit(tx, event_id)
    const sort = await findLatestSort(tx, event_id)
    if (sort?.id !== sort_id) throw new Refusal('team_sort_not_found')
    const now = new Map((await listPlaces(tx, event_id)).map((one) => [one.user_id, one.team_id]))
    const changed = listChanged(sort.before, sort.after)
    const movedOn = changed.filter(({ user_id, after }) => now.has(user_id) && now.get(user_id) !== after?.team_id).length
    if (movedOn > 0) {
      const who = movedOn === 1 ? '1 person has' : `${movedOn} people have`
      throw new Refusal('changed_meanwhile', `${who} changed teams since then: move people back by hand instead`)
    }
    const back = changed
      .filter(({ user_id, after }) => now.get(user_id) === after?.team_id)
      .map(({ user_id, before }) => before ?? { user_id, team_id: null, is_team_lead: false })
    await assignLocked(tx, event_id, back, viewer)
    const undone_at = new Date(ctx.clock.now())
    await markUndone(tx, sort_id, viewer.user_id, undone_at)
    const log = { event_id, author_id: viewer.user_id, changed_at: undone_at }
    await insertAdminChange(tx, { ...log, kind: 'sort_undone', subject: sort.note, detail: String(back.length) })
  })
}
