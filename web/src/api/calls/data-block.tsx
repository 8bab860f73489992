import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Block } from '../../ui/layout/block.tsx'
import { Boundary } from '../../ui/layout/boundary.tsx'
import { ErrorNote } from '../../ui/layout/states.tsx'
import { useEventKey } from '../scores/event.ts'
import { Failure } from './failure.ts'

/** A failure in words; anything other than a failed call is a bug and is also logged to the console. */
export function FailureNote({ problem, title, onRetry }: { problem: unknown; title: string; onRetry: () => void }) {
  const text = problem instanceof Failure ? problem.message : t('failure.ours')
  return <ErrorNote title={title} text={text} retryLabel={t('retry')} onRetry={onRetry} />
}

interface DataBlockProps {
  title: string
  note?: ReactNode
  /** Shown while the content is loading: its final shape. */
  loading: ReactNode
  children: ReactNode
}

/** A part of a page with its own data: it loads, fails and is retried separately. */
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
  /** Replaces the note if there is no space for one. */
  failure?: ReactNode
  /** Height in pixels reserved while loading: the note takes as much, so that nothing below jumps. */
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
