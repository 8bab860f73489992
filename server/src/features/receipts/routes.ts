import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import { findEventOpening, readRelease, readShowing } from '@muster/domain/objectives/release'
import { isVisible } from '@muster/domain/scoring/visibility'
import { shownOf } from '../../db/event-columns.ts'
import { findKeptReceipt, presentKept } from '../../archive/receipts.ts'
import { Answer, type Handlers, teamOf } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { listOpenings } from '../objectives/store.ts'
import { findTeamIds, listHiding, loadLatest } from '../scores/store.ts'
import { explain, scoreConfirmed } from './explain.ts'
import { listUnconfirmed } from './list-unconfirmed.ts'
import { presentReceipt } from './present-receipt.ts'
import { findBoardPosition, hasTeam, hasUnconfirmed } from './store.ts'

export const receiptRoutes = {
  getReceipt: {
    audience: async ({ viewer, membership }) =>
      viewerHas('see_hidden_progress', viewer) ? 'judges' : ((await membership())?.team_id ?? 'everyone'),
    version: async ({ ctx, event }) => {
      const { ledger_sequence, change_sequence } = await findBoardPosition(ctx.db, event.id)
      return `${ledger_sequence} ${change_sequence} ${event.version} ${event.deleted_people} ${event.raw_removed_at?.getTime() ?? 0}`
    },
    load: async ({ ctx, event, params, query, audience }) => {
      const { db } = ctx
      const { objective_id } = params
      const { team_id } = query
      // The receipt of the root would give away how many edits the hidden objectives have had.
      if (readShowing(true, findEventOpening(shownOf(event)), ctx.clock.now()).to === 'everyone_later') {
        throw new Refusal('objective_not_found')
      }
      const openings = await listOpenings(db, event.id)
      const { ids: released, next_at } = readRelease(openings, shownOf(event), ctx.clock.now())
      const objective = openings.find((one) => one.id === objective_id)
      if (!objective || !released.has(objective_id)) throw new Refusal('objective_not_found')
      if (!(await hasTeam(db, event.id, team_id))) throw new Refusal('team_not_found')

      if (event.archived_at !== null) {
        const kept = await findKeptReceipt(db, objective_id, team_id)
        if (!kept) throw new Refusal('progress_hidden')
        return presentKept(db, kept)
      }

      const board = await findBoardPosition(db, event.id)
      const { receipt, ledger_sequence } = await explain(ctx, event, objective_id, team_id, board.ledger_sequence)
      const isOwn = audience === 'judges' || audience === team_id
      if (!isOwn && !isVisible(teamOf(audience), team_id, receipt, objective.hide_progress)) {
        throw new Refusal('progress_hidden')
      }
      const secretive = isOwn ? [] : openings.filter((one) => one.hide_progress).map((one) => one.id)
      const discretion = { hides_tabs: !isOwn, released, hides_progress: new Set<number>(secretive) }
      const presented = await presentReceipt(db, event.id, receipt, ledger_sequence, discretion)
      return new Answer(presented, { changes_at: next_at ?? undefined })
    },
  },

  getConfirmedScores: {
    version: async ({ ctx, event }) => {
      const { ledger_sequence, change_sequence } = await findBoardPosition(ctx.db, event.id)
      return `${ledger_sequence} ${change_sequence} ${event.version} ${event.deleted_people}`
    },
    load: async ({ ctx, event }) => {
      const { db } = ctx
      // Without such reports the totals are the standings.
      if (event.archived_at !== null || !(await hasUnconfirmed(db, event.id))) return { totals: [], unconfirmed: [] }
      const hides = await listHiding(db, event.id)
      const { ledger_sequence } = await findBoardPosition(db, event.id)
      const totals = new Map<number, number>((await findTeamIds(db, event.id)).map((id) => [id, 0]))
      const confirmed = await scoreConfirmed(ctx, event, ledger_sequence)
      for (const [objective_id, scores] of confirmed) {
        for (const [team_id, score] of scores) {
          if (isVisible(null, team_id, score, hides.get(objective_id as ObjectiveId) ?? false)) {
            totals.set(team_id, (totals.get(team_id) ?? 0) + score.points)
          }
        }
      }
      return {
        totals: [...totals].map(([team_id, points]) => ({ team_id: team_id as TeamId, points })),
        unconfirmed: listUnconfirmed((await loadLatest(db, event.id, null)).diffs, confirmed),
      }
    },
  },
} satisfies Partial<Handlers>
