import './marks.css'
import type { ReactNode } from 'react'

/** Dot: live. Ring: waiting. Diamond: offline. A grey dot: nothing more to come. */
export function ConnectionMark({ kind, children }: { kind: 'live' | 'waiting' | 'offline' | 'over'; children: ReactNode }) {
  return (
    <span className={`connection connection-${kind}`}>
      <span className="connection-dot" aria-hidden="true" />
      {children}
    </span>
  )
}
