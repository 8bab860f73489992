import { addMessages } from '../lib/text/messages.ts'

/** Texts of the report of played time. */
const played = {
  'played.title': 'Played time',
  'played.thanks': 'Thank you for playing {{event}}!',
  'played.planned_one': 'You planned to play {{count}} hour a day.',
  'played.planned_other': 'You planned to play {{count}} hours a day.',
  'played.ask': 'How long did you actually play over the whole event? The organisers use this to balance the next teams.',
  'played.days': 'Days',
  'played.hours': 'Hours',
  'played.sum_one': '{{count}} hour in total, of {{most}}.',
  'played.sum_other': '{{count}} hours in total, of {{most}}.',
  'played.notNumber': 'Enter whole numbers.',
  'played.nothing': 'Enter at least one hour.',
  'played.tooMuch': 'The event has lasted {{most}} hours so far.',
  'played.send': 'Report played time',
  'played.change': 'Change reported time',
  'played.saved_one': 'Reported: {{count}} hour',
  'played.saved_other': 'Reported: {{count}} hours',
  'played.reported_one': 'You reported {{count}} hour. You can still change it.',
  'played.reported_other': 'You reported {{count}} hours. You can still change it.',
  'played.loginTitle': 'Only participants can report',
  'played.loginText': 'Log in with the account you signed up with.',
  'played.noneTitle': 'You are not signed up for this event',
  'played.noneText': 'Only participants of {{event}} can report played time. If you meant another event, select it above.',
  'played.earlyTitle': 'The event has not started',
  'played.earlyText': 'Come back when it is over to report how long you played.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof played> {}
}

addMessages(played)
