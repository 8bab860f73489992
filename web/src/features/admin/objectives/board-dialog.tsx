import './board-dialog.css'
import '../../../messages/admin-board.ts'
import '../../../messages/admin-objectives.ts'
import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { nameCellAt } from '@muster/domain/objectives/board'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { DraftNotice } from '../../../api/drafts/draft-notice.tsx'
import { type FormDraft, useDraft } from '../../../api/drafts/use-draft.ts'
import { boardSide } from '@muster/domain/objectives/layout'
import { isSame } from '../../../lib/same.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useCheck } from '../what-if/check-edits.tsx'
import {
  type BoardDraft,
  countPossibleLines,
  findLinesPreset,
  isBoardOf,
  listCellChanges,
  orderBoard,
  putOnBoard,
  readBoardDraft,
  resizeBoard,
  rowsOf,
  takeFromBoard,
  writeDrawnLines,
} from './board-draft.ts'
import { BoardCells } from './board-cells.tsx'
import { BoardDrawing } from './board-drawing.tsx'
import { type Definition, type Node, whenTreeIsNew } from './definition.ts'
import { type ObjectiveChange, writeChanges } from './many-changes.ts'
import { nameObjectives } from './name-objectives.ts'

interface BoardDialogProps {
  event_id: number
  definition: Definition
  node: Node
  isRunning: boolean
  /** Called with the changed objectives, and the edit that takes back drawn lines. */
  onSaved: (changes: readonly ObjectiveChange[], undoLines: readonly DefinitionEditInput[]) => void
  onClose: () => void
}

