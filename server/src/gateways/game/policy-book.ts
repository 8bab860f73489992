import type { Heading } from '../exchange.ts'
import type { LimitJournal } from './limit-journal.ts'
import { type Policy, readPolicy } from './policy.ts'

/**
 * Maps endpoints to policies. A policy is learned from the first answer; until then only one request at a time is sent to the
 * endpoint.
 */
export interface PolicyBook {
  find(endpoint: string): Policy | undefined
  /** All policies, without duplicates, although endpoints share them. */
  list(): Policy[]
  /** Marks that a request to an unknown endpoint is sent. */
  beginLearning(endpoint: string): void
  isLearning(endpoint: string): boolean
  /** Marks that its answer arrived or failed. */
  endLearning(endpoint: string): void
  /** The policy named in an answer, or null. */
  learn(endpoint: string, answer: Heading): Policy | null
}

/** @param journal carries policies from one process to the next. */
export function createPolicyBook(journal?: LimitJournal): PolicyBook {
  const policies = new Map<string, Policy>()
  const learning = new Set<string>()
  for (const note of journal?.notes ?? [])
    if (note.is === 'policy') policies.set(note.endpoint, { name: note.name, rules: new Map(note.rules) })

  /** @returns the known policy if the read one is equal. */
  function enter(endpoint: string, policy: Policy): Policy {
    const known = policies.get(endpoint)
    const rules = [...policy.rules]
    if (known?.name === policy.name && JSON.stringify([...known.rules]) === JSON.stringify(rules)) return known
    policies.set(endpoint, policy)
    journal?.write({ is: 'policy', endpoint, name: policy.name, rules })
    return policy
  }

  return {
    find: (endpoint) => policies.get(endpoint),
    list: () => [...new Map([...policies.values()].map((policy) => [policy.name, policy])).values()],
    beginLearning: (endpoint) => void learning.add(endpoint),
    isLearning: (endpoint) => learning.has(endpoint),
    endLearning: (endpoint) => void learning.delete(endpoint),
    learn(endpoint, answer) {
      const policy = readPolicy(answer.headers)
      return policy && enter(endpoint, policy)
    },
  }
}
