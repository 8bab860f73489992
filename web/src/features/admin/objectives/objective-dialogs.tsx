import type { DefinitionProblems } from '@muster/contract/definition-problems'
import type { GameVersion } from '@muster/contract/events'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/deferred/lazy-part.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { DatesDialog } from './dates-dialog.tsx'
import type { Definition, Node } from './definition.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import type { DraftStore } from './draft-store.ts'
import { ManyDialog } from './many-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { HistorySheet, ProblemsSheet } from './side-sheets.tsx'
import type { TreeEdits } from './use-tree-edits.ts'

const BoardDialog = lazyPart(() => import('./board-dialog.tsx').then((module) => ({ default: module.BoardDialog })))

/** The open dialog or sheet of the page. */
export type OpenDialog =
  | { kind: 'problems' | 'history' }
  | { kind: 'board' | 'bulk' | 'dates' | 'delete' | 'move'; node: Node }
  | { kind: 'many'; ids: ReadonlySet<number> }

interface DialogsProps {
  event_id: number
  game_version: GameVersion
  definition: Definition
  drafts: DraftStore
  isRunning: boolean
  problems: DefinitionProblems | undefined
  edits: TreeEdits
  dialog: OpenDialog | null
  onClose: () => void
  onOpen: (id: number) => void
  onDeleted: (node: Node) => void
}

export function ObjectiveDialogs(props: DialogsProps) {
  const { event_id, game_version, definition, drafts, isRunning, problems, edits, dialog, onClose, onOpen, onDeleted } = props
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'problems':
      return problems && <ProblemsSheet problems={problems} onOpen={onOpen} onClose={onClose} />
    case 'history':
      return <HistorySheet event_id={event_id} onClose={onClose} />
    case 'bulk':
      return (
        <BulkDialog
          event_id={event_id}
          parent={dialog.node}
          game_version={game_version}
          presets={definition.presets}
          isRunning={isRunning}
          onClose={onClose}
          onCreated={edits.offerDelete}
        />
      )
    case 'board':
      return (
        <Suspense>
          <BoardDialog
            event_id={event_id}
            definition={definition}
            node={dialog.node}
            isRunning={isRunning}
            onClose={onClose}
            onSaved={edits.offerBoard}
          />
        </Suspense>
      )
    case 'dates':
      return (
        <DatesDialog event_id={event_id} node={dialog.node} isRunning={isRunning} onClose={onClose} onSaved={edits.offerDates} />
      )
    case 'delete':
      return (
        <DeleteDialog
          event_id={event_id}
          node={dialog.node}
          onClose={onClose}
          onDone={(canUndo) => {
            onClose()
            onDeleted(dialog.node)
            if (canUndo) edits.offerCreate(dialog.node)
          }}
        />
      )
    case 'many':
      return (
        <ManyDialog
          event_id={event_id}
          definition={definition}
          ids={dialog.ids}
          unsaved={drafts.keys()}
          isRunning={isRunning}
          onClose={onClose}
          onSaved={edits.offerChanges}
        />
      )
    case 'move':
      return <MoveDialog definition={definition} node={dialog.node} onMove={edits.move} onClose={onClose} />
  }
}
