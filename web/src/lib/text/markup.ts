import MarkdownIt, { type Token } from 'markdown-it'

/**
 * The organisers' Markdown, without HTML, images and tables. It becomes a list of blocks for the page to show, and is never used
 * as HTML.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }

type Line = readonly Inline[]

export type Block =
  /** 1 is the largest heading of the text. */
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly line: Line }
  /** `words` in a list whose items have no blank lines between them. */
  | { readonly kind: 'paragraph' | 'words'; readonly line: Line }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }

/** An address that may be followed: a web address, or a page of Muster. null for anything else. */
export function readAddress(text: string): string | null {
  if (/^\/(?![/\\])/.test(text)) return text
  if (!/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text).href
  } catch {
    return null
  }
}

/** Maximum nesting of quotes, lists and emphasis; deeper ones are left out or stay text. */
const deepest = 12

const reader = new MarkdownIt('commonmark', { html: false, linkify: true, maxNesting: deepest })
// Indented lines stay paragraphs, and a line below a text stays a rule.
reader.disable(['code', 'lheading', 'image', 'reference']).enable('linkify')
reader.validateLink = (address) => readAddress(address) !== null
// `readAddress` normalises addresses.
reader.normalizeLink = (address) => address
reader.normalizeLinkText = (text) => text
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
for (const schema of ['ftp:', 'mailto:', '//']) reader.linkify.add(schema, null)

/** An open element: its token, and its contents so far. */
interface Open<T> {
  readonly token: Token
  readonly children: T[]
}

/** Builds a tree from a list of tokens. `close` builds one part from the tokens between a pair, `make` from a single token. */
function build<T>(
  tokens: readonly Token[],
  make: (token: Token) => readonly T[],
  close: (token: Token, children: readonly T[]) => readonly T[],
): T[] {
  const root: T[] = []
  const open: Open<T>[] = []
  for (const token of tokens) {
    const into = open.at(-1)?.children ?? root
    if (token.nesting === 1) open.push({ token, children: [] })
    else if (token.nesting === 0) into.push(...make(token))
    else {
      const closed = open.pop()
      if (closed) (open.at(-1)?.children ?? root).push(...close(closed.token, closed.children))
    }
  }
  return root
}

function makeInline({ type, content }: Token): Inline[] {
  if (type === 'softbreak' || type === 'hardbreak') return [{ kind: 'break' }]
  if (type === 'code_inline') return [{ kind: 'code', text: content }]
  return content === '' ? [] : [{ kind: 'text', text: content }]
}

function closeInline(token: Token, children: readonly Inline[]): readonly Inline[] {
  if (token.type === 'strong_open') return [{ kind: 'strong', children }]
  if (token.type === 'em_open') return [{ kind: 'emphasis', children }]
  const href = readAddress(String(token.attrGet('href')))
  return href === null ? children : [{ kind: 'link', href, children }]
}

const readLine = (tokens: readonly Token[] | null): Line => build(tokens ?? [], makeInline, closeInline)

/** While the tree is built, lines and list items are blocks too. */
type Part = Block | { readonly kind: 'line'; readonly line: Line } | { readonly kind: 'item'; readonly blocks: readonly Block[] }

function makePart({ type, content, children }: Token): Part[] {
  if (type === 'inline') return [{ kind: 'line', line: readLine(children) }]
  if (type === 'fence') return [{ kind: 'code', text: content.replace(/\n$/, '') }]
  return type === 'hr' ? [{ kind: 'rule' }] : []
}

const isBlock = (part: Part): part is Block => part.kind !== 'line' && part.kind !== 'item'

function closePart(token: Token, parts: readonly Part[]): Part[] {
  const line = parts.flatMap((part) => (part.kind === 'line' ? part.line : []))
  const blocks = parts.filter(isBlock)
  switch (token.type) {
    case 'heading_open':
      return [{ kind: 'heading', level: Math.min(3, token.markup.length) as 1 | 2 | 3, line }]
    case 'paragraph_open':
      return [{ kind: token.hidden ? 'words' : 'paragraph', line }]
    case 'blockquote_open':
      return [{ kind: 'quote', blocks }]
    case 'list_item_open':
      return [{ kind: 'item', blocks }]
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const start = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null
      return [{ kind: 'list', start, items: parts.flatMap((part) => (part.kind === 'item' ? [part.blocks] : [])) }]
    }
    default:
      return [...parts]
  }
}

export const parseMarkup = (text: string): Block[] => build(reader.parse(text, {}), makePart, closePart).filter(isBlock)
