import { useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import type { Versioned } from '../../../api/drafts/drafts.ts'
import type { FormDraft } from '../../../api/drafts/use-draft.ts'
import { useStored } from '../../../lib/store.ts'

/**
 * For a form with versions: the version that its input started from, and the version saved meanwhile by another person.
 * @param load fetches the current state; null if it was deleted.
 */
export function useConflict<V extends object>(draft: FormDraft<V>, load: () => Promise<Versioned<V> | null>) {
  const { base } = useStored(draft.state)
  const [theirs, setTheirs] = useState<Versioned<V> | null>(null)
  return {
    base,
    theirs,
    /** Wraps the saving call: if it is refused because of the version, the other state is fetched for comparison. */
    async guard<R>(save: (base_version: number) => Promise<R>): Promise<R> {
      try {
        return await save(draft.state.get().base.version)
      } catch (failure) {
        if (failure instanceof Failure && failure.code === 'changed_meanwhile') setTheirs(await load())
        throw failure
      }
    },
    /** The edit continues from the other person's version. */
    resolve(values: V) {
      if (theirs) draft.continueFrom(theirs, values)
      setTheirs(null)
    },
  }
}
