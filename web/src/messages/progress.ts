import { addMessages } from '../lib/messages.ts'

/** Texts of the page about how the event went. */
const progress = {
  'progress.values': 'What the lines show',
  'progress.points': 'Points',
  'progress.average': 'Against the average',
  'progress.branch': 'Category',
  'progress.wholeEvent': 'all',
  'progress.download': 'Download CSV',
  'progress.chartLabel':
    'Points of {{count}} teams from {{from}} to {{to}}. The table “Standing” below says them for the moment that is chosen.',
  'progress.averageLabel':
    'How far {{count}} teams were above or below the average from {{from}} to {{to}}. The table “Standing” below says the points for the moment that is chosen.',
  'progress.emptyTitle': 'Nothing happened yet',
  'progress.emptyText': 'The lines of all teams begin here with the event.',

  'strip.from': 'Shown from',
  'strip.to': 'Shown until',
  'strip.at': 'Moment that is looked at',
  'strip.gains': 'Points of all teams per {{length}}',
  'strip.earlier': 'Earlier',
  'strip.later': 'Later',
  'strip.length': 'How much is shown',
  'strip.hours': '{{count}} h',
  'strip.minutes': '{{count}} min',
  'strip.all': 'All',
  'strip.now': 'Back to now',
  'strip.help': 'Drag to choose a part, click to choose a moment.',

  'happened.title': 'What happened until {{time}}',
  'happened.titleNow': 'What happened',
  'happened.search': 'Objective',
  'happened.ranked': 'Ranked only',
  'happened.team': 'Team',
  'happened.allTeams': 'all teams',
  'happened.time': 'Time',
  'happened.timeEvent': 'since the start',
  'happened.timeClock': 'date and hour',
  'happened.column.time': 'Time',
  'happened.column.team': 'Team',
  'happened.column.objective': 'Objective',
  'happened.column.in': 'In',
  'happened.column.player': 'Player',
  'happened.column.rank': 'Rank',
  'happened.column.points': 'Points',
  'happened.more': 'Show earlier ones',
  'happened.searched': '{{shown}} of {{all}} changes since {{time}} fit.',
  'happened.begin': 'That was the first.',
  'happened.emptyTitle': 'Nothing in this part of the event',
  'happened.emptyText': 'Choose a longer part, or another search.',
  'happened.failed': 'Earlier changes did not load: {{reason}}',

  'standingAt.title': 'Standing at {{time}}',
  'standingAt.titleNow': 'Standing',
  'standingAt.points': 'Points',
  'standingAt.since': 'Since',
  'standingAt.shift': 'Places since',
  'standingAt.up_one': 'won {{count}} place since',
  'standingAt.up_other': 'won {{count}} places since',
  'standingAt.down_one': 'lost {{count}} place since',
  'standingAt.down_other': 'lost {{count}} places since',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof progress> {}
}

addMessages(progress)
