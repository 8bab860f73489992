import type { Heading } from '../exchange.ts'
import type { LimitJournal } from './limit-journal.ts'
import { createPolicyReader, type Policy } from './policy.ts'

/** Which policy an endpoint is under. It is learned from the first answer; until then one request to it is under way at a time. */
export interface PolicyBook {
  find(endpoint: string): Policy | undefined
  /** Each once, though endpoints share them. */
  list(): Policy[]
  /** A request to an endpoint of which nothing is known leaves. */
  beginLearning(endpoint: string): void
  isLearning(endpoint: string): boolean
  /** An answer to it is here, or none comes. */
  endLearning(endpoint: string): void
  /** The policy that an answer names; null when it names none. */
  learn(endpoint: string, answer: Heading): Policy | null
}

/** @param journal what earlier processes learned. */
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
