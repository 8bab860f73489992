import './layout.css'
import { type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { Boundary } from './boundary.tsx'

interface BlockProps {
  title: string
  note?: ReactNode
  /** What stands here while the content is loading: its final shape. */
  loading: ReactNode
  failure: (problem: unknown, retry: () => void) => ReactNode
  onRetry?: () => void
  resetKey?: unknown
  children: ReactNode
}

/** A part of a page under its own heading, which loads and fails for itself. */
export function Block({ title, note, loading, failure, onRetry, resetKey, children }: BlockProps) {
  const id = useId()
  // A failure takes the place that was kept for the content: what stands below does not jump.
  const [height, setHeight] = useState(0)
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block-head">
        <h2 className="block-title" id={id}>
          {title}
        </h2>
        {note && <div className="block-note">{note}</div>}
      </div>
      <Boundary
        fallback={(problem, retry) => (
          <div className="kept-place" style={{ minHeight: height }}>
            {failure(problem, retry)}
          </div>
        )}
        onRetry={onRetry}
        resetKey={resetKey}
      >
        <Suspense fallback={<Measured onMeasure={setHeight}>{loading}</Measured>}>{children}</Suspense>
      </Boundary>
    </section>
  )
}

/** Tells how high its content is. */
function Measured({ onMeasure, children }: { onMeasure: (height: number) => void; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  // After each render: what is kept may become smaller while it waits.
  useLayoutEffect(() => onMeasure(frame.current?.offsetHeight ?? 0))
  return <div ref={frame}>{children}</div>
}
