import '../../../messages/admin-objectives.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { memo, type DragEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { useVirtualPane } from '../../../ui/deferred/virtual-list.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { Node } from './definition.ts'
import { type DraftKey, type DraftStore, useDraftKeys } from './draft-store.ts'
import type { Move } from './move.ts'
import { dropMove, listRows, type Row, stepMove } from './tree-rows.ts'

const rowHeight = 30
/** Letters typed within this many milliseconds form one word. */
const typeAhead_ms = 700

export interface Mark {
  readonly severity: 'error' | 'warning' | 'notice'
  readonly count: number
}

interface TreePaneProps {
  root: Node
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
}

type Zone = 'before' | 'into' | 'after'
interface Target {
  readonly id: number
  readonly zone: Zone
}

/** The tree of objectives: by mouse, keyboard and search. Only visible rows are rendered, so a thousand objectives are cheap. */
export function TreePane(props: TreePaneProps) {
  const { root, selected_id, drafts, marks, isLocked, isBusy, onSelect, onOpenDraft, onMove, onDelete } = props
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(() => listAncestors(root, selected_id))
  const [active_id, setActive] = useState<number>(selected_id ?? root.item.id)
  /** Rows are not rendered again for a new function; they read this ref. */
  const now = useRef({ onSelect })
  useEffect(() => {
    now.current = { onSelect }
  })
  const { target, drag, dragOver, drop } = useDragMove(onMove)
  const findTyped = useTypeAhead()
  const frame = useRef<HTMLDivElement>(null)
  const baseId = useId()
  const unsaved = useDraftKeys(drafts)
  const rows = useMemo(() => listRows(root, open, search), [root, open, search])
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.item.id === active_id),
  )
  const { items, total, reveal } = useVirtualPane(frame, { count: rows.length, height: rowHeight })

  // After a link or a finding was followed, scrolls to the row.
  useEffect(() => {
    if (selected_id === null) return
    setActive(selected_id)
    // A selected category is expanded.
    setOpen((before) => new Set([...before, ...listAncestors(root, selected_id), selected_id]))
  }, [selected_id, root])
  useEffect(() => {
    if (rows.length > 0) reveal(at)
    // Only when the active row changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [active_id, rows.length])

  const toggle = (id: number, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id)))
  const openNextDraft = () => {
    const keys = [...unsaved]
    const next = keys[(keys.indexOf(String(selected_id)) + 1) % keys.length]
    if (next !== undefined) onOpenDraft(next)
  }
  function pressKey(event: KeyboardEvent) {
    const row = rows[at]
    const act = row && readKey(event, { ...row, at, rows })
    if (!row || !act) return
    event.preventDefault()
    const { node } = row
    const isEdit = act.kind === 'delete' || act.kind === 'move'
    if (isEdit && isLocked) return
    if (act.kind === 'go') setActive(rows[Math.max(0, Math.min(rows.length - 1, act.index))]?.node.item.id ?? active_id)
    else if (act.kind === 'toggle') toggle(node.item.id, act.isOpen)
    else if (act.kind === 'type') setActive(findTyped(act.letter, rows, at)?.node.item.id ?? active_id)
    else if (act.kind === 'open') onSelect(node.item.id)
    else if (act.kind === 'delete') onDelete(node)
    else if (act.kind === 'move' && act.move) onMove(act.move)
  }

  return (
    <>
      <div className="obj-tree-head">
        <SearchInput label={t('objectives.find')} value={search} onChange={setSearch} />
        {unsaved.size > 0 && (
          <Button kind="quiet" size="small" title={t('objectives.nextUnsaved')} onClick={openNextDraft}>
            {t('objectives.unsavedCount', { count: unsaved.size })}
          </Button>
        )}
      </div>
      <div
        className="obj-tree"
        ref={frame}
        role="tree"
        tabIndex={0}
        aria-label={t('objectives.tree')}
        aria-busy={isBusy}
        aria-activedescendant={rows[at] ? `${baseId}-${rows[at].node.item.id}` : undefined}
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
                isUnsaved={unsaved.has(String(id))}
                mark={marks.get(id)}
                zone={target?.id === id ? target.zone : undefined}
                isDraggable={!isLocked && row.node.parent !== null}
                onToggle={() => toggle(id, !row.isOpen)}
                onSelect={() => {
                  setActive(id)
                  now.current.onSelect(id)
                }}
                onDrag={(isStart) => drag(isStart ? row.node : null)}
                onDragOver={(event) => dragOver(event, row.node)}
                onDrop={() => drop(row.node)}
              />
            )
          })}
        </div>
      </div>
      {rows.length <= 1 && search !== '' && <p className="obj-tree-none">{t('objectives.noneFound')}</p>}
      <p className="obj-tree-foot" role={isBusy ? 'status' : undefined}>
        {t(isBusy ? 'objectives.changing' : 'objectives.treeKeys')}
      </p>
    </>
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

