/**
 * The small markup in which organisers write: headings, lists, quotes, emphasis, code and links. It becomes a list of
 * blocks for the page to show; nothing of it is ever used as HTML.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }

type Line = readonly Inline[]

export type Block =
  /** 1 is the largest heading of the text. */
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly line: Line }
  | { readonly kind: 'paragraph' | 'quote'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly Line[] }
  | { readonly kind: 'rule' }

/** An address that may be followed: of the web, or a page of ours. null for anything else. */
export function readAddress(text: string): string | null {
  if (/^\/(?![/\\])/.test(text)) return text
  if (!/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text).href
  } catch {
    return null
  }
}

const marks = [
  { mark: '**', kind: 'strong' },
  { mark: '__', kind: 'strong' },
  { mark: '*', kind: 'emphasis' },
  { mark: '_', kind: 'emphasis' },
] as const

const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** So deep emphasis may be nested; beyond that marks are letters. */
const deepest = 4

/** One line of text with its emphasis and links. What does not close is text. */
export function parseInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = []
  let plain = ''
  const add = (inline: Inline) => {
    if (plain !== '') found.push({ kind: 'text', text: plain })
    plain = ''
    found.push(inline)
  }
  let at = 0
  while (at < text.length) {
    const piece = readPiece(text, at, depth)
    if (piece) {
      add(piece.inline)
      at = piece.end
    } else {
      plain += text[at]
      at++
    }
  }
  if (plain !== '') found.push({ kind: 'text', text: plain })
  return found
}

interface Piece {
  readonly inline: Inline
  readonly end: number
}

function readPiece(text: string, at: number, depth: number): Piece | null {
  const letter = text[at]
  if (letter === '`') return readCode(text, at)
  if (letter === '[') return readLink(text, at, depth)
  if (letter === 'h' && !isWord(text[at - 1])) return readBareLink(text, at)
  return letter === '*' || letter === '_' ? readEmphasis(text, at, depth) : null
}

function readCode(text: string, at: number): Piece | null {
  const end = text.indexOf('`', at + 1)
  return end <= at + 1 ? null : { inline: { kind: 'code', text: text.slice(at + 1, end) }, end: end + 1 }
}

function readLink(text: string, at: number, depth: number): Piece | null {
  const middle = text.indexOf('](', at)
  const end = middle < 0 ? -1 : text.indexOf(')', middle)
  if (end < 0 || depth >= deepest) return null
  const href = readAddress(text.slice(middle + 2, end).trim())
  const words = text.slice(at + 1, middle)
  return href === null || words === ''
    ? null
    : { inline: { kind: 'link', href, children: parseInline(words, deepest) }, end: end + 1 }
}

function readBareLink(text: string, at: number): Piece | null {
  const [address = ''] = /^https?:\/\/[^\s<>"]+/.exec(text.slice(at, at + 2000)) ?? []
  // What ends a sentence does not belong to the address.
  const trimmed = address.replace(/[.,;:!?)\]'"*_]+$/, '')
  const href = trimmed === '' ? null : readAddress(trimmed)
  if (href === null) return null
  return { inline: { kind: 'link', href, children: [{ kind: 'text', text: trimmed }] }, end: at + trimmed.length }
}

function readEmphasis(text: string, at: number, depth: number): Piece | null {
  const found = marks.find(({ mark }) => text.startsWith(mark, at))
  if (!found || depth >= deepest) return null
  const { mark, kind } = found
  const from = at + mark.length
  // An underscore inside of a word is a letter, and a mark before a blank is a star.
  if ((mark[0] === '_' && isWord(text[at - 1])) || /^\s|^$/.test(text.slice(from, from + 1))) return null
  for (let end = text.indexOf(mark, from + 1); end > 0; end = text.indexOf(mark, end + 1)) {
    const closes = !/\s/.test(text[end - 1] ?? ' ') && !(mark[0] === '_' && isWord(text[end + mark.length]))
    // The first star of two belongs to the longer mark.
    const isLonger = mark.length === 1 && (text[end + 1] === mark || text[end - 1] === mark)
    if (closes && !isLonger)
      return { inline: { kind, children: parseInline(text.slice(from, end), depth + 1) }, end: end + mark.length }
  }
  return null
}

const readHeading = (line: string) => /^(#{1,3})\s+(\S.*)$/.exec(line)
const readItem = (line: string) => /^\s{0,8}(?:([-*+])|\d{1,4}[.)])\s+(\S.*)$/.exec(line)
const readQuote = (line: string) => /^>\s?(.*)$/.exec(line)

type OpenBlock =
  | { readonly kind: 'paragraph' | 'quote'; readonly lines: Line[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: Line[] }

/** Adds a line to the last block when that goes on, else as a new one. */
function addLine(blocks: Block[], open: OpenBlock | null, kind: 'paragraph' | 'quote', line: Line): OpenBlock {
  if (open?.kind === kind) {
    open.lines.push(line)
    return open
  }
  const block = { kind, lines: [line] }
  blocks.push(block)
  return block
}

function addItem(blocks: Block[], open: OpenBlock | null, isNumbered: boolean, item: Line): OpenBlock {
  if (open?.kind === 'list' && open.isNumbered === isNumbered) {
    open.items.push(item)
    return open
  }
  const block = { kind: 'list' as const, isNumbered, items: [item] }
  blocks.push(block)
  return block
}

export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = []
  let open: OpenBlock | null = null
  for (const raw of text.replaceAll('\r\n', '\n').split('\n')) {
    const line = raw.trimEnd()
    const heading = readHeading(line)
    const item = readItem(line)
    const quote = readQuote(line)
    if (line === '') open = null
    else if (/^(-{3,}|\*{3,}|_{3,})$/.test(line)) {
      blocks.push({ kind: 'rule' })
      open = null
    } else if (heading) {
      blocks.push({ kind: 'heading', level: (heading[1] ?? '#').length as 1 | 2 | 3, line: parseInline(heading[2] ?? '') })
      open = null
    } else if (item) open = addItem(blocks, open, item[1] === undefined, parseInline(item[2] ?? ''))
    else if (quote) open = addLine(blocks, open, 'quote', parseInline(quote[1] ?? ''))
    else open = addLine(blocks, open, 'paragraph', parseInline(line.trimStart()))
  }
  return blocks
}
