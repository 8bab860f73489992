import { DefinitionEdits } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import type { EventId } from '@muster/contract/ids'
import type { ImportPlan } from '@muster/domain/definition-file/plan'
import type { Context } from '@muster/server/context'
import type { Tx } from '@muster/server/db/connect'
import { applyEdits } from '@muster/server/definition/apply-edits'
import { loadDraft } from '@muster/server/definition/draft'
import { describeEdits } from '@muster/server/definition/reasons'
import { refuseOtherVersion } from '@muster/server/definition/versions'
import { editDefinition } from '@muster/server/definition-edit'

/**
 * Applies a definition file to an event, like the server's call.
 * @param why for the ledger
 * @throws Refusal like the call; nothing has changed then
 */
export async function applyPlan(
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
  event_id: EventId,
  { definition_version }: DefinitionFile,
  planned: ImportPlan,
  why: string,
  options: { readonly keeps_examples?: boolean } = {},
): Promise<void> {
  // Parsed like the body of the call, so that both accept the same.
  const { edits } = DefinitionEdits.parse({ edits: planned.edits })
  const edit = async (tx: Tx) => {
    await refuseOtherVersion(tx, event_id, definition_version)
    const applied = await applyEdits(await loadDraft(tx, event_id), edits, { author_id: null, now: ctx.clock.now() })
    return { result: applied, reason: describeEdits(applied.reasons, why) }
  }
  await editDefinition(ctx, event_id, null, edit, options)
}
