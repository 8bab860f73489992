import { addMessages } from '../lib/text/messages.ts'

/** Texts about screenshots as proof. */
const proofPictures = {
  'screenshot.title': 'Screenshot',
  'screenshot.open': 'Show screenshot {{number}} large',
  'screenshot.alt': 'Screenshot {{number}}',
  'screenshot.failed': 'This screenshot could not be loaded.',
  'screenshot.gone': 'This screenshot is no longer stored.',
  'screenshot.hidden_one': '{{count}} screenshot, for judges and the team',
  'screenshot.hidden_other': '{{count}} screenshots, for judges and the team',
  'screenshot.add': 'Add a screenshot',
  'screenshot.adding': 'Sending the screenshot',
  'screenshot.busy': 'Not added: another screenshot was still being sent. Add this one again.',
  'screenshot.hint': 'Or paste it with Ctrl+V, or drop it here. Judges and your team see it. It needs a connection.',
  'screenshot.full': 'At most {{count}} screenshots in a report.',
  'screenshot.remove': 'Remove screenshot {{number}}',
  'screenshot.unreadable': 'This browser cannot read that file as a picture. Choose a PNG, JPEG or WebP file.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof proofPictures> {}
}

addMessages(proofPictures)
