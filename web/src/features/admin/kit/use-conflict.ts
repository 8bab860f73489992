import { useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'

/** The state of an edited object: its fields and their version. */
export interface Versioned<V> {
  readonly values: V
  readonly version: number
}

/**
 * For a form with versions: the starting version, and the version saved meanwhile by another person.
 * @param load fetches the current state; null if it was deleted.
 */
export function useConflict<V extends object>(began: Versioned<V>, load: () => Promise<Versioned<V> | null>) {
  const [base, setBase] = useState(began)
  const [theirs, setTheirs] = useState<Versioned<V> | null>(null)
  return {
    base,
    theirs,
    /** Wraps the saving call: if it is refused because of the version, the other state is fetched for comparison. */
    async guard<R>(save: (base_version: number) => Promise<R>): Promise<R> {
      try {
        return await save(base.version)
      } catch (failure) {
        if (failure instanceof Failure && failure.code === 'changed_meanwhile') setTheirs(await load())
        throw failure
      }
    },
    /** The edit continues from the other person's version. */
    resolve() {
      if (theirs) setBase(theirs)
      setTheirs(null)
    },
  }
}
