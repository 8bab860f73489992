/** Texts of the tabs of people elsewhere, written before somebody asks for them: in a rehearsal the game mostly waits. */
import { SHARDS } from '../world/stream.ts'
import type { ItemViewOptions } from './item-view.ts'

/** So many tabs of a shard lie ready at most: what two minutes of the weekend bring. */
const mostReady = 12

/** A tab as the stream shows it. */
export interface TabText {
  readonly text: string
  readonly items: number
}

export interface NoiseTexts {
  /** What a page shows; the tab is taken to be read, and those after it to be wanted next. */
  read: (shard: number, ordinal: number, options: ItemViewOptions) => TabText
  /** Writes one of the next tabs in the form of the last page. @returns whether there was one to write */
  writeNext: () => boolean
}

/** @param write a pure function of its arguments, so that it does not matter when it is called. */
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
      if (shown === null || !shard || shard.ready.size >= mostReady) return false
      const ordinal = shard.next + shard.ready.size
      shard.ready.set(ordinal, write(at, ordinal, shown))
      return true
    },
  }
}
