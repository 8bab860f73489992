/**
 * Cache for frequent requests with rarely changing answers. An entry lives as long as its object. Placed items and character
 * records are never mutated, only replaced, so their key needs only the wire format; for other objects the key lists every part
 * that the answer shows.
 */
import type { ItemViewOptions } from './item-view.ts'

/** Key parts of an answer, except for immutable objects; compared by identity. */
export type Parts = readonly unknown[]

/** Returns the cached result for equal parts, or creates it. */
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

/** The wire format of items, as key parts. */
export const formOf = ({ wire_version, image_base }: ItemViewOptions): Parts => [wire_version, image_base]
