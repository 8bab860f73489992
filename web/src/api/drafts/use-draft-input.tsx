import { type ReactNode, useState } from 'react'
import { isSame } from '../../lib/same.ts'
import { DraftNotice } from './draft-notice.tsx'
import type { FormDraft } from './use-draft.ts'

interface DraftInput<V> {
  readonly values: V
  readonly change: (part: Partial<V>) => void
  /** Removes the draft of the used input and empties the fields. Input typed later stays. */
  readonly clear: (used: V, empty: V) => void
  readonly notice: ReactNode
}

/** Input that is used on the page, or sent by another part of it; forms that send use `useWriteForm`. */
export function useDraftInput<V extends object>(draft: FormDraft<V>): DraftInput<V> {
  const [values, setValues] = useState(draft.start)
  const show = (next: V) => {
    setValues(next)
    draft.keep(next)
  }
  return {
    values,
    change: (part) => show({ ...values, ...part }),
    clear(used, empty) {
      draft.sent(used, { values: empty, version: 0 })
      setValues((now) => (isSame(now, used) ? empty : now))
    },
    notice: <DraftNotice draft={draft} read={() => values} onShow={show} />,
  }
}
