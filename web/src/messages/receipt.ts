import { addMessages } from '../lib/messages.ts'

/** Texts of receipts: why a team has its points on an objective. */
const receipt = {
  'receipt.title': 'Receipt',
  'receipt.facts': 'Facts that count',
  'receipt.others': 'Seen, but not counted',
  'receipt.none': 'No fact counts here.',
  'receipt.leftOut_one': '{{count}} older fact is not listed.',
  'receipt.leftOut_other': '{{count}} older facts are not listed.',
  'receipt.number': '{{number}} of {{of}}',
  'receipt.own': 'For this objective',
  'receipt.adjusted.bonus': 'Bonus of {{name}}, {{place}}',
  'receipt.adjusted.bingo': 'From {{name}}',
  'receipt.total': 'Total',
  'receipt.by': 'by {{name}}',
  'receipt.ruledBy': 'decided by {{name}}',
  'receipt.source.stash': 'stash tab',
  'receipt.source.user': 'character',
  'receipt.source.team': 'characters of the team',
  'receipt.source.submission': 'submission',
  'receipt.source.correction': 'correction of a judge',
  'receipt.source.deposit': 'guild log',
  'receipt.state': 'As of entry {{sequence}} of the ledger.',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof receipt> {}
}

addMessages(receipt)
