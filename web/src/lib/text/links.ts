import { withoutEnd } from '@muster/contract/without-end'

/** A piece of a user's text: words, or an address that may be opened. */
export type TextPiece = { readonly text: string } | { readonly href: string; readonly label: string }

const address = /https?:\/\/[^\s<>"']+/gi
/** Marks that end a sentence and not an address. */
const trailing = '.,;:!?)]'
const longest = 60

/** The link of an address, with a label short enough for a table; null if a browser cannot open it. */
function readAddress(found: string): { href: string; label: string } | null {
  try {
    const url = new URL(found)
    const path = `${url.pathname === '/' ? '' : url.pathname}${url.search}`
    const label = `${url.hostname.replace(/^www\./, '')}${path}`
    return { href: url.href, label: label.length > longest ? `${label.slice(0, longest - 1)}…` : label }
  } catch {
    return null
  }
}

/** Splits a text at its web addresses. Nothing else becomes a link: no other scheme, no markup. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    const found = withoutEnd(match[0], trailing)
    const read = readAddress(found)
    if (!read) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push(read)
    from = match.index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}
