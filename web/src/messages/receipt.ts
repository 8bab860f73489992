import { addMessages } from '../lib/text/messages.ts'

/** Texts of receipts: why a team has its points on an objective. */
const receipt = {
  'receipt.title': 'Receipt',
  'receipt.copy': 'Copy link',
  'receipt.copied': 'Link to the receipt copied',
  'receipt.copyFailed': 'Your browser does not allow copying. The link: {{link}}',
  'receipt.facts': 'Entries that count',
  'receipt.personal': 'How personal points are earned',
  'receipt.others': 'Seen, but not counted',
  'receipt.none': 'No entries count here.',
  'receipt.imported': 'Imported, no receipt. The other system published the score, not the entries behind it.',
  'receipt.leftOut_one': '{{count}} older entry is not listed.',
  'receipt.leftOut_other': '{{count}} older entries are not listed.',
  'receipt.number': '{{number}} of {{of}}',
  'receipt.own': 'For this objective',
  'receipt.rules': 'Rules',
  'receipt.rule': 'Rule',
  'receipt.adjusted.bonus': '{{name}} bonus, {{place}}',
  'receipt.adjusted.bingo': 'From {{name}}',
  'receipt.total': 'Total',
  'receipt.by': 'by {{name}}',
  'receipt.character': 'level {{level}} {{class}}',
  'receipt.playedBy': 'played by {{name}}',
  'receipt.ruledBy': 'decided by {{name}}',
  'receipt.source.stash': 'stash tab',
  'receipt.source.worn': 'worn by',
  'receipt.source.carried': 'carried by',
  'receipt.source.user': 'character',
  'receipt.source.team': 'team characters',
  'receipt.source.submission': 'submission',
  'receipt.source.correction': 'judge’s correction',
  'receipt.source.deposit': 'guild log',
  'receipt.trust.tracked': 'tracked',
  'receipt.trust.calculated': 'calculated from the build',
  'receipt.trust.confirmed': 'confirmed',
  'receipt.trust.reported': 'reported',
  'receipt.unconfirmed': 'Counts on a report that no judge has confirmed.',
  'receipt.correct': 'Correct this',
  'receipt.addFact': 'Add an entry',
  'receipt.give': 'Give or take points',
  'receipt.approvedBy': 'approved by {{name}}',
  'receipt.proof': 'Proof:',
  'receipt.state': 'As of entry {{sequence}}.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof receipt> {}
}

addMessages(receipt)