/** Places the objectives of a category on its board, and draws lines. */
export function BoardDialog({ event_id, definition, node, isRunning, onSaved, onClose }: BoardDialogProps) {
  const preset = findLinesPreset(node, definition.presets)
  const opened = useMemo(() => readBoardDraft(node, preset), [node, preset])
  const kept = useDraft('objective_board', `${event_id}.${node.item.id}`, opened, {
    version: preset?.version ?? 0,
    isValid: (input) => isBoardOf(node, input),
  })
  // Undo takes back each step of this visit, and then the whole draft of an earlier visit.
  const [steps, setSteps] = useState(() => (isSame(kept.start, opened) ? [opened] : [opened, kept.start]))
  const draft = steps.at(-1) as BoardDraft
  const [held, setHeld] = useState<number | null>(null)
  const { ask, dialog } = useCheck(event_id)
  const show = (next: readonly BoardDraft[]) => {
    setSteps([...next])
    kept.keep(next.at(-1) as BoardDraft)
  }
  const change = (next: BoardDraft) => show([...steps, next])
  const names = new Map(node.children.map(({ item }) => [item.id, item.name]))
  const beside = node.children.filter(({ item }) => !draft.cells.includes(item.id))
  const changes = listCellChanges(node, draft)
  const { columns } = draft

  const save = useSave({ event_id, node, isRunning, changes, preset, draft, kept, ask, onSaved, onClose })

  /** Selects the objective in a cell, or moves the selected objective there. */
  const press = (at: number) => {
    const there = draft.cells[at] ?? null
    if (held === null || there === held) return setHeld(there === held ? null : there)
    change(putOnBoard(draft, held, at))
    setHeld(null)
  }

  return (
    <Dialog
      title={t('adminBoard.title', { name: node.item.name })}
      isBusy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={steps.length < 2} onClick={() => show(steps.slice(0, -1))}>
            {t('adminBoard.undo')}
          </Button>
          <Button onClick={onClose}>{t('objectives.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={save.isPending}
            disabled={changes.length === 0 && writeDrawnLines(preset, draft.drawn).length === 0}
            onClick={() => save.mutate()}
          >
            {t(isRunning ? 'objectives.check' : 'objectives.save')}
          </Button>
        </>
      }
    >
      <div className="obj-board">
        <DraftNotice draft={kept} read={() => draft} onShow={(values) => setSteps([values])} />
        <p className="quiet small">{t(draft.isInOrder ? 'adminBoard.inOrder' : 'adminBoard.help')}</p>
        <Size node={node} draft={draft} onChange={change} />
        <BoardCells
          label={t('adminBoard.grid')}
          cells={draft.cells}
          columns={columns}
          isOn={(at) => held !== null && draft.cells[at] === held}
          nameOf={(at) => names.get(draft.cells[at] ?? 0) ?? ''}
          onPress={press}
        />
        <p className="small" role="status">
          {held === null ? t('adminBoard.pick') : t('adminBoard.held', { name: names.get(held) ?? '' })}{' '}
          {held !== null && draft.cells.includes(held) && (
            <Button
              size="small"
              onClick={() => {
                change(takeFromBoard(draft, held))
                setHeld(null)
              }}
            >
              {t('adminBoard.clear', { cell: nameCellAt(draft.cells.indexOf(held), columns) })}
            </Button>
          )}
        </p>
        {beside.length > 0 && (
          <div role="group" aria-label={t('adminBoard.beside')}>
            <p className="field-error">{t('adminBoard.beside')}</p>
            {beside.map(({ item }) => (
              <Button
                key={item.id}
                size="small"
                aria-pressed={held === item.id}
                onClick={() => setHeld(held === item.id ? null : item.id)}
              >
                <bdi>{item.name}</bdi>
              </Button>
            ))}
          </div>
        )}
        <Findings draft={draft} required={preset ? (preset.parameters?.lines ?? 1) : 0} />
        {preset && (
          <BoardDrawing
            key={`${columns} ${draft.cells.length}`}
            draft={draft}
            nameOf={(at) => names.get(draft.cells[at] ?? 0) ?? ''}
            onChange={change}
          />
        )}
        {save.isError && (
          <div className="field-error" role="alert">
            <p>{save.error instanceof Failure ? save.error.message : t('failure.ours')}</p>
            {save.error instanceof Failure && save.error.problems.map(({ problem }) => <p key={problem}>{problem}</p>)}
          </div>
        )}
      </div>
      {dialog}
    </Dialog>
  )
}

interface SaveInput extends Pick<BoardDialogProps, 'event_id' | 'node' | 'isRunning' | 'onSaved' | 'onClose'> {
  changes: readonly ObjectiveChange[]
  preset: ScoringPreset | undefined
  draft: BoardDraft
  kept: FormDraft<BoardDraft>
  ask: ReturnType<typeof useCheck>['ask']
}

/** Sends cells and drawn lines in one change, after a preview while the event runs. */
function useSave({ event_id, node, isRunning, changes, preset, draft, kept, ask, onSaved, onClose }: SaveInput) {
  const { drawn } = draft
  const ofLines = writeDrawnLines(preset, drawn)
  return useMutation({
    mutationFn: async () => {
      const edits = [...writeChanges(changes), ...ofLines]
      const title = t('adminBoard.question', { name: node.item.name })
      const agreed = isRunning ? await ask({ title, edits }) : { reason: '' }
      if (!agreed) return false
      const reason = agreed.reason || t('adminBoard.reason', { name: node.item.name })
      try {
        await callWrite('editDefinition', { ...eventInput(event_id), body: { reason, edits } })
      } catch (problem) {
        throw nameObjectives(problem, changes)
      }
      await whenTreeIsNew()
      return true
    },
    onSuccess: (isSaved) => {
      if (!isSaved) return
      kept.sent(draft, { values: draft, version: preset?.version ?? 0 })
      const before = preset?.parameters?.drawn_lines ?? []
      const saved = preset && { ...preset, parameters: { ...preset.parameters, drawn_lines: drawn } }
      onSaved(changes, ofLines.length > 0 ? writeDrawnLines(saved, before, (preset?.version ?? 0) + 1) : [])
      onClose()
    },
  })
}

interface SizeProps {
  node: Node
  draft: BoardDraft
  onChange: (draft: BoardDraft) => void
}

/** Adds or removes a row or column, or returns to the order of the objectives. */
function Size({ node, draft, onChange }: SizeProps) {
  const [rows, columns] = [rowsOf(draft), draft.columns]
  const sides = {
    rows: { now: rows, resize: (by: number) => resizeBoard(draft, rows + by, columns) },
    columns: { now: columns, resize: (by: number) => resizeBoard(draft, rows, columns + by) },
  }
  return (
    <div className="obj-board-size">
      {(['rows', 'columns'] as const).map((side) => {
        const { now, resize } = sides[side]
        const label = t(`adminBoard.${side}`)
        return (
          <span key={side} role="group" aria-label={label}>
            {label}{' '}
            <Button
              size="small"
              disabled={now <= 1}
              aria-label={t('adminBoard.less', { side: label })}
              onClick={() => onChange(resize(-1))}
            >
              −
            </Button>{' '}
            <span className="num">{now}</span>{' '}
            <Button
              size="small"
              disabled={now >= boardSide}
              aria-label={t('adminBoard.more', { side: label })}
              onClick={() => onChange(resize(1))}
            >
              +
            </Button>
          </span>
        )
      })}
      <Button size="small" disabled={draft.isInOrder} onClick={() => onChange(orderBoard(node, draft))}>
        {t('adminBoard.order')}
      </Button>
    </div>
  )
}

/** Empty cells, and lines that are fewer than required. */
function Findings({ draft, required }: { draft: BoardDraft; required: number }) {
  const empty = draft.cells.filter((one) => one === null).length
  const possible = countPossibleLines(draft)
  return (
    <>
      {empty > 0 && <p className="quiet small">{t('adminBoard.holes', { count: empty })}</p>}
      {required > 0 && (
        <p className={possible < required ? 'field-error' : 'quiet small'}>
          {t('adminBoard.possible', { count: possible })}
          {possible < required && ` ${t('adminBoard.tooFew', { required })}`}
        </p>
      )}
    </>
  )
}
