/**
 * What is asked for many times and changes seldom is made once. Things are kept for as long as what they show lives: items in
 * their places and the records of characters are never changed, only replaced, so of these nothing but the form of the wire has
 * to be named; of anything else everything that shows has to be, part by part.
 */
import type { ItemViewOptions } from './item-view.ts'

/** What an answer is made of, apart from what never changes: compared part by part, by identity. */
export type Parts = readonly unknown[]

/** Makes it, or gives what was made of the same parts last time. */
export type Remember<Thing extends object, Made> = (thing: Thing, parts: Parts, make: () => Made) => Made

const areSame = (a: Parts, b: Parts): boolean => a === b || (a.length === b.length && a.every((part, at) => part === b[at]))

export const createMemory = <Thing extends object, Made>(): Remember<Thing, Made> => {
  const kept = new WeakMap<Thing, { parts: Parts; made: Made }>()
  return (thing, parts, make) => {
    const known = kept.get(thing)
    if (known !== undefined && areSame(known.parts, parts)) return known.made
    const made = make()
    kept.set(thing, { parts, made })
    return made
  }
}

/** In which form the wire shows items. */
export const formOf = ({ wire_version, image_base }: ItemViewOptions): Parts => [wire_version, image_base]
