import { addMessages } from '../lib/messages.ts'

/** Texts of reporting how much somebody played. */
const played = {
  'played.title': 'Played time',
  'played.thanks': 'Thank you for playing {{event}}!',
  'played.planned_one': 'You planned to play {{count}} hour a day.',
  'played.planned_other': 'You planned to play {{count}} hours a day.',
  'played.ask': 'How long did you really play, over the whole event? The organisers make the next teams even by it.',
  'played.days': 'Days',
  'played.hours': 'Hours',
  'played.sum_one': 'Together {{count}} hour of {{most}}.',
  'played.sum_other': 'Together {{count}} hours of {{most}}.',
  'played.notNumber': 'Please enter whole numbers.',
  'played.nothing': 'Please enter at least one hour.',
  'played.tooMuch': 'The event has lasted {{most}} hours so far.',
  'played.send': 'Report played time',
  'played.change': 'Change what I reported',
  'played.saved_one': 'Reported: {{count}} hour',
  'played.saved_other': 'Reported: {{count}} hours',
  'played.reported_one': 'You have reported {{count}} hour. You can still change it.',
  'played.reported_other': 'You have reported {{count}} hours. You can still change it.',
  'played.loginTitle': 'Only participants can report',
  'played.loginText': 'Log in with the account that you signed up with.',
  'played.noneTitle': 'You are not signed up for this event',
  'played.noneText':
    'Only participants of {{event}} can report how long they played. Choose another event above if you meant that one.',
  'played.earlyTitle': 'The event has not begun',
  'played.earlyText': 'Come back when it is over, and tell how long you played.',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof played> {}
}

addMessages(played)
