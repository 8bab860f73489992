import { Lexer, LineCounter, type ParsedNode, parseDocument, visit } from 'yaml'
import { createReader, type FileProblem, type FileReader } from './reader.ts'

/** Longest file, in characters: the largest definition that an event may have, with room. */
export const longestFile = 8_000_000

/** Groups within groups. Objectives are at most 20 levels deep, each a list in a group. */
const deepest = 100
/** Blanks at the start of a line: two for each of these levels. */
const mostIndented = 2 * deepest

/**
 * Where a file is nested too deeply for what builds its tree by recursion, as a position in the text; null when nowhere.
 * Depth comes from brackets, from indentation, and from dashes, colons and question marks that stand in one line.
 */
function findTooDeep(text: string): number | null {
  let at = 0
  let brackets = 0
  let inLine = 0
  for (const lexeme of new Lexer().lex(text)) {
    const first = lexeme[0]
    if (first === '\n' || first === '\r') inLine = 0
    else if (first === '[' || first === '{') brackets++
    else if (first === ']' || first === '}') brackets--
    else if (brackets === 0 && (lexeme === '-' || lexeme === ':' || lexeme === '?')) inLine++
    else if (first === ' ' && lexeme.length > mostIndented && lexeme.trim() === '') return at
    if (brackets > deepest || inLine > deepest) return at
    // Marks that the lexer puts in between are not in the text.
    if (first !== '\u0002' && first !== '\u0018' && first !== '\u001f') at += lexeme.length
  }
  return null
}

export interface ParsedFile {
  readonly root: ParsedNode | null
  readonly reader: FileReader
}

const problemAt = (lines: LineCounter, offset: number, problem: string): FileProblem => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col), path: '', problem }
}

const countLines = (text: string): LineCounter => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return lines
}

/**
 * A text as nodes: one YAML document (JSON is YAML, too) whose scalars are texts. Anchors, aliases and tags are refused, so
 * that nothing in it is more than it seems. Never throws.
 */
export function parseFile(text: string, is_own: boolean): ParsedFile | { readonly problems: readonly FileProblem[] } {
  const lines = countLines(text)
  if (text.length > longestFile) {
    return { problems: [problemAt(lines, 0, `the file is longer than ${longestFile} characters`)] }
  }
  const tooDeep = findTooDeep(text)
  if (tooDeep !== null) return { problems: [problemAt(lines, tooDeep, 'is nested too deeply')] }
  // Names that are there twice are found by `readEntries`; the library compares each with each.
  const parsed = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, prettyErrors: false })
  const found = [...parsed.errors, ...parsed.warnings]
  if (found.length > 0) {
    return { problems: found.slice(0, 5).map(({ pos, message, code }) => problemAt(lines, pos[0], describeError(code, message))) }
  }
  const reader = createReader(lines, is_own)
  visit(parsed, {
    Alias: (_, node) => reader.report(node as unknown as ParsedNode, [], 'aliases are not read; write it out'),
    Node: (_, node) => {
      const { anchor, tag } = node as { anchor?: string; tag?: string }
      if (anchor !== undefined) reader.report(node as ParsedNode, [], 'anchors (&) are not read; write it out')
      else if (tag !== undefined) reader.report(node as ParsedNode, [], 'tags (!) are not read')
    },
  })
  return reader.problems.length > 0 ? { problems: reader.problems } : { root: parsed.contents as ParsedNode | null, reader }
}

/** The mistakes that people make, in words that name the remedy; otherwise those of the library. */
function describeError(code: string, message: string): string {
  const words: Readonly<Partial<Record<string, string>>> = {
    TAB_AS_INDENT: 'is indented by a tab; use spaces',
    MULTIPLE_DOCS: 'has more than one document; there may be one',
    MISSING_CHAR: 'a quote, bracket or comma is missing',
    BAD_INDENT: 'is indented otherwise than what it belongs to',
    BLOCK_AS_IMPLICIT_KEY: 'is indented otherwise than the line above, or a text with a colon has no quotes',
    MULTILINE_IMPLICIT_KEY: 'a name must be on one line with its colon',
  }
  return words[code] ?? message
}
