import type {
  Correction,
  CorrectionCreate,
  CorrectionId,
  CorrectionTrial,
  ExclusionCreate,
  ManualPointsCreate,
  ManualPointsDecision,
} from '@muster/contract/corrections'
import type { WhatIf } from '@muster/contract/definition'
import type { UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { lockLedger, retractFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { editDefinition } from '../../definition-edit.ts'
import { previewChange } from '../../definition/preview/preview.ts'
import { findJudge, refuseOwnTeam } from '../../own-team.ts'
import { Refusal } from '../../refusal.ts'
import { addFact, type Correcting } from './add-fact.ts'
import { exclude } from './exclude.ts'
import { decidePoints, givePoints, withdrawPoints } from './manual-points.ts'
import { findCorrection } from './store.ts'

/** The context of a correction inside a transaction; the ledger of the event is locked. */
async function beginCorrecting(tx: Tx, event: Row<'events'>, author_id: UserId, now: number): Promise<Correcting> {
  return { tx, event, judge: await findJudge(tx, event.id, author_id), now }
}

/** Makes a correction that needs no new definition. */
function change(
  ctx: Context,
  event: Row<'events'>,
  author_id: UserId,
  make: (at: Correcting) => Promise<CorrectionId>,
): Promise<Correction> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const id = await make(await beginCorrecting(tx, event, author_id, ctx.clock.now()))
    return getCorrection(tx, event, id)
  })
}

/** Adds a fact by a judge. */
export const correct = (ctx: Context, event: Row<'events'>, author_id: UserId, body: CorrectionCreate) =>
  change(ctx, event, author_id, (at) => addFact(at, body))

/** Gives points to a team or takes them away. */
export const give = (ctx: Context, event: Row<'events'>, author_id: UserId, body: ManualPointsCreate) =>
  change(ctx, event, author_id, (at) => givePoints(at, body))

/** Approves or declines, as the second person, points that wait for approval. */
export const decide = (ctx: Context, event: Row<'events'>, author_id: UserId, id: CorrectionId, body: ManualPointsDecision) =>
  change(ctx, event, author_id, async (at) => {
    await decidePoints(at, id, body)
    return id
  })

/** Excludes facts, in a locked event as well: results are decided after its end, too. */
export function excludeFacts(ctx: Context, event: Row<'events'>, author_id: UserId, body: ExclusionCreate): Promise<Correction> {
  const edit = async (tx: Tx) => {
    const id = await exclude(await beginCorrecting(tx, event, author_id, ctx.clock.now()), body)
    return { result: await getCorrection(tx, event, id), reason: `Excluded a ${body.kind} (correction ${id}): ${body.reason}` }
  }
  return editDefinition(ctx, event.id, author_id, edit, { even_locked: true })
}

/** The change of the standings by a correction or its withdrawal; nothing is stored. */
export function previewTrial(
  ctx: Context,
  event: Row<'events'>,
  author_id: UserId,
  trial: CorrectionTrial,
  signal?: AbortSignal,
): Promise<WhatIf> {
  const make = async (tx: Tx) => {
    const at = await beginCorrecting(tx, event, author_id, ctx.clock.now())
    if (trial.kind === 'add') await addFact(at, trial.addition)
    else if (trial.kind === 'points') await givePoints(at, trial.points, true)
    else if (trial.kind === 'approve') await decidePoints(at, trial.id, { is_approved: true, reason: '' })
    else if (trial.kind === 'exclude') await exclude(at, trial.exclusion)
    else await takeBack(at, trial.id, 'what if')
    return {}
  }
  return previewChange(ctx, event, make, signal)
}

/**
 * Withdraws a correction inside a transaction: the standings become what they are without it.
 * @throws Refusal correction_not_found, own_team, changed_meanwhile
 */
async function takeBack(at: Correcting, id: CorrectionId, reason: string): Promise<Correction> {
  const { tx, event, judge, now } = at
  const known = await getCorrection(tx, event, id)
  refuseOwnTeam(judge, known)
  if (known.withdrawal) return known
  if (known.kind === 'points') await withdrawPoints(at, id, reason)
  else if (known.kind === 'addition') retractFacts(tx, event.id, [id], { author_id: judge.user_id, reason })
  else {
    await tx
      .updateTable('exclusions')
      .set({ withdrawn_at: new Date(now), withdrawn_by: judge.user_id, withdrawal_reason: reason })
      .where('event_id', '=', event.id)
      .where('id', '=', id)
      .execute()
  }
  return known
}

/** Withdraws a correction. A second withdrawal changes nothing. */
export function withdraw(
  ctx: Context,
  event: Row<'events'>,
  author_id: UserId,
  id: CorrectionId,
  reason: string,
): Promise<Correction> {
  const edit = async (tx: Tx) => {
    const known = await takeBack(await beginCorrecting(tx, event, author_id, ctx.clock.now()), id, reason)
    // Added facts and points are retracted in the ledger itself; only an exclusion is part of the definition.
    const isEdit = known.kind !== 'addition' && known.kind !== 'points' && known.withdrawal === null
    return { result: await getCorrection(tx, event, id), reason: isEdit ? `Withdrew correction ${id}: ${reason}` : null }
  }
  return editDefinition(ctx, event.id, author_id, edit, { even_locked: true })
}

async function getCorrection(tx: Tx, event: Row<'events'>, id: CorrectionId): Promise<Correction> {
  const correction = await findCorrection(tx, event.id, id)
  if (!correction) throw new Refusal('correction_not_found')
  return correction
}
