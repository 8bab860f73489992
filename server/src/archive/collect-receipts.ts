import type { ArchiveRecord } from '@muster/contract/event-archive'
import type { TeamId } from '@muster/contract/ids'
import { isVisible } from '@muster/domain/scoring/visibility'
import { listFacts } from '../db/ledger.ts'
import { presentReceipt } from '../features/receipts/present-receipt.ts'
import { findBoardPosition } from '../features/receipts/store.ts'
import { rebuildEngine } from '../ledger-engine.ts'
import type { Collecting } from './collecting.ts'
import { keepReceipt, listKeptReceipts, type Renumbering, renumberReceipt } from './receipts.ts'

/** The receipt of every team on every objective that is visible to everyone. */
export async function* collectReceipts(collecting: Collecting): AsyncGenerator<ArchiveRecord> {
  const { event, people, objectives, teams, submissions, presets } = collecting
  const to: Renumbering = {
    objective: (id) => objectives.of(id),
    team: (id) => teams.of(id),
    person: (id) => people.of(id),
    submission: (id) => submissions.of(id),
    preset: (id) => presets.of(id),
  }
  const receipts = event.archived_at === null ? explainAll(collecting) : listAll(collecting)
  for await (const receipt of receipts) yield { type: 'receipt', ...renumberReceipt(receipt, to) }
}

const inOrder = ({ open }: Collecting) => open.toSorted((a, b) => a.id - b.id)

/** Receipts of an imported event, as in its archive. */
async function* listAll(collecting: Collecting) {
  for (const { id } of inOrder(collecting)) {
    for (const { receipt } of await listKeptReceipts(collecting.tx, collecting.event.id, id)) yield receipt
  }
}

/** Receipts computed from the ledger, as for a visitor. */
async function* explainAll(collecting: Collecting) {
  const { tx, event, now, open } = collecting
  const board = await findBoardPosition(tx, event.id)
  const { engine } = await rebuildEngine(tx, event.id, board.ledger_sequence, now)
  const rows = await tx.selectFrom('teams').select('id').where('event_id', '=', event.id).orderBy('id').execute()
  const discretion = {
    hides_tabs: true,
    released: new Set<number>(open.map(({ id }) => id)),
    hides_progress: new Set<number>(open.filter((one) => one.hide_progress).map(({ id }) => id)),
  }
  for (const { id, hide_progress } of inOrder(collecting)) {
    for (const team_id of rows.map((row) => row.id as TeamId)) {
      const facts = await listFacts(tx, event.id, { objective_ids: [id], team_id, upTo: board.ledger_sequence })
      const receipt = engine.explain(id, team_id, facts, now)
      if (!isVisible(null, team_id, receipt, hide_progress)) continue
      yield keepReceipt(await presentReceipt(tx, event.id, receipt, board.ledger_sequence, discretion))
    }
  }
}
