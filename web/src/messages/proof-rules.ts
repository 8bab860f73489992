import { addMessages } from '../lib/text/messages.ts'

/** Texts about the proof that a report needs. */
const proofRules = {
  'proof.asks.optional': 'Proof (a link to a clip or a screenshot) is optional.',
  'proof.asks.required': 'A report needs a link to a clip or a screenshot.',
  'proof.asks.screenshot': 'A report needs a screenshot.',
  'proof.asks.clip': 'A report needs a link to a clip.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof proofRules> {}
}

addMessages(proofRules)
