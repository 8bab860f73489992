import { Lexer, LineCounter, type ParsedNode, parseDocument, visit } from 'yaml'
import { createReader, type FileProblem, type FileReader } from './reader.ts'

/** Longest accepted file, in characters: the largest possible definition of an event, with a margin. */
export const longestFile = 8_000_000

/** Nesting limit. Objectives are at most 20 levels deep, each a list in a group. */
const maxDepth = 100
/** Limit for blanks at the start of a line: two for each level. */
const maxIndentation = 2 * maxDepth

/**
 * Position in the text at which a file is nested too deeply for the recursive parser; null if nowhere. Depth comes from brackets,
 * from indentation, and from several dashes, colons and question marks in one line.
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
    else if (first === ' ' && lexeme.length > maxIndentation && lexeme.trim() === '') return at
    if (brackets > maxDepth || inLine > maxDepth) return at
    // Markers that the lexer inserts are not in the text.
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
 * A text as nodes: one YAML document (JSON is YAML, too) whose scalars are texts. Anchors, aliases and tags are rejected, so that
 * the file has no hidden content. Never throws.
 */
export function parseFile(text: string, is_own: boolean): ParsedFile | { readonly problems: readonly FileProblem[] } {
  const lines = countLines(text)
  if (text.length > longestFile) {
    return { problems: [problemAt(lines, 0, `the file is longer than ${longestFile} characters`)] }
  }
  const tooDeep = findTooDeep(text)
  if (tooDeep !== null) return { problems: [problemAt(lines, tooDeep, 'is nested too deeply')] }
  // `readEntries` finds duplicate names; the library would compare all pairs.
  const parsed = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, prettyErrors: false })
  const found = [...parsed.errors, ...parsed.warnings]
  if (found.length > 0) {
    return { problems: found.slice(0, 5).map(({ pos, message, code }) => problemAt(lines, pos[0], describeError(code, message))) }
  }
  const reader = createReader(lines, is_own)
  visit(parsed, {
    Alias: (_, node) => reader.report(node as unknown as ParsedNode, [], 'aliases are not supported; write the value out'),
    Node: (_, node) => {
      const { anchor, tag } = node as { anchor?: string; tag?: string }
      if (anchor !== undefined) reader.report(node as ParsedNode, [], 'anchors (&) are not supported; write the value out')
      else if (tag !== undefined) reader.report(node as ParsedNode, [], 'tags (!) are not supported')
    },
  })
  return reader.problems.length > 0 ? { problems: reader.problems } : { root: parsed.contents as ParsedNode | null, reader }
}

/** Common mistakes with a remedy; for others the message of the library. */
function describeError(code: string, message: string): string {
  const words: Readonly<Partial<Record<string, string>>> = {
    TAB_AS_INDENT: 'is indented with a tab; use spaces',
    MULTIPLE_DOCS: 'has more than one document; only one is allowed',
    MISSING_CHAR: 'a quote, bracket or comma is missing',
    BAD_INDENT: 'does not have the indentation of the group it belongs to',
    BLOCK_AS_IMPLICIT_KEY: 'does not have the indentation of the line above, or a text with a colon lacks quotes',
    MULTILINE_IMPLICIT_KEY: 'a name must be on one line with its colon',
  }
  return words[code] ?? message
}
