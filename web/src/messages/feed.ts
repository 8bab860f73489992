import { addMessages } from '../lib/text/messages.ts'

/** Texts of the feed of score changes and its messages. */
const feed = {
  'scoreFeed.lead': 'Every score change, newest first.',
  'scoreFeed.toasts': 'Notifications on other pages',
  'scoreFeed.none': 'Off',
  'scoreFeed.own': 'My team',
  'scoreFeed.all': 'All teams',
  'scoreFeed.team': 'Team',
  'scoreFeed.everyTeam': 'all',
  'scoreFeed.toast': '{{change}} {{team}}',
  'scoreFeed.many_one': '{{count}} more score change',
  'scoreFeed.many_other': '{{count}} more score changes',
  'scoreFeed.emptyTitle': 'No points yet',
  'scoreFeed.emptyText': 'Every score change is listed here moments after it happens.',
  'scoreFeed.ask': 'Why: {{objective}}, {{team}}',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof feed> {}
}

addMessages(feed)
