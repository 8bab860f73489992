import { type PublicStashChange, PublicStashPage } from '@muster/contract/game-api'
import { parseStorable } from '@muster/contract/storable'
import { parseAnswer, type Question } from '../ask.ts'
import type { OutsideAnswer } from '../outside.ts'
import type { PickedPage } from './gateway.ts'

/**
 * Minimum size of a piece; it ends with the next tab. Small enough for the text and values to stay in the processor's cache,
 * large enough to spend little time on finding ends.
 */
const usualPiece_bytes = 32 * 1024
/** Head of a page whose tabs can be separated; the name of the first tab's first field follows. */
const pageHead = /^\{"next_change_id":"([\d-]+)","stashes":\[(?=(\{"[^"\\]*":))/
const pageTail = ']}'
/** Upper bound for the size of a page head, in bytes. */
const longestHead_bytes = 1024
const [openBracket, closeBracket] = Buffer.from('[]') as unknown as [number, number]

/** The bytes between two positions as a JSON list; the bytes at the positions are replaced by brackets. */
function writeList(body: Buffer, from: number, to: number): string {
  const [before, behind] = [body[from] as number, body[to] as number]
  body[from] = openBracket
  body[to] = closeBracket
  const text = body.toString('utf8', from, to + 1)
  body[from] = before
  body[to] = behind
  return text
}

/** Null if anything is invalid or needs cleaning. */
function parseTabs(next_change_id: string, text: string): readonly PublicStashChange[] | null {
  let read: ReturnType<typeof parseStorable>
  try {
    read = parseStorable(text)
  } catch {
    return null
  }
  const page = PublicStashPage.safeParse({ next_change_id, stashes: read.value })
  return page.success && page.data.stashes.length > 0 && read.fields.length === 0 ? page.data.stashes : null
}

/**
 * Parses a page a few tabs at a time, so that unwanted tabs are released before the next ones are parsed. The positions of the
 * cuts are guesses that need no proof: head, pieces, commas and tail make up the whole page, and if each piece is a valid list of
 * tabs, the JSON grammar allows no other reading of the page than all these lists in sequence.
 * @param body changed during the call and restored afterwards.
 * @returns null if the page has to be parsed as a whole.
 */
export function readInPieces(
  body: Buffer,
  isWanted: (tab: PublicStashChange) => boolean,
  piece_bytes = usualPiece_bytes,
): PickedPage | null {
  const [head, next_change_id, firstMember] = pageHead.exec(body.toString('latin1', 0, longestHead_bytes)) ?? []
  const end = body.length - pageTail.length
  if (head === undefined || next_change_id === undefined || body.toString('latin1', end) !== pageTail) return null
  const seam = Buffer.from(`},${firstMember}`, 'latin1')
  const stashes: PublicStashChange[] = []
  for (let from = head.length - 1; from < end; ) {
    const found = body.indexOf(seam, from + piece_bytes)
    const to = found < 0 ? end : found + 1
    const tabs = parseTabs(next_change_id, writeList(body, from, to))
    if (tabs === null) return null
    for (const tab of tabs) if (isWanted(tab)) stashes.push(tab)
    from = to
  }
  return { next_change_id, stashes, isEmpty: false }
}

/** Parses a page of the stream and keeps the wanted tabs. A page with any error is refused as a whole. */
export function readStashPage(
  question: Pick<Question<typeof PublicStashPage>, 'schema' | 'url' | 'onCleaned'>,
  body: Buffer,
  isWanted: (tab: PublicStashChange) => boolean,
): OutsideAnswer<PickedPage> {
  const picked = readInPieces(body, isWanted)
  if (picked !== null) return { ok: true, value: picked }
  const answer = parseAnswer(question, body.toString('utf8'))
  if (!answer.ok) return answer
  const { next_change_id, stashes } = answer.value
  return { ok: true, value: { next_change_id, stashes: stashes.filter(isWanted), isEmpty: stashes.length === 0 } }
}
