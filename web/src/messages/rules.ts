import { addMessages } from '../lib/messages.ts'

/** Texts of the rules: the panel of the score pages, the page, and its editor. */
const rules = {
  'rules.page': 'How {{title}} score',
  'rules.event': 'How points are scored',
  'rules.empty': 'The organisers have not said yet what is paid here.',
  'rules.unnamed': 'Rule {{id}}',
  'rules.appliesTo_one': 'Counts for {{list}}.',
  'rules.appliesTo_other': 'Counts for {{count}} objectives: {{list}}.',
  'rules.more_one': '{{list}} and {{count}} more',
  'rules.more_other': '{{list}} and {{count}} more',
  'rules.timed_one': 'One of them is open for a limited time.',
  'rules.timed_other': '{{count}} of them are open for a limited time.',
  'rules.hidden_one': 'How far other teams are with one of them is hidden until they finish.',
  'rules.hidden_other': 'How far other teams are with {{count}} of them is hidden until they finish.',
  'rules.place': '{{ordinal}} {{points}}',
  'rules.then': 'then {{points}}',
  'rules.perUnit': '{{points}} for each, up to {{cap}}',
  'rules.perUnitFree': '{{points}} for each',
  'rules.steps': 'Personal steps',
  'rules.stepsCap': 'Every player earns these for the team, up to {{cap}} points.',
  'rules.step.level': 'Level {{at}}',
  'rules.step.ascendancy_points': '{{at}} ascendancy points',
  'rules.step.atlas_nodes': '{{at}} points in one atlas tree',
  'rules.points_one': '{{count}} point',
  'rules.points_other': '{{count}} points',
  'rules.all': 'All rules of the event',

  'rules.pageTitle': 'Rules',
  'rules.noText': 'The organisers have not written any rules yet.',
  'rules.noTextHint': 'How points are scored follows from the objectives and is listed below.',
  'rules.version': 'Version {{version}}, {{time}}',
  'rules.outdated': 'This is version {{version}}. The newest one is {{latest}}.',
  'rules.toLatest': 'To the newest version',
  'rules.earlier': 'Earlier version',
  'rules.contents': 'On this page',
  'rules.text': 'Rules of the event',

  'rules.edit': 'Edit',
  'rules.editTitle': 'Edit the rules',
  'rules.field': 'Text',
  'rules.help':
    'Headings with #, ## and ###, lists with - or 1., quotes with >, **strong**, *emphasis*, `as typed`, [words](https://address).',
  'rules.left': '{{count}} of {{most}} characters',
  'rules.tooLong': 'At most {{most}} characters. Now it is {{count}}.',
  'rules.preview': 'Preview',
  'rules.previewEmpty': 'What you write will be shown here.',
  'rules.save': 'Publish version {{version}}',
  'rules.cancel': 'Cancel',
  'rules.saved': 'Version {{version}} is public',
  'rules.theirs':
    'Somebody else has published version {{version}} meanwhile. What you wrote is kept; publishing it would replace theirs.',
  'rules.discard': 'Discard what you wrote?',
  'rules.discardText': 'The rules stay as version {{version}}. {{count}} characters that you wrote are lost.',
  'rules.discardNow': 'Discard',
  'rules.keep': 'Keep writing',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof rules> {}
}

addMessages(rules)
