/** The newest requests of the product, with a verdict each. */
export interface RequestRecord {
  seq: number
  /** Virtual time. */
  t: number
  method: string
  path: string
  status: number
  /** Size of the answer's body before compression. */
  bytes: number
  account: string | null
  client: string | null
  policy: string | null
  /** Empty for a good request. */
  complaints: string[]
  faults: string[]
}

export interface RequestLog {
  add: (record: Omit<RequestRecord, 'seq'>) => void
  list: (limit: number) => RequestRecord[]
  /** Since the beginning, including dropped records. */
  totals: () => {
    requests: number
    /** Bytes sent, before compression. */
    bytes: number
    by_status: Record<string, number>
    /** Requests by rate limit policy, if they have one. */
    by_policy: Record<string, number>
    complaints: Record<string, number>
  }
  /** The first complaints since the beginning, as text, each with its request. */
  complaints: () => readonly string[]
}

/** The first complaints are enough to find a problem. */
const COMPLAINTS_KEPT = 200

export const createRequestLog = (kept: number): RequestLog => {
  let records: RequestRecord[] = []
  let seq = 0
  let bytes = 0
  const by_status: Record<string, number> = {}
  const by_policy: Record<string, number> = {}
  const complaints: Record<string, number> = {}
  const first: string[] = []
  const count = (table: Record<string, number>, key: string) => {
    table[key] = (table[key] ?? 0) + 1
  }
  return {
    add: (record) => {
      records.push({ ...record, seq: seq++ })
      if (records.length >= kept * 2) records = records.slice(-kept)
      bytes += record.bytes
      count(by_status, String(record.status))
      if (record.policy !== null) count(by_policy, record.policy)
      for (const complaint of record.complaints) {
        count(complaints, complaint)
        if (first.length < COMPLAINTS_KEPT)
          first.push(`${new Date(record.t).toISOString()} ${record.method} ${record.path} (${record.status}): ${complaint}`)
      }
    },
    list: (limit) => records.slice(-limit),
    totals: () => ({ requests: seq, bytes, by_status, by_policy, complaints }),
    complaints: () => first,
  }
}
