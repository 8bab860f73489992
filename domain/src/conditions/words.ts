/**
 * Modifiers without their numbers: some ten thousand sentences instead of all the texts that rolls make of them, so that few
 * texts have to be remembered, in a table small enough for the processor's cache.
 */
import { firstSlots, growSlots, longestRemembered, mixIn, spread } from '../items/text-memo.ts'

/** How far a number is looked for. */
const furthestNumber = 40

/** A text as three parts. The parts alone decide the words, so that equal parts need no building of words to compare. */
interface Sentence {
  /** What lies between head and tail: nothing, the sign and number a text begins with, a number, or `number to number`. */
  readonly gap: 'nothing' | 'start' | 'number' | 'span'
  readonly head: string
  readonly tail: string
}

/** Asks for no character behind the end: the engine would take every answer for a fraction from then on. */
function isDigit(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text, at)) at += 1
  return at
}

function skipSign(text: string): number {
  if (text === '') return 0
  const sign = text.charCodeAt(0)
  return sign === 43 || sign === 45 ? 1 : 0
}

/** Where a gap ends that begins with a number at `from`. */
function skipSpan(text: string, from: number): { end: number; gap: 'number' | 'span' } {
  const end = skipDigits(text, from)
  if (!isSpanJoint(text, end)) return { end, gap: 'number' }
  return { end: skipDigits(text, end + 4), gap: 'span' }
}

function takeApart(text: string): Sentence {
  let start = skipSign(text)
  const first = skipDigits(text, start)
  const next = first < text.length ? text.charCodeAt(first) : 0
  // Cut only before a blank or a per cent sign, so that what is left is never shown differently for standing alone.
  if (first > start && (next === 32 || next === 37)) return { gap: 'start', head: '', tail: text.slice(first) }
  while (start < furthestNumber && !isDigit(text, start)) start += 1
  if (start === furthestNumber) return { gap: 'nothing', head: '', tail: text }
  const { end, gap } = skipSpan(text, start)
  return { gap, head: text.slice(0, start), tail: text.slice(end) }
}

function joinWords({ gap, head, tail }: Sentence): string {
  if (gap === 'number') return `${head}0${tail}`
  return gap === 'span' ? `${head}0 to 0${tail}` : tail
}

/**
 * The text without its first number, so that it is the same on most items that have this modifier: `+42 to maximum Life`
 * becomes ` to maximum Life`, and `Adds 3 to 9 Fire Damage` becomes `Adds 0 to 0 Fire Damage`. Nothing but digits and signs
 * is lost.
 */
export function wordsOf(text: string): string {
  return joinWords(takeApart(text))
}

/** Whether taking the text apart gives these parts. */
function isMadeOf(text: string, { gap, head, tail }: Sentence): boolean {
  if (gap === 'nothing') return text === tail
  if (gap === 'start') {
    const start = skipSign(text)
    const end = skipDigits(text, start)
    return end > start && endsIn(text, end, tail)
  }
  const start = head.length
  if (!isDigit(text, start) || !beginsWith(text, head)) return false
  let end = skipDigits(text, start)
  if (gap === 'span') {
    if (!isSpanJoint(text, end)) return false
    end = skipDigits(text, end + 4)
  }
  return endsIn(text, end, tail)
}

/** Cutting the end off and comparing it would make a text; the engine's search has but one place to look at here. */
const endsIn = (text: string, from: number, tail: string): boolean =>
  text.length - from === tail.length && text.indexOf(tail, from) === from

/** The engine's own function takes longer for the few characters there are. */
function beginsWith(text: string, head: string): boolean {
  if (text.length < head.length) return false
  for (let at = 0; at < head.length; at++) if (text.charCodeAt(at) !== head.charCodeAt(at)) return false
  return true
}

/** Whether ` to ` and a digit stand there. */
const isSpanJoint = (text: string, at: number): boolean =>
  at + 4 < text.length &&
  text.charCodeAt(at) === 32 &&
  text.charCodeAt(at + 1) === 116 &&
  text.charCodeAt(at + 2) === 111 &&
  text.charCodeAt(at + 3) === 32 &&
  isDigit(text, at + 4)

/** Equal for most texts of one sentence, whatever its numbers: looks at some characters from the end, at digits as one. */
function sketchWords(text: string): number {
  const end = text.length - 1
  if (end < 8) return spread(sketchShort(text))
  // None of these waits for another.
  let sketch = sketchTwo(text, end, end - 3) ^ (sketchTwo(text, end - 7, 0) << 16)
  if (end > 15) sketch ^= Math.imul(sketchTwo(text, end - 11, end - 14), 0x2545f491)
  if (end > 24) sketch ^= Math.imul(sketchTwo(text, end - 19, end - 23), 0x3c6ef372)
  if (end > 33) sketch ^= Math.imul(sketchTwo(text, end - 29, end - 32), 0x7f4a7c15)
  return spread(sketch)
}

const sketchTwo = (text: string, one: number, two: number): number =>
  fold(text.charCodeAt(one)) ^ (fold(text.charCodeAt(two)) << 8)

function sketchShort(text: string): number {
  let sketch = 0
  for (let at = text.length - 1; at >= 0 && at > text.length - 6; at--) sketch = mixIn(sketch, fold(text.charCodeAt(at)))
  return sketch
}

/** Digits and signs, with a few of their neighbours, as one. */
function fold(code: number): number {
  return code >> 4 === 3 || code >> 2 === 10 ? 48 : code
}

/** As `createQuickMemo`, for answers that depend on the words of a text only; `create` gets the words. */
export function createWordsMemo<Answer extends NonNullable<unknown>>(
  slots: number,
  create: (words: string) => Answer,
): (text: string) => Answer {
  const nobody = { ...takeApart(''), answer: create('') }
  let misses = 0
  let known = Array.from({ length: growSlots(firstSlots, 0, slots) }, () => nobody)

  function recall(text: string): typeof nobody {
    const sentence = takeApart(text)
    misses += 1
    const size = growSlots(known.length, misses, slots)
    if (size > known.length) {
      known = Array.from({ length: size }, () => nobody)
      misses = 0
    }
    return { ...sentence, answer: create(joinWords(sentence)) }
  }

  return (text) => {
    let slot = sketchWords(text) & (known.length - 2)
    const first = known[slot] as typeof nobody
    if (isMadeOf(text, first)) return first.answer
    const second = known[slot + 1] as typeof nobody
    if (isMadeOf(text, second)) return second.answer
    if (text.length > longestRemembered) return create(wordsOf(text))
    const found = recall(text)
    slot = sketchWords(text) & (known.length - 2)
    known[slot + 1] = known[slot] as typeof nobody
    known[slot] = found
    return found.answer
  }
}
