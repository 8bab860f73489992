import { type DragEvent, useRef, useState } from 'react'

/** Target of a drag: before or after an entry, or at the end of a time window (its index; null for any time). */
export type DropTarget =
  | { readonly kind: 'entry'; readonly objective_id: number; readonly zone: 'before' | 'after' }
  | { readonly kind: 'window'; readonly window: number | null }

const isSame = (a: DropTarget | null, b: DropTarget) => JSON.stringify(a) === JSON.stringify(b)

/** Drags objectives into the plan, and within it. Buttons and keys do the same. */
export function useDrag(onDrop: (objective_id: number, target: DropTarget) => void) {
  const dragged = useRef<number | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const end = () => {
    dragged.current = null
    setTarget(null)
  }
  return {
    target,
    /** For a draggable element. */
    source: (objective_id: number, name: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        dragged.current = objective_id
      },
      onDragEnd: end,
    }),
    /** For a drop target. `readTarget` gets the pointer's vertical position in it, from 0 to 1. */
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
