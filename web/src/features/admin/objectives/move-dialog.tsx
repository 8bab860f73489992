import '../../../messages/admin-objectives.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useMemo, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/fields.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type Definition, listBranch, listPath, type Node } from './definition.ts'
import type { Move } from './move.ts'
import { isWithin } from './tree-rows.ts'

interface MoveDialogProps {
  definition: Definition
  node: Node
  onMove: (move: Move) => void
  onClose: () => void
}

/** Chooses the new position of an objective without dragging or keys: for phones and other pointing devices. */
export function MoveDialog({ definition, node, onMove, onClose }: MoveDialogProps) {
  const { id } = node.item
  const categories = useMemo(
    () => listBranch(definition.root).filter((one) => isCategory(one.item) && !isWithin(one, id)),
    [definition.root, id],
  )
  const [parent_id, setParent] = useState(String(node.parent?.item.id ?? definition.root.item.id))
  const siblings = (definition.by_id.get(Number(parent_id))?.children ?? []).filter(({ item }) => item.id !== id)
  const after = node.parent && node.parent.children[node.parent.children.findIndex(({ item }) => item.id === id) + 1]
  const [before_id, setBefore] = useState(after ? String(after.item.id) : '')
  return (
    <Dialog
      title={t('objectives.moveDialog', { name: node.item.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('objectives.cancel')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onMove({ id, parent_id: Number(parent_id), before_id: before_id === '' ? null : Number(before_id) })
              onClose()
            }}
          >
            {t('objectives.moveAct')}
          </Button>
        </>
      }
    >
      <div className="form">
        <Field label={t('objectives.moveInto')}>
          <SelectControl
            value={parent_id}
            choices={categories.map((one) => ({
              value: String(one.item.id),
              label: [...listPath(one), one].map(({ item }) => item.name).join(' / '),
            }))}
            onChange={(next) => {
              setParent(next)
              setBefore('')
            }}
          />
        </Field>
        <Field label={t('objectives.moveBefore')}>
          <SelectControl
            value={before_id}
            choices={[
              ...siblings.map(({ item }) => ({ value: String(item.id), label: item.name })),
              { value: '', label: t('objectives.moveLast') },
            ]}
            onChange={setBefore}
          />
        </Field>
      </div>
    </Dialog>
  )
}
