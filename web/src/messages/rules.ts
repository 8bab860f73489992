import { addMessages } from '../lib/text/messages.ts'

/** Texts of the rules: the panel of the score pages, the page, and its editor. */
const rules = {
  'rules.page': 'How {{title}} are scored',
  'rules.event': 'How points are scored',
  'rules.empty': 'The organisers have not published scoring for this page yet.',
  'rules.unnamed': 'Rule {{id}}',
  'rules.appliesTo_one': 'Counts for {{list}}.',
  'rules.appliesTo_other': 'Counts for {{count}} objectives: {{list}}.',
  'rules.more_one': '{{list}} and {{count}} more',
  'rules.more_other': '{{list}} and {{count}} more',
  'rules.timed_one': 'One of them has limited opening times.',
  'rules.timed_other': '{{count}} of them have limited opening times.',
  'rules.hidden_one': 'Other teams’ progress on one of them is hidden until they finish.',
  'rules.hidden_other': 'Other teams’ progress on {{count}} of them is hidden until they finish.',
  'rules.place': '{{ordinal}} {{points}}',
  'rules.then': 'then {{points}}',
  'rules.finishers_one': '{{points}} if {{count}} team finishes',
  'rules.finishers_other': '{{points}} each if {{count}} finish',
  'rules.thenEach': 'then {{points}} each',
  'rules.threshold': '{{points}} at {{least}}',
  'rules.enoughParts_one': '{{count}} finished part is enough',
  'rules.enoughParts_other': '{{count}} finished parts are enough',
  'rules.enoughPercent': '{{percent}} % of the parts are enough',
  'rules.perUnit': '{{points}} for each, up to {{cap}}',
  'rules.perUnitFree': '{{points}} for each',
  'rules.steps': 'Personal steps',
  'rules.points_one': '{{count}} point',
  'rules.points_other': '{{count}} points',
  'rules.all': 'All event rules',

  'rules.pageTitle': 'Rules',
  'rules.noText': 'The organisers have not written any rules yet.',
  'rules.noTextHint': 'Scoring follows from the objectives and is listed below.',
  'rules.version': 'Version {{version}}, {{time}}',
  'rules.outdated': 'This is version {{version}}. The latest is {{latest}}.',
  'rules.toLatest': 'Go to the latest version',
  'rules.earlier': 'Earlier version',
  'rules.contents': 'On this page',
  'rules.text': 'Event rules',

  'rules.edit': 'Edit',
  'rules.editTitle': 'Edit the rules',
  'rules.field': 'Text',
  'rules.help':
    'Headings with #, ## and ###, lists with - or 1., quotes with >, **bold**, *italic*, `code`, [text](https://address).',
  'rules.left': '{{count}} of {{most}} characters',
  'rules.tooLong': 'Use at most {{most}} characters (now {{count}}).',
  'rules.preview': 'Preview',
  'rules.previewEmpty': 'Your text will appear here.',
  'rules.save': 'Publish version {{version}}',
  'rules.cancel': 'Cancel',
  'rules.saved': 'Version {{version}} is public',
  'rules.theirs': 'Someone else has published version {{version}}. Your text is kept; publishing it would replace theirs.',
  'rules.theirText': 'Version {{version}}, published by another organiser',
  'rules.takeTheirs': 'Use this text instead of mine',
  'rules.tookTheirs': 'The text is now version {{version}}',
  'rules.putBack': 'Put mine back',
  'rules.discard': 'Discard your changes?',
  'rules.discardText': 'The rules stay at version {{version}}. You will lose the {{count}} characters you wrote.',
  'rules.discardNow': 'Discard',
  'rules.keep': 'Keep editing',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof rules> {}
}

addMessages(rules)
