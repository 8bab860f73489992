import { useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'

/** The state of something that is edited: its fields, and the version that they are of. */
export interface Versioned<V> {
  readonly values: V
  readonly version: number
}

/**
 * For a form whose server knows versions: what the edit began with, and what somebody else saved meanwhile.
 * @param load asks for the present state; null when it is gone.
 */
export function useConflict<V extends object>(began: Versioned<V>, load: () => Promise<Versioned<V> | null>) {
  const [base, setBase] = useState(began)
  const [theirs, setTheirs] = useState<Versioned<V> | null>(null)
  return {
    base,
    theirs,
    /** Around the call that saves: when it is refused because of the version, the other state is fetched to be compared. */
    async guard<R>(save: (base_version: number) => Promise<R>): Promise<R> {
      try {
        return await save(base.version)
      } catch (failure) {
        if (failure instanceof Failure && failure.code === 'changed_meanwhile') setTheirs(await load())
        throw failure
      }
    },
    /** The edit goes on from what the other person saved. */
    resolve() {
      if (theirs) setBase(theirs)
      setTheirs(null)
    },
  }
}
