import { addMessages } from '../lib/text/messages.ts'

/** Texts of the bell. */
const bell = {
  'bell.unread_one': 'Notices, {{count}} unread',
  'bell.unread_other': 'Notices, {{count}} unread',
  'bell.read': 'Mark all as read',
  'bell.new': 'New:',
  'bell.ago': '{{minutes}} min ago',
  'bell.settings': 'Choose your notices',
  'bell.empty': 'No notices yet',
  'bell.emptyText': 'Notices tell you when a judge decides your report, when your tracking stops, and before objectives open.',
  'bell.failed': 'Could not load your notices',
  'bell.failedText': 'The server did not answer. Try again in a moment.',
  'bell.again': 'Try again',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof bell> {}
}

addMessages(bell)
