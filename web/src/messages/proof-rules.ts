import { addMessages } from '../lib/text/messages.ts'

/** Texts about the proof that a report needs. */
const proofRules = {
  'proof.asks.optional': 'Proof (a link to a clip or a screenshot) is optional.',
  'proof.asks.required': 'A report needs a link to a clip or a screenshot.',
  'proof.asks.screenshot': 'A report needs a screenshot.',
  'proof.asks.clip': 'A report needs a link to a clip.',
  'proof.missing.required': 'Add a screenshot or a link to a clip.',
  'proof.missing.screenshot': 'Add a screenshot.',
  'proof.missing.clip': 'Add a link to a clip, beginning with https://.',
  'proof.label': 'Proof',
  'proof.labelNeeded': 'Proof (required)',
  'proof.any': 'A link to a clip, or a screenshot.',
  'proof.seen': 'Everyone who sees the report can open its links.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof proofRules> {}
}

addMessages(proofRules)
