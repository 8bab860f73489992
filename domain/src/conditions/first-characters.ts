/**
 * With which character a text must begin for a pattern to match it: `^\+?(1[0-4]\d|9\d)% ` matches nothing that begins otherwise than with
 * +, 1 or 9, whatever follows, so that most texts need not be put to the engine. Erring is only allowed towards more characters.
 */

/** What makes parts of a pattern mean something else than it looks like; the engine lets a repetition after flags repeat what stood before them. */
const misleading = /^\^[*+?{]|\\Q|\(\?[a-zA-Z-]+\)[*+?{]/

/** @returns null where a match may begin anywhere, or with anything, as far as this reader understands. */
export function findFirstCharacters(pattern: string): ReadonlySet<string> | null {
  if (!pattern.startsWith('^') || misleading.test(pattern) || splitBranches(pattern)?.length !== 1) return null
  return readFirst(pattern.slice(1))
}

/** Of a class the common forms only. */
const atoms = /\\d|\\[^\w\u0080-\uffff]|\[\w-\w\]|\[\w+\]|[^\\[\](){}|^$.*+?\u0080-\uffff]/y
/** What may stand inside a group or a branch without ending it. */
const inner = /\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|[^\\[()|]/y

function takeAt(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at
  return expression.exec(text)?.[0] ?? null
}

/** The alternatives of a whole pattern, or of what stands inside a group; null when parentheses do not pair. */
function splitBranches(text: string): readonly string[] | null {
  const branches: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const piece = takeAt(inner, text, at) ?? (text[at] as string)
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (depth < 0 || piece === '[' || piece === '\\') return null
    if (piece === '|' && depth === 0) {
      branches.push(text.slice(from, at))
      from = at + 1
    }
    at += piece.length
  }
  return depth === 0 ? [...branches, text.slice(from)] : null
}

/** Where the group ends that begins at `from`; null when it does not. */
function findEnd(text: string, from: number): number | null {
  for (let end = text.indexOf(')', from); end !== -1; end = text.indexOf(')', end + 1)) {
    if (splitBranches(text.slice(from, end + 1)) !== null) return end
  }
  return null
}

function listAtom(atom: string): readonly string[] {
  if (atom === '\\d') return Array.from('0123456789')
  if (!atom.startsWith('[')) return [atom.at(-1) ?? '']
  const listed = Array.from(atom.slice(1, -1))
  const [first = '', dash, last] = listed
  if (dash !== '-' || last === undefined) return listed
  const [low, high] = [first.charCodeAt(0), last.charCodeAt(0)]
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => String.fromCharCode(low + at))
}

/** Of a branch; null when it may match the empty text, or begin with what is not understood. */
function readFirst(branch: string): ReadonlySet<string> | null {
  const characters = new Set<string>()
  for (let at = 0; at < branch.length; ) {
    const atom = takeAt(atoms, branch, at)
    const end = atom === null ? readGroup(branch, at, characters) : at + atom.length
    if (end === null) return null
    if (atom !== null) for (const character of listAtom(atom)) characters.add(character)
    const repetition = branch[end]
    if (repetition === '{') return null
    if (repetition !== '?' && repetition !== '*') return characters
    at = branch[end + 1] === '?' ? end + 2 : end + 1
  }
  return null
}

/** Adds what a group begins with. @returns where it ends; null when there is no group, or one that is not understood. */
function readGroup(branch: string, at: number, characters: Set<string>): number | null {
  const head = takeAt(/\((?:\?:|(?!\?))/y, branch, at)
  const end = head === null ? null : findEnd(branch, at)
  if (head === null || end === null) return null
  const parts = splitBranches(branch.slice(at + head.length, end))?.map(readFirst) ?? [null]
  for (const part of parts) for (const character of part ?? []) characters.add(character)
  return parts.includes(null) ? null : end + 1
}
