import { type PublicStashChange, PublicStashPage } from '@muster/contract/game-api'
import { parseStorable } from '@muster/contract/storable'
import { parseAnswer, type Question } from '../ask.ts'
import type { OutsideAnswer } from '../outside.ts'
import type { PickedPage } from './gateway.ts'

/**
 * A piece is so long, and up to the end of the tab that stands there: short enough for its text and values to be in the
 * processor's cache while they are looked at, long enough for little time to be spent on looking for ends.
 */
const usualPiece_bytes = 32 * 1024
/** A page begins so when its tabs can be cut apart; behind it stands the first name of a member of the first tab. */
const pageHead = /^\{"next_change_id":"([\d-]+)","stashes":\[(?=(\{"[^"\\]*":))/
const pageTail = ']}'
/** More than a head is long. */
const longestHead_bytes = 1024
const [openBracket, closeBracket] = Buffer.from('[]') as unknown as [number, number]

/** The bytes between two places as a list in JSON; of what stands at the places only the brackets are seen. */
function writeList(body: Buffer, from: number, to: number): string {
  const [before, behind] = [body[from] as number, body[to] as number]
  body[from] = openBracket
  body[to] = closeBracket
  const text = body.toString('utf8', from, to + 1)
  body[from] = before
  body[to] = behind
  return text
}

/** Null when there is anything about them that is not as it should be. */
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
 * Reads a page a few tabs at a time, so that what nobody wants is gone before the next is read. Where a page is cut is a guess
 * that needs no trust: head, pieces and tail are the page, the commas between them too, and when every piece is a list of tabs
 * by itself, then the grammar of JSON leaves nothing else that the page could be than all of these lists in a row.
 * @param body is changed while this runs, and as it was afterwards.
 * @returns null when this is not the way to read the page, for whatever reason: it has to be read as a whole.
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

/** What is wanted of a page of the stream. A page that is broken anywhere is refused as a whole. */
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
