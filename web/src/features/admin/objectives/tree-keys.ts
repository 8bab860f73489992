import type { KeyboardEvent } from 'react'
import type { Move } from './move.ts'
import { type Row, stepMove } from './tree-rows.ts'

/** The action of a key in the tree. */
export type Act =
  | { kind: 'go'; index: number; isRange: boolean }
  | { kind: 'toggle'; isOpen: boolean }
  | { kind: 'open' | 'delete' | 'tick' | 'tickAll' | 'tickNone' }
  | { kind: 'move'; move: Move | null }
  | { kind: 'type'; letter: string }

/** The action of a key on a row; null if the tree does not handle it. */
export function readKey(
  event: KeyboardEvent,
  { node, isOpen, at, rows }: Row & { at: number; rows: readonly Row[] },
): Act | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' && !altKey && !shiftKey ? { kind: 'tickAll' } : null
  const steps = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const
  const step = steps[key as keyof typeof steps]
  if (altKey) return step ? { kind: 'move', move: stepMove(node, step) } : null
  const places = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
    PageDown: at + 10,
    PageUp: at - 10,
  }
  const go = (index: number, isRange = false): Act => ({
    kind: 'go',
    index: Math.max(0, Math.min(rows.length - 1, index)),
    isRange,
  })
  if (key in places) return go(places[key as keyof typeof places], shiftKey)
  const canOpen = node.children.length > 0 && node.parent !== null
  if (key === 'ArrowRight')
    return canOpen && !isOpen ? { kind: 'toggle', isOpen: true } : go(node.children.length > 0 ? at + 1 : at)
  if (key === 'ArrowLeft') {
    if (canOpen && isOpen) return { kind: 'toggle', isOpen: false }
    const above = rows.findIndex((row) => row.node === node.parent)
    return go(above === -1 ? at : above)
  }
  if (key === 'Enter') return { kind: 'open' }
  if (key === ' ') return { kind: 'tick' }
  if (key === 'Escape') return { kind: 'tickNone' }
  if (key === 'Delete') return node.parent === null ? null : { kind: 'delete' }
  return key.length === 1 ? { kind: 'type', letter: key.toLowerCase() } : null
}