function listAncestors(root: Node, id: number | null): Set<number> {
  const found = new Set<number>()
  const look = (node: Node): boolean => {
    if (node.item.id === id) return true
    const isAbove = node.children.some(look)
    if (isAbove) found.add(node.item.id)
    return isAbove
  }
  if (id !== null) look(root)
  return found
}

type Act =
  | { kind: 'go'; index: number }
  | { kind: 'toggle'; isOpen: boolean }
  | { kind: 'open' | 'delete' }
  | { kind: 'move'; move: Move | null }
  | { kind: 'type'; letter: string }

/** The action of a key on a row; null if the tree does not handle it. */
function readKey(
  event: KeyboardEvent,
  { node, isOpen, at, rows }: { node: Node; isOpen: boolean; at: number; rows: readonly Row[] },
): Act | null {
  const { key, altKey, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) return null
  const steps = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const
  const step = steps[key as keyof typeof steps]
  if (altKey) return step ? { kind: 'move', move: stepMove(node, step) } : null
  const canOpen = node.children.length > 0 && node.parent !== null
  if (key === 'ArrowDown') return { kind: 'go', index: at + 1 }
  if (key === 'ArrowUp') return { kind: 'go', index: at - 1 }
  if (key === 'Home') return { kind: 'go', index: 0 }
  if (key === 'End') return { kind: 'go', index: rows.length - 1 }
  if (key === 'PageDown') return { kind: 'go', index: at + 10 }
  if (key === 'PageUp') return { kind: 'go', index: at - 10 }
  if (key === 'ArrowRight')
    return canOpen && !isOpen ? { kind: 'toggle', isOpen: true } : { kind: 'go', index: node.children.length > 0 ? at + 1 : at }
  if (key === 'ArrowLeft') {
    if (canOpen && isOpen) return { kind: 'toggle', isOpen: false }
    const above = rows.findIndex((row) => row.node === node.parent)
    return { kind: 'go', index: above === -1 ? at : above }
  }
  if (key === 'Enter' || key === ' ') return { kind: 'open' }
  if (key === 'Delete') return node.parent === null ? null : { kind: 'delete' }
  return key.length === 1 ? { kind: 'type', letter: key.toLowerCase() } : null
}

interface TreeRowProps {
  row: Row
  elementId: string
  top: number
  isActive: boolean
  isSelected: boolean
  isUnsaved: boolean
  mark: Mark | undefined
  zone: Zone | undefined
  isDraggable: boolean
  onToggle: () => void
  onSelect: () => void
  onDrag: (isStart: boolean) => void
  onDragOver: (event: DragEvent) => void
  onDrop: () => void
}

const TreeRow = memo(
  function TreeRow(props: TreeRowProps) {
    const {
      row,
      elementId,
      top,
      isActive,
      isSelected,
      isUnsaved,
      mark,
      zone,
      isDraggable,
      onToggle,
      onSelect,
      onDrag,
      onDragOver,
      onDrop,
    } = props
    const { node, isOpen, place } = row
    const { item, parent, children, depth } = node
    return (
      // The tree handles the keyboard, and names the active row.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        id={elementId}
        role="treeitem"
        aria-level={depth + 1}
        aria-setsize={parent?.children.length ?? 1}
        aria-posinset={place}
        aria-selected={isSelected}
        aria-expanded={children.length > 0 ? isOpen : undefined}
        className="obj-row"
        data-active={isActive || undefined}
        data-zone={zone}
        style={{ top, height: rowHeight, paddingLeft: 10 + depth * 14 }}
        draggable={isDraggable}
        onClick={onSelect}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', item.name)
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
        onDragOver={onDragOver}
        onDrop={(event) => {
          event.preventDefault()
          onDrop()
        }}
      >
        {children.length > 0 && parent !== null ? (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <span
            className="obj-twist"
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
          </span>
        ) : (
          <span className="obj-twist" />
        )}
        <bdi className={isCategory(node.item) ? 'clip obj-row-category' : 'clip'}>{item.name}</bdi>
        {mark && (
          <span className={`obj-mark obj-mark-${mark.severity}`} title={t('objectives.marks', { count: mark.count })}>
            <Icon name="warning" size={12} />
            <span className="vh">{t('objectives.marks', { count: mark.count })}</span>
          </span>
        )}
        {isUnsaved && <span className="obj-dot" title={t('objectives.unsaved')} />}
        {isUnsaved && <span className="vh">{t('objectives.unsaved')}</span>}
        {isCategory(node.item) && <span className="obj-count num">{node.leaves}</span>}
      </div>
    )
  },
  // The functions are new on every render, and equivalent as long as the row is the same.
  (a, b) =>
    a.row.node === b.row.node &&
    a.row.isOpen === b.row.isOpen &&
    a.row.place === b.row.place &&
    a.top === b.top &&
    a.isActive === b.isActive &&
    a.isSelected === b.isSelected &&
    a.isUnsaved === b.isUnsaved &&
    a.mark === b.mark &&
    a.zone === b.zone &&
    a.isDraggable === b.isDraggable,
)
