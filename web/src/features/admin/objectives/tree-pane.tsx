import '../../../messages/admin-objectives.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { useVirtualPane } from '../../../ui/deferred/virtual-list.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import type { Definition, Node } from './definition.ts'
import { type DraftKey, type DraftStore, useDraftKeys } from './draft-store.ts'
import type { Move } from './move.ts'
import { PickBar } from './pick-bar.tsx'
import { readKey } from './tree-keys.ts'
import { type Mark, rowHeight, TreeRow, type Zone } from './tree-row.tsx'
import { dropMove, type Row } from './tree-rows.ts'
import { usePicks } from './use-picks.ts'
import { useTreeRows } from './use-tree-rows.ts'

/** Letters typed within this many milliseconds form one word. */
const typeAhead_ms = 700

interface TreePaneProps {
  definition: Definition
  selected_id: number | null
  drafts: DraftStore
  /** Findings of the review, by objective. */
  marks: ReadonlyMap<number, Mark>
  isLocked: boolean
  /** An edit of the tree is being saved. */
  isBusy: boolean
  onSelect: (id: number) => void
  onOpenDraft: (key: DraftKey) => void
  onMove: (move: Move) => void
  onDelete: (node: Node) => void
  onChangeMany: (ids: ReadonlySet<number>) => void
}

interface Target {
  readonly id: number
  readonly zone: Zone
}

/** The tree of objectives: by mouse, keyboard and search. Only visible rows are rendered, so a thousand objectives are cheap. */
export function TreePane(props: TreePaneProps) {
  const { definition, selected_id, drafts, marks, isLocked, isBusy, onSelect, onMove } = props
  const { target, drag, dragOver, drop } = useDragMove(onMove)
  const findTyped = useTypeAhead()
  const frame = useRef<HTMLDivElement>(null)
  const baseId = useId()
  const unsaved = useDraftKeys(drafts)
  const { search, setSearch, rows, at, active_id, setActive, toggle } = useTreeRows(definition.root, selected_id)
  const picks = usePicks(definition, rows, search)
  /** Rows are not rendered again for a new function; they read this ref. */
  const now = useRef({ onSelect, picks, rows, at })
  useEffect(() => {
    now.current = { onSelect, picks, rows, at }
  })
  const { items, total, reveal } = useVirtualPane(frame, { count: rows.length, height: rowHeight })

  useEffect(() => {
    if (rows.length > 0) reveal(at)
    // Only when the active row changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [active_id, rows.length])

  function pressKey(event: KeyboardEvent) {
    const row = rows[at]
    const act = row && readKey(event, { ...row, at, rows })
    if (!row || !act || (act.kind === 'tickNone' && picks.count === 0)) return
    event.preventDefault()
    const { node } = row
    const isEdit = act.kind === 'delete' || act.kind === 'move'
    if (isEdit && isLocked) return
    if (act.kind === 'go') {
      setActive(rows[act.index]?.node.item.id ?? active_id)
      if (act.isRange) picks.extend(at, act.index)
      else picks.endRange()
    } else if (act.kind === 'tick') picks.toggle(node)
    else if (act.kind === 'tickAll') picks.all()
    else if (act.kind === 'tickNone') picks.clear()
    else if (act.kind === 'toggle') toggle(node.item.id, act.isOpen)
    else if (act.kind === 'type') setActive(findTyped(act.letter, rows, at)?.node.item.id ?? active_id)
    else if (act.kind === 'open') onSelect(node.item.id)
    else if (act.kind === 'delete') props.onDelete(node)
    else if (act.kind === 'move' && act.move) onMove(act.move)
  }

  /** A click opens a row. With Shift it ticks all up to the row, with Ctrl only the row, like its box. */
  function pressRow({ node }: Row, { shiftKey, ctrlKey, metaKey }: MouseEvent, isBox = false) {
    const { picks: ticks, rows: shown, at: before, ...page } = now.current
    const index = shown.findIndex((one) => one.node.item.id === node.item.id)
    setActive(node.item.id)
    if (shiftKey) ticks.extend(before, index)
    else if (isBox || ctrlKey || metaKey) ticks.toggle(node)
    else {
      ticks.endRange()
      page.onSelect(node.item.id)
    }
  }

  return (
    <>
      <TreeHead
        search={search}
        unsaved={unsaved}
        selected_id={selected_id}
        onSearch={setSearch}
        onOpenDraft={props.onOpenDraft}
      />
      <div
        className="obj-tree"
        ref={frame}
        role="tree"
        tabIndex={0}
        aria-label={t('objectives.tree')}
        aria-busy={isBusy}
        aria-activedescendant={rows[at] ? `${baseId}-${rows[at].node.item.id}` : undefined}
        onFocus={({ currentTarget: { parentElement }, target }) => {
          // With keys, the row may be anywhere in the tree; a click must not move the page.
          if (target.matches(':focus-visible')) parentElement?.scrollIntoView({ block: 'nearest' })
        }}
        onKeyDown={pressKey}
      >
        <div role="none" style={{ height: total, position: 'relative' }}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const { id } = row.node.item
            return (
              <TreeRow
                key={id}
                row={row}
                elementId={`${baseId}-${id}`}
                top={start}
                isActive={id === rows[at]?.node.item.id}
                isSelected={id === selected_id}
                tick={picks.readTick(row.node)}
                isUnsaved={unsaved.has(String(id))}
                mark={marks.get(id)}
                zone={target?.id === id ? target.zone : undefined}
                isDraggable={!isLocked && row.node.parent !== null}
                onToggle={() => toggle(id, !row.isOpen)}
                onTick={(event) => pressRow(row, event, true)}
                onSelect={(event) => pressRow(row, event)}
                onDrag={(isStart) => drag(isStart ? row.node : null)}
                onDragOver={(event) => dragOver(event, row.node)}
                onDrop={() => drop(row.node)}
              />
            )
          })}
        </div>
      </div>
      {rows.length <= 1 && search !== '' && <p className="obj-tree-none">{t('objectives.noneFound')}</p>}
      <PickBar
        picks={picks}
        isLocked={isLocked}
        isBusy={isBusy}
        onCleared={() => frame.current?.focus()}
        onChange={() => props.onChangeMany(picks.ids)}
      />
    </>
  )
}

