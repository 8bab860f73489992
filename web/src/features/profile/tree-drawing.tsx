import './tree.css'
import '../../messages/profile.ts'
import type { TreeLayout, TreeLayoutNode } from '@muster/contract/game-trees'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { t } from '../../lib/text/messages.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { type Box, drawEdges, drawNodes, findNode, keepInside, radiusOf, type TreeView, viewTree, zoomBox } from './tree-view.ts'

interface DrawingProps {
  layout: TreeLayout
  /** The only ascendancy drawn beside the tree; empty for none. */
  ascendancy: string
  allocated: ReadonlySet<number>
  /** Nodes marked by a comparison. */
  added?: ReadonlySet<number>
  removed?: ReadonlySet<number>
  label: string
}

const nothing: ReadonlySet<number> = new Set()
/** A finger is less exact than the smallest node; share of the visible width. */
const reach = 0.012

/** A tree of the game as lines and circles, with pan and zoom; the list beside it has the same in words. */
export function TreeDrawing({ layout, ascendancy, allocated, added = nothing, removed = nothing, label }: DrawingProps) {
  const view = useMemo(() => viewTree(layout, ascendancy), [layout, ascendancy])
  const [box, setBox] = useState<Box | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const frame = useRef<SVGSVGElement>(null)
  const drag = useRef<{ x: number; y: number; box: Box; hasMoved: boolean } | null>(null)
  const shown = box ?? view.box
  const node = picked === null ? undefined : view.by_id.get(picked)

  /** The point of the tree under the pointer; the drawing keeps its proportions inside the frame. */
  const locate = (event: PointerEvent, from: Box) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const scale = Math.max(from.width / width, from.height / height)
    return {
      scale,
      x: from.x + from.width / 2 + (event.clientX - left - width / 2) * scale,
      y: from.y + from.height / 2 + (event.clientY - top - height / 2) * scale,
    }
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    drag.current = { x: event.clientX, y: event.clientY, box: shown, hasMoved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const held = drag.current
    const { scale, x, y } = locate(event, shown)
    if (!held) {
      if (event.pointerType === 'mouse') setPicked(findNode(view, x, y, shown.width * reach)?.id ?? null)
      return
    }
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.hasMoved && Math.hypot(dx, dy) < 6) return
    held.hasMoved = true
    setBox(keepInside({ ...held.box, x: held.box.x - dx * scale, y: held.box.y - dy * scale }, view.box))
  }
  const end = (event: PointerEvent<SVGSVGElement>) => {
    const held = drag.current
    drag.current = null
    if (!held || held.hasMoved) return
    const { x, y } = locate(event, shown)
    setPicked(findNode(view, x, y, shown.width * reach)?.id ?? null)
  }
  /** From the list: a chosen node comes into view. */
  const pick = (id: number | null) => {
    setPicked(id)
    const chosen = id === null ? undefined : view.by_id.get(id)
    if (chosen && box) setBox(keepInside({ ...box, x: chosen.x - box.width / 2, y: chosen.y - box.height / 2 }, view.box))
  }
  const zoom = (factor: number) => setBox(zoomBox(shown, view.box, factor, node?.x, node?.y))
  return (
    <div className="tree">
      <div className="tree-frame">
        <svg
          ref={frame}
          viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`}
          role="img"
          aria-label={label}
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => {
            drag.current = null
          }}
        >
          <Lines view={view} allocated={allocated} added={added} removed={removed} />
          {node && <circle className="tree-picked" cx={node.x} cy={node.y} r={radiusOf(node) + 34} />}
        </svg>
        <div className="tree-buttons">
          <IconButton label={t('tree.closer')} icon="plus" onClick={() => zoom(0.6)} />
          <IconButton label={t('tree.farther')} icon="minus" onClick={() => zoom(1 / 0.6)} />
          <IconButton label={t('tree.whole')} icon="screen" disabled={box === null} onClick={() => setBox(null)} />
        </div>
        {node && <NodeCard node={node} isAllocated={allocated.has(node.id)} />}
      </div>
      <NodeList view={view} allocated={allocated} picked={picked} onPick={pick} />
    </div>
  )
}

type LinesProps = Required<Pick<DrawingProps, 'allocated' | 'added' | 'removed'>> & { view: TreeView }

function Lines({ view, allocated, added, removed }: LinesProps) {
  const paths = useMemo(() => {
    const isOn = (from: number, to: number) => allocated.has(from) && allocated.has(to)
    const isMarked = (id: number) => added.has(id) || removed.has(id)
    return {
      dimEdges: drawEdges(view, (from, to) => !isOn(from, to)),
      litEdges: drawEdges(view, isOn),
      dim: drawNodes(view, ({ id, kind }) => !allocated.has(id) && !isMarked(id) && kind !== 'mastery'),
      lit: drawNodes(view, ({ id }) => allocated.has(id) && !isMarked(id)),
      added: drawNodes(view, ({ id }) => added.has(id)),
      removed: drawNodes(view, ({ id }) => removed.has(id)),
    }
  }, [view, allocated, added, removed])
  return (
    <>
      <path className="tree-edge" d={paths.dimEdges} />
      <path className="tree-edge-lit" d={paths.litEdges} />
      <path className="tree-node" d={paths.dim} />
      <path className="tree-node-lit" d={paths.lit} />
      <path className="tree-node-added" d={paths.added} />
      <path className="tree-node-removed" d={paths.removed} />
    </>
  )
}

function NodeCard({ node, isAllocated }: { node: TreeLayoutNode; isAllocated: boolean }) {
  return (
    <div className="tree-card" role="status">
      <strong className="game">{node.name}</strong>
      <span className="small quieter">{t(isAllocated ? 'tree.allocated' : 'tree.notAllocated')}</span>
      {node.stats.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

/** The most important nodes, in words and for the keyboard: allocated keystones and notables. */
function NodeList({
  view,
  allocated,
  picked,
  onPick,
}: {
  view: TreeView
  allocated: ReadonlySet<number>
  picked: number | null
  onPick: (id: number | null) => void
}) {
  const order: readonly TreeLayoutNode['kind'][] = ['keystone', 'notable', 'mastery']
  const listed = view.nodes
    .filter(({ id, kind }) => allocated.has(id) && order.includes(kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.name.localeCompare(b.name))
  if (listed.length === 0) return null
  return (
    <ul className="tree-list" aria-label={t('tree.list')}>
      {listed.map(({ id, kind, name }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === picked} onClick={() => onPick(id === picked ? null : id)}>
            <span className={kind === 'keystone' ? 'tree-dot tree-dot-keystone' : 'tree-dot'} aria-hidden="true" />
            <span className="game">{name}</span>
            {kind !== 'notable' && (
              <small className="quieter">{t(`tree.kind.${kind === 'keystone' ? 'keystone' : 'mastery'}`)}</small>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
