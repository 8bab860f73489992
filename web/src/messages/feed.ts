import { addMessages } from '../lib/messages.ts'

/** Texts of the feed of score changes and its messages. */
const feed = {
  'scoreFeed.lead': 'Every change of points, newest first.',
  'scoreFeed.toasts': 'Messages while I look at other pages',
  'scoreFeed.none': 'Off',
  'scoreFeed.own': 'My team',
  'scoreFeed.all': 'All teams',
  'scoreFeed.team': 'Team',
  'scoreFeed.everyTeam': 'all',
  'scoreFeed.toast': '{{change}} {{team}}',
  'scoreFeed.many_one': '{{count}} more change of points',
  'scoreFeed.many_other': '{{count}} more changes of points',
  'scoreFeed.emptyTitle': 'No points yet',
  'scoreFeed.emptyText': 'Every change of points will be listed here a moment after it happened.',
  'scoreFeed.ask': 'Why: {{objective}}, {{team}}',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof feed> {}
}

addMessages(feed)
