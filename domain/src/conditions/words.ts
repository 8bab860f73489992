/**
 * Modifiers without their numbers: some ten thousand sentences instead of all the texts that rolls make of them, so that few
 * texts have to be remembered, in a table small enough for the processor's cache.
 */
import { firstSlots, growSlots, longestRemembered, mixIn, spread } from '../items/text-memo.ts'

/** How far a number is looked for. */
const furthestNumber = 24

/** A text as three parts. The parts alone decide the words, so that equal parts need no building of words to compare. */
interface Sentence {
  /** What lies between head and tail: nothing, the sign and number a text begins with, a number, or `number to number`. */
  readonly gap: 'nothing' | 'start' | 'number' | 'span'
  readonly head: string
  readonly tail: string
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text, at)) at += 1
  return at
}

function skipSign(text: string): number {
  const sign = text.charCodeAt(0)
  return sign === 43 || sign === 45 ? 1 : 0
}

/** Where a gap ends that begins with a number at `from`. */
function skipSpan(text: string, from: number): { end: number; gap: 'number' | 'span' } {
  const end = skipDigits(text, from)
  if (!text.startsWith(' to ', end) || !isDigit(text, end + 4)) return { end, gap: 'number' }
  return { end: skipDigits(text, end + 4), gap: 'span' }
}

function takeApart(text: string): Sentence {
  let start = skipSign(text)
  const first = skipDigits(text, start)
  const next = text.charCodeAt(first)
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
    return end > start && text.length - end === tail.length && text.slice(end) === tail
  }
  const start = head.length
  if (!isDigit(text, start) || !text.startsWith(head)) return false
  let end = skipDigits(text, start)
  if (gap === 'span') {
    if (!text.startsWith(' to ', end) || !isDigit(text, end + 4)) return false
    end = skipDigits(text, end + 4)
  }
  return text.length - end === tail.length && text.slice(end) === tail
}

/** Equal for most texts of one sentence, whatever its numbers: looks at some characters from the end, at digits as one. */
function sketchWords(text: string): number {
  let sketch = fold(text.charCodeAt(0))
  let left = charactersSketched
  // Two at a time, because each step waits for the one before.
  for (let at = text.length - 1; at >= 3 && left > 0; at -= 6) {
    sketch = mixIn(sketch, fold(text.charCodeAt(at)) | (fold(text.charCodeAt(at - 3)) << 16))
    left -= 2
  }
  return spread(sketch)
}

const charactersSketched = 14

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
