import './layout.css'
import { type ReactNode, type RefObject, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { Boundary } from './boundary.tsx'
import { Defer } from '../deferred/defer.tsx'

interface BlockProps {
  title: string
  note?: ReactNode
  /** Shown while the content is loading: its final shape. */
  loading: ReactNode
  failure: (problem: unknown, retry: () => void) => ReactNode
  onRetry?: () => void
  resetKey?: unknown
  children: ReactNode
}

/** A part of a page under its own heading, which loads and fails separately. */
export function Block({ title, note, loading, failure, onRetry, resetKey, children }: BlockProps) {
  const id = useId()
  // A failure takes the space reserved for the content, so that nothing below jumps.
  const height = useRef(0)
  const waiting = <Measured height={height}>{loading}</Measured>
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block-head">
        <h2 className="block-title" id={id}>
          {title}
        </h2>
        {note && <div className="block-note">{note}</div>}
      </div>
      <Boundary
        fallback={(problem, retry) => <KeptPlace height={height}>{failure(problem, retry)}</KeptPlace>}
        onRetry={onRetry}
        resetKey={resetKey}
      >
        <Defer when="idle" placeholder={waiting}>
          <Suspense fallback={waiting}>{children}</Suspense>
        </Defer>
      </Boundary>
    </section>
  )
}

/** Takes as much space as the previous content. */
function KeptPlace({ height, children }: { height: RefObject<number>; children: ReactNode }) {
  const [kept] = useState(() => height.current)
  return (
    <div className="kept-place" style={{ minHeight: kept }}>
      {children}
    </div>
  )
}

/** Records the height of its content; reported by the browser after drawing, because asking would force a layout. */
function Measured({ height, children }: { height: RefObject<number>; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      height.current = entry?.contentRect.height ?? 0
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [height])
  return <div ref={frame}>{children}</div>
}
