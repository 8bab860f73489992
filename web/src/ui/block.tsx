import './layout.css'
import { type ReactNode, Suspense, useId } from 'react'
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
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block-head">
        <h2 className="block-title" id={id}>
          {title}
        </h2>
        {note && <div className="block-note">{note}</div>}
      </div>
      <Boundary fallback={failure} onRetry={onRetry} resetKey={resetKey}>
        <Suspense fallback={loading}>{children}</Suspense>
      </Boundary>
    </section>
  )
}
