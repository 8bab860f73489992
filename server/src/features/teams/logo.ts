import { createHash } from 'node:crypto'
import type { EventId, TeamId } from '@muster/contract/ids'
import type { Team } from '@muster/contract/teams'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { editDefinition } from '../../definition-edit.ts'
import { drawPicture } from '../../draw-picture.ts'
import { Refusal } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findTeam, removeLogo, upsertLogo } from './store.ts'

/** Twice the largest size on pages, for screens with two pixels for one. */
const drawing = { side: 256, quality: 90 }

/** Runs an edit of a team's logo, which affects no score. @throws Refusal event_locked, team_not_found */
function editLogo(
  ctx: Context,
  event_id: EventId,
  team_id: TeamId,
  viewer: Viewer,
  kind: 'logo_changed' | 'logo_removed',
  edit: (tx: Tx) => Promise<void>,
): Promise<Team> {
  return editDefinition(ctx, event_id, viewer.user_id, async (tx) => {
    const before = await findTeam(tx, team_id)
    if (before?.event_id !== event_id) throw new Refusal('team_not_found')
    await edit(tx)
    const log = { event_id, author_id: viewer.user_id, changed_at: new Date(ctx.clock.now()) }
    await insertAdminChange(tx, { ...log, kind, subject: before.name, detail: '' })
    const team = await findTeam(tx, team_id)
    if (!team) throw new Error('a team that was just edited is missing')
    return { result: team, reason: null }
  })
}

/**
 * Sets the logo of a team, replacing the previous one.
 * @param picture a file as base64
 * @throws Refusal event_locked, team_not_found; invalid_request about `picture`; rate_limited
 */
export async function saveLogo(ctx: Context, event_id: EventId, team_id: TeamId, picture: string, viewer: Viewer): Promise<Team> {
  const drawn = await drawPicture(picture, drawing)
  const hash = createHash('sha256').update(drawn).digest('hex')
  const uploaded_at = new Date(ctx.clock.now())
  return editLogo(ctx, event_id, team_id, viewer, 'logo_changed', (tx) =>
    upsertLogo(tx, { team_id, hash, picture: drawn, uploaded_at, author_id: viewer.user_id }),
  )
}

/** @throws Refusal event_locked, team_not_found */
export const deleteLogo = (ctx: Context, event_id: EventId, team_id: TeamId, viewer: Viewer): Promise<Team> =>
  editLogo(ctx, event_id, team_id, viewer, 'logo_removed', (tx) => removeLogo(tx, team_id))