interface HeadProps extends Pick<TreePaneProps, 'selected_id' | 'onOpenDraft'> {
  search: string
  unsaved: ReadonlySet<DraftKey>
  onSearch: (search: string) => void
}

/** The search, and the way to the next unsaved input. */
function TreeHead({ search, unsaved, selected_id, onSearch, onOpenDraft }: HeadProps) {
  const keys = [...unsaved]
  const next = keys[(keys.indexOf(String(selected_id)) + 1) % keys.length]
  return (
    <div className="obj-tree-head">
      <SearchInput label={t('objectives.find')} value={search} onChange={onSearch} />
      {next !== undefined && (
        <Button kind="quiet" size="small" title={t('objectives.nextUnsaved')} onClick={() => onOpenDraft(next)}>
          {t('objectives.unsavedCount', { count: unsaved.size })}
        </Button>
      )}
    </div>
  )
}

/** Drags one row onto another. Rows keep the functions of their first rendering, so these read refs. */
function useDragMove(onMove: (move: Move) => void) {
  const [target, setTarget] = useState<Target | null>(null)
  const dragged = useRef<Node | null>(null)
  const now = useRef({ target, onMove })
  useEffect(() => {
    now.current = { target, onMove }
  })
  const drag = (node: Node | null) => {
    dragged.current = node
    if (node === null) setTarget(null)
  }
  return {
    target,
    /** Begins to drag a row, or ends with null. */
    drag,
    dragOver(event: DragEvent, over: Node) {
      const from = dragged.current
      if (from === null) return
      const box = event.currentTarget.getBoundingClientRect()
      const share = (event.clientY - box.top) / box.height
      const zone: Zone = isCategory(over.item) && share > 0.25 && share < 0.75 ? 'into' : share < 0.5 ? 'before' : 'after'
      const allowed = dropMove(from, over, zone) !== null
      if (allowed) event.preventDefault()
      const next = allowed ? { id: over.item.id, zone } : null
      const before = now.current.target
      if (next?.id !== before?.id || next?.zone !== before?.zone) setTarget(next)
    },
    drop(onto: Node) {
      const from = dragged.current
      const zone = now.current.target?.zone
      const move = from && zone ? dropMove(from, onto, zone) : null
      drag(null)
      if (move) now.current.onMove(move)
    },
  }
}

/** Finds the next row that starts with the typed letters. */
function useTypeAhead() {
  const typed = useRef({ text: '', at_ms: 0 })
  return (letter: string, rows: readonly Row[], at: number): Row | undefined => {
    const at_ms = performance.now()
    const text = at_ms - typed.current.at_ms < typeAhead_ms ? typed.current.text + letter : letter
    typed.current = { text, at_ms }
    // The same letter again moves to the next match; a longer word stays while it still matches.
    const from = text.length > 1 ? at : at + 1
    return [...rows.slice(from), ...rows.slice(0, from)].find(({ node: { item } }) => item.name.toLowerCase().startsWith(text))
  }
}
