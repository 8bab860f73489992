import { isRecord } from '../items/normalise.ts'
import type { GuildLogLine, GuildLogPage } from '@muster/contract/guilds'

/** Why an upload is refused. `cookie`: no part of it may be kept or sent. */
export type UploadProblem = 'empty' | 'cookie' | 'not_json' | 'no_entries'

export type ReadUpload =
  | { readonly ok: true; readonly pages: readonly GuildLogPage[] }
  | { readonly ok: false; readonly problem: UploadProblem }

/** The game site's session with its value: 32 hexadecimal digits. */
const session = /POESESSID["']?\s*[:=]\s*["']?[0-9a-f]{16}/i
/** A header with at least one cookie, as in a copied command or a copied request. */
const cookieHeader = /\b(?:set-)?cookies?["']?\s*[:=]\s*["']?[\w.-]+=/i
const cookieName = /^(?:set-)?cookies?$/i

/**
 * Whether a saved answer contains the request's headers. Only places that can hold a header are checked: a tab may be called
 * `Cookie: 1c each`.
 */
function holdsSession(answer: unknown): boolean {
  // A loop instead of recursion: a file may be nested to any depth.
  const open = [answer]
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next === 'string' && session.test(next)) return true
    if (Array.isArray(next)) for (const one of next) open.push(one)
    if (!isRecord(next)) continue
    // Recorded requests (HAR) list a header as name and value.
    if (typeof next['name'] === 'string' && cookieName.test(next['name']) && 'value' in next) return true
    for (const [name, value] of Object.entries(next)) {
      if (cookieName.test(name)) return true
      open.push(value)
    }
  }
  return false
}

/** Upper bound for a text of a log; a line with a longer one counts as unreadable. */
const longestText = 500
const readText = (value: unknown) => (typeof value === 'string' && value.length <= longestText ? value : null)
const readNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** Only known properties of a line; everything else in a pasted text stays in the browser. */
function readLine(value: unknown): GuildLogLine {
  const line = isRecord(value) ? value : {}
  const { account } = line
  return {
    id: readText(line['id']),
    time: readNumber(line['time']),
    league: readText(line['league']),
    stash: readText(line['stash']),
    item: readText(line['item']),
    action: readText(line['action']),
    account: isRecord(account) ? { name: readText(account['name']) } : null,
    x: readNumber(line['x']),
    y: readNumber(line['y']),
  }
}

/** A page without a flag for older lines may have some. */
function readPage(value: unknown): GuildLogPage | null {
  if (!isRecord(value) || !Array.isArray(value['entries'])) return null
  return { entries: value['entries'].map(readLine), truncated: value['truncated'] !== false }
}

const isLine = (value: unknown) => isRecord(value) && 'item' in value && 'action' in value

/** Reads a saved part of the game site's history: one answer, a list of answers, or a list of their lines. */
export function readUpload(text: string): ReadUpload {
  if (text.trim() === '') return { ok: false, problem: 'empty' }
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { ok: false, problem: session.test(text) || cookieHeader.test(text) ? 'cookie' : 'not_json' }
  }
  if (holdsSession(value)) return { ok: false, problem: 'cookie' }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > 0 && list.every(isLine)) return { ok: true, pages: [{ entries: list.map(readLine), truncated: true }] }
  const pages = list.map(readPage)
  if (pages.length === 0 || pages.includes(null)) return { ok: false, problem: 'no_entries' }
  return { ok: true, pages: pages.filter((page) => page !== null) }
}
