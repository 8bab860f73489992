import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import type { WhatIf } from '@muster/contract/definition'
import { useCallback, useMemo, useState } from 'react'
import type { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import type { Node } from './definition.ts'

interface DeleteProps {
  event_id: number
  node: Node
  /** @param canUndo only the objective itself is deleted */
  onDone: (canUndo: boolean) => void
  onClose: () => void
}

/** Deletes a branch after its consequences were shown in numbers; if it has any, its name has to be typed. */
export function DeleteDialog({ event_id, node, onDone, onClose }: DeleteProps) {
  const [{ preview, failure }, setFound] = useState<{ preview: WhatIf | null; failure: Failure | null }>({
    preview: null,
    failure: null,
  })
  const keep = useCallback((found: WhatIf | null, why: Failure | null) => setFound({ preview: found, failure: why }), [])
  const edits = useMemo(
    () => [{ kind: 'delete_objective' as const, id: node.item.id as never, base_version: node.item.version }],
    [node],
  )
  const write = useWrite(() => callWrite('editDefinition', { ...eventInput(event_id), body: { edits } }), {
    onDone: () => onDone(!isMuch),
  })
  const removed = preview?.removed
  // A single objective without data can be created again; unknown consequences count as large.
  const isMuch =
    removed === undefined
      ? failure !== null || node.children.length > 0
      : node.children.length > 0 || removed.facts > 0 || removed.submissions > 0
  return (
    <ConfirmChange
      title={t('objectives.deleteTitle', { name: node.item.name })}
      actLabel={
        removed && removed.objectives > 0
          ? t('objectives.deleteAct', { count: removed.objectives, points: formatCount(removed.points) })
          : t('objectives.delete')
      }
      write={write}
      onAct={() => write.run(undefined as never)}
      onClose={onClose}
      {...(isMuch && { typed: node.item.name })}
    >
      {removed && (
        <p>
          {t('objectives.deleteText', {
            count: removed.objectives,
            conditions: formatCount(removed.conditions),
            facts: formatCount(removed.facts),
            submissions: formatCount(removed.submissions),
            points: formatCount(removed.points),
          })}{' '}
          {t(isMuch ? 'confirm.final' : 'confirm.undo')}
        </p>
      )}
      <WhatIfPanel eventId={event_id} edits={edits} onResult={keep} />
    </ConfirmChange>
  )
}
