import { type DragEvent, useRef, useState } from 'react'

/** Where what is dragged would go: before or behind an entry, or at the end of a time window (its index; null: any time). */
export type DropTarget =
  | { readonly kind: 'entry'; readonly objective_id: number; readonly zone: 'before' | 'after' }
  | { readonly kind: 'window'; readonly window: number | null }

const isSame = (a: DropTarget | null, b: DropTarget) => JSON.stringify(a) === JSON.stringify(b)

/** Dragging objectives into the plan, and within it. Whoever cannot drag has buttons and keys for all of it. */
export function useDrag(onDrop: (objective_id: number, target: DropTarget) => void) {
  const dragged = useRef<number | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const end = () => {
    dragged.current = null
    setTarget(null)
  }
  return {
    target,
    /** For an element that can be dragged. */
    source: (objective_id: number, name: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        dragged.current = objective_id
      },
      onDragEnd: end,
    }),
    /** For an element that takes what is dragged. `readTarget` is given how far down in it the pointer is, from 0 to 1. */
    sink: (readTarget: (share: number) => DropTarget) => {
      const targetOf = (event: DragEvent) => {
        const box = event.currentTarget.getBoundingClientRect()
        return readTarget(box.height === 0 ? 0 : (event.clientY - box.top) / box.height)
      }
      return {
        onDragOver: (event: DragEvent) => {
          if (dragged.current === null) return
          event.preventDefault()
          event.stopPropagation()
          const next = targetOf(event)
          if (!isSame(target, next)) setTarget(next)
        },
        onDrop: (event: DragEvent) => {
          if (dragged.current === null) return
          event.preventDefault()
          event.stopPropagation()
          onDrop(dragged.current, targetOf(event))
          end()
        },
      }
    },
  }
}
export type Drag = ReturnType<typeof useDrag>
