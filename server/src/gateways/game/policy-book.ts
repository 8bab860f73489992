import type { Heading } from '../exchange.ts'
import type { LimitJournal } from './limit-journal.ts'
import { createPolicyReader, type Policy } from './policy.ts'

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
  const readPolicy = createPolicyReader()
  for (const note of journal?.notes ?? [])
    if (note.is === 'policy') policies.set(note.endpoint, { name: note.name, rules: new Map(note.rules) })

  function enter(endpoint: string, policy: Policy): void {
    const before = policies.get(endpoint)
    if (before === policy) return
    policies.set(endpoint, policy)
    const rules = [...policy.rules]
    if (before?.name === policy.name && JSON.stringify([...before.rules]) === JSON.stringify(rules)) return
    journal?.write({ is: 'policy', endpoint, name: policy.name, rules })
  }

  return {
    find: (endpoint) => policies.get(endpoint),
    list: () => [...new Map([...policies.values()].map((policy) => [policy.name, policy])).values()],
    beginLearning: (endpoint) => void learning.add(endpoint),
    isLearning: (endpoint) => learning.has(endpoint),
    endLearning: (endpoint) => void learning.delete(endpoint),
    learn(endpoint, answer) {
      const policy = readPolicy(answer.headers)
      if (policy) enter(endpoint, policy)
      return policy
    },
  }
}
