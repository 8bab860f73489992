/**
 * Append-only journal of events. A running hash covers every entry; only the newest entries are stored, so that a long run does
 * not grow.
 */
export interface JournalEntry {
  seq: number
  t: number
  kind: string
  /** Account name, or `world`, `control`. */
  actor: string
  /** The object of the event: an item, tab or character id, or a name. */
  subject: string
  data: Readonly<Record<string, string | number | boolean | null>>
}

export interface Journal {
  append: (t: number, kind: string, actor: string, subject: string, data?: JournalEntry['data']) => void
  /** Stored entries with sequence number `from` or higher, optionally of one kind; at most `limit` entries. */
  list: (query?: { from?: number; kind?: string; limit?: number }) => JournalEntry[]
  /** Hash of all entries so far, 16 hex digits. */
  hash: () => string
  length: () => number
}

export const createJournal = (kept: number): Journal => {
  let entries: JournalEntry[] = []
  let seq = 0
  let hashA = 0x811c9dc5
  let hashB = 0x27d4eb2f

  const cover = (text: string) => {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      hashA = Math.imul(hashA ^ code, 0x01000193)
      hashB = Math.imul((hashB ^ code) + 0x9e37, 0x5bd1e995) ^ (hashB >>> 13)
    }
  }

  return {
    append: (t, kind, actor, subject, data = {}) => {
      const entry = { seq: seq++, t, kind, actor, subject, data }
      cover(JSON.stringify(entry))
      entries.push(entry)
      if (entries.length >= kept * 2) entries = entries.slice(-kept)
    },
    list: ({ from = 0, kind, limit = Number.POSITIVE_INFINITY } = {}) => {
      const found: JournalEntry[] = []
      const firstKept = entries[0]?.seq ?? 0
      for (let i = Math.max(0, from - firstKept); i < entries.length && found.length < limit; i++) {
        const entry = entries[i]
        if (entry && (kind === undefined || entry.kind === kind)) found.push(entry)
      }
      return found
    },
    hash: () => (hashA >>> 0).toString(16).padStart(8, '0') + (hashB >>> 0).toString(16).padStart(8, '0'),
    length: () => seq,
  }
}
