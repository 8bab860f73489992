import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { evaluate, readDuration } from './promql.ts'
import type { Samples } from './samples.ts'

export interface AlertRule {
  readonly alert: string
  readonly expr: string
  /** Absent if the rule fires immediately. */
  readonly for?: string
}

export function readRules(path: string): AlertRule[] {
  const file = parse(readFileSync(path, 'utf8')) as { groups: { rules: AlertRule[] }[] }
  return file.groups.flatMap(({ rules }) => rules)
}

export interface Watchman {
  /** Evaluates every rule. @returns the names of the firing rules. */
  look(at_ms: number): string[]
}

/**
 * Evaluates alert rules on samples like Prometheus.
 * @param hurry factor by which durations in the rules are shortened; thresholds stay unchanged.
 */
export function watchAlerts(rules: readonly AlertRule[], samples: Samples, hurry: number): Watchman {
  const pending = new Map<string, number>()
  return {
    look(at_ms) {
      const firing = new Set<string>()
      const held = new Set<string>()
      for (const rule of rules) {
        for (const { labels } of evaluate(rule.expr, { samples, at_ms, hurry })) {
          const key = `${rule.alert} ${JSON.stringify(labels)}`
          const since = pending.get(key) ?? at_ms
          pending.set(key, since)
          held.add(key)
          if (at_ms - since >= readDuration(rule.for ?? '0s') / hurry) firing.add(rule.alert)
        }
      }
      for (const key of pending.keys()) if (!held.has(key)) pending.delete(key)
      return [...firing]
    },
  }
}
