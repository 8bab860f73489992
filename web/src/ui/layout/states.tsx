import './layout.css'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { Icon } from '../marks/icon.tsx'

/** Says what will be here and what to do next. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  )
}

interface ErrorNoteProps {
  title: string
  text: string
  retryLabel: string
  onRetry: () => void
}

/** A failure stays in its block, describes itself and offers a retry. */
export function ErrorNote({ title, text, retryLabel, onRetry }: ErrorNoteProps) {
  return (
    <div className="error-note" role="alert">
      <Icon name="warning" size={20} />
      <div>
        <strong className="strong">{title}</strong>
        <p>{text}</p>
      </div>
      <Button icon="retry" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}

/** A placeholder of the final size; no shimmer. Sizes in pixels, width also in percent. */
export function Skeleton({ width = '100%', height = 10 }: { width?: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />
}

/** Rows of a loading table or list, in their final height. */
export function SkeletonRows({ rows, height, label }: { rows: number; height: number; label: string }) {
  return (
    <div aria-busy="true">
      <span className="vh" role="status">
        {label}
      </span>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          style={{ height, display: 'flex', alignItems: 'center', gap: 12, borderBottom: '1px solid var(--line)' }}
        >
          <Skeleton width={`${28 + ((index * 17) % 30)}%`} />
          <span style={{ marginLeft: 'auto' }}>
            <Skeleton width={72} />
          </span>
        </div>
      ))}
    </div>
  )
}

export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {children}
    </a>
  )
}
