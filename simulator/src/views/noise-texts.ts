/** Texts of noise tabs, prepared before they are requested: in a rehearsal the game mostly waits. */
import { SHARDS } from '../world/stream.ts'
import type { ItemViewOptions } from './item-view.ts'

/** Upper bound for prepared tabs of a shard: two minutes of the weekend preset. */
const maxReady = 12

/** A tab in the format of the stream. */
export interface TabText {
  readonly text: string
  readonly items: number
}

export interface NoiseTexts {
  /** Returns a tab's text, and assumes that the following tabs are read next. */
  read: (shard: number, ordinal: number, options: ItemViewOptions) => TabText
  /**
   * Prepares one of the next tabs in the format of the last page.
   * @returns whether a tab was prepared
   */
  writeNext: () => boolean
}

/** @param write a pure function, so that it does not matter when it is called */
export const createNoiseTexts = (write: NoiseTexts['read']): NoiseTexts => {
  const shards = Array.from({ length: SHARDS }, () => ({ next: 0, ready: new Map<number, TabText>() }))
  let shown: ItemViewOptions | null = null
  return {
    read: (at, ordinal, options) => {
      const shard = shards[at]
      const isSame = shown?.wire_version === options.wire_version && shown.image_base === options.image_base
      if (!isSame) for (const { ready } of shards) ready.clear()
      shown = { wire_version: options.wire_version, image_base: options.image_base }
      const known = shard?.ready.get(ordinal)
      if (shard && ordinal >= shard.next) {
        shard.next = ordinal + 1
        for (const old of shard.ready.keys()) if (old <= ordinal) shard.ready.delete(old)
      }
      return known ?? write(at, ordinal, options)
    },
    writeNext: () => {
      const at = shards.reduce((least, shard, place) => (shard.ready.size < (shards[least]?.ready.size ?? 0) ? place : least), 0)
      const shard = shards[at]
      if (shown === null || !shard || shard.ready.size >= maxReady) return false
      const ordinal = shard.next + shard.ready.size
      shard.ready.set(ordinal, write(at, ordinal, shown))
      return true
    },
  }
}
