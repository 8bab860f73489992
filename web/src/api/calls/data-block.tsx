import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Block } from '../../ui/layout/block.tsx'
import { Boundary } from '../../ui/layout/boundary.tsx'
import { ErrorNote } from '../../ui/layout/states.tsx'
import { useEventKey } from '../scores/event.ts'
import { Failure } from './failure.ts'

/** A failure as people read it; what is not a failed call is our own fault and goes to the console, too. */
export function FailureNote({ problem, title, onRetry }: { problem: unknown; title: string; onRetry: () => void }) {
  const text = problem instanceof Failure ? problem.message : t('failure.ours')
  return <ErrorNote title={title} text={text} retryLabel={t('retry')} onRetry={onRetry} />
}

interface DataBlockProps {
  title: string
  note?: ReactNode
  /** What stands here while the content is loading: its final shape. */
  loading: ReactNode
  children: ReactNode
}

/** A part of a page with its own data: it loads, fails and is retried alone. */
export function DataBlock({ title, note, loading, children }: DataBlockProps) {
  const { reset } = useQueryErrorResetBoundary()
  const resetKey = `${useEventKey()} ${useSession()?.user_id ?? ''}`
  return (
    <Block
      title={title}
      note={note}
      loading={loading}
      onRetry={reset}
      resetKey={resetKey}
      failure={(problem, retry) => <FailureNote problem={problem} title={t('failure.block', { title })} onRetry={retry} />}
    >
      {children}
    </Block>
  )
}

interface DataGuardProps {
  title: string
  /** Replaces the note where there is no room for one. */
  failure?: ReactNode
  /** Height in pixels that is kept for the content while it loads: the note takes as much, so that nothing below jumps. */
  height?: number
  children: ReactNode
}

/** Like a DataBlock for parts without a heading of their own. */
export function DataGuard({ title, failure, height, children }: DataGuardProps) {
  const { reset } = useQueryErrorResetBoundary()
  const resetKey = `${useEventKey()} ${useSession()?.user_id ?? ''}`
  return (
    <Boundary
      onRetry={reset}
      resetKey={resetKey}
      fallback={(problem, retry) => {
        if (failure !== undefined) return failure
        const note = <FailureNote problem={problem} title={t('failure.block', { title })} onRetry={retry} />
        return height === undefined ? (
          note
        ) : (
          <div className="block-gap kept-place" style={{ minHeight: height }}>
            {note}
          </div>
        )
      }}
    >
      {children}
    </Boundary>
  )
}
