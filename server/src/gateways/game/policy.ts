import type { Heading } from '../exchange.ts'

/** One window of a rule: at most `hits` within `period_s`, else refused for `restriction_s`. Seconds of event time. */
export interface Window {
  readonly hits: number
  readonly period_s: number
  readonly restriction_s: number
}

export interface Policy {
  readonly name: string
  /** Windows by rule name in lower case (account, ip, client), shortest period first. */
  readonly rules: ReadonlyMap<string, readonly Window[]>
}

/** The subject of a request per rule name in lower case. */
export type Subjects = Readonly<Record<string, string>>

export const hasHiddenBucket = (rule: string, index: number): boolean => index > 0 || rule === 'account'

/**
 * The provider counts accounts in hidden buckets (5 s for the first window of a rule, 60 s for longer ones), so a window has only
 * safely ended after period + bucket. Observed, and confirmed by the provider to a client author for the stash and character
 * policies. Rules for an address or a client have shown no buckets; half of a short period allows for different transmission
 * times.
 */
export const bucketOf = (rule: string, index: number, { period_s }: Window): number =>
  index > 0 ? 60 : rule === 'account' ? 5 : Math.min(5, period_s / 2)

/** Participants may use other tools with the same account, so one request is left for them. */
export const headroomOf = (rule: string, hits: number): number => (rule === 'account' && hits > 1 ? 1 : 0)

export function parseTriples(text: string | null): Window[] {
  return (text ?? '')
    .split(',')
    .map((part) => /^\s*(\d+):(\d+):(\d+)\s*$/.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ hits: Number(match[1]), period_s: Number(match[2]), restriction_s: Number(match[3]) }))
}

/** Reads the policy in an answer's headers; null if there is none. Rule names vary in case. */
export function readPolicy(headers: Heading['headers']): Policy | null {
  const name = headers.get('x-rate-limit-policy')
  if (!name) return null
  const rules = new Map<string, readonly Window[]>()
  for (const part of (headers.get('x-rate-limit-rules') ?? '').toLowerCase().split(',')) {
    const rule = part.trim()
    const windows = rule === '' ? [] : parseTriples(headers.get(`x-rate-limit-${rule}`))
    if (windows.length > 0)
      rules.set(
        rule,
        windows.toSorted((a, b) => a.period_s - b.period_s),
      )
  }
  return { name, rules }
}
