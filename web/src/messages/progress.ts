import { addMessages } from '../lib/text/messages.ts'

/** Texts of the progress page. */
const progress = {
  'progress.values': 'Chart shows',
  'progress.points': 'Points',
  'progress.average': 'vs average',
  'progress.branch': 'Category',
  'progress.wholeEvent': 'all',
  'progress.download': 'Download CSV',
  'progress.chartLabel':
    'Points of {{count}} teams from {{from}} to {{to}}. The “Standings” table below lists them at the selected time.',
  'progress.averageLabel':
    'How far {{count}} teams were above or below the average from {{from}} to {{to}}. The “Standings” table below lists points at the selected time.',
  'progress.emptyTitle': 'Nothing has happened yet',
  'progress.emptyText': 'Team charts begin here when the event starts.',

  'strip.from': 'Shown from',
  'strip.to': 'Shown until',
  'strip.at': 'Selected time',
  'strip.gains': 'Points of all teams per {{length}}',
  'strip.earlier': 'Earlier',
  'strip.later': 'Later',
  'strip.length': 'Time range',
  'strip.hours': '{{count}} h',
  'strip.minutes': '{{count}} min',
  'strip.all': 'All',
  'strip.now': 'Back to now',
  'strip.help': 'Drag to select a range, click to select a time.',

  'happened.title': 'Changes up to {{time}}',
  'happened.titleNow': 'Changes',
  'happened.search': 'Objective',
  'happened.ranked': 'Ranked only',
  'happened.team': 'Team',
  'happened.allTeams': 'all teams',
  'happened.time': 'Time',
  'happened.timeEvent': 'since start',
  'happened.timeClock': 'date and time',
  'happened.column.time': 'Time',
  'happened.column.team': 'Team',
  'happened.column.objective': 'Objective',
  'happened.column.in': 'In',
  'happened.column.player': 'Player',
  'happened.column.rank': 'Rank',
  'happened.column.points': 'Points',
  'happened.more': 'Show earlier',
  'happened.searched': '{{shown}} of {{all}} changes since {{time}} match.',
  'happened.begin': 'No earlier changes.',
  'happened.emptyTitle': 'Nothing in this time range',
  'happened.emptyText': 'Select a longer range, or change the search.',
  'happened.failed': 'Could not load earlier changes: {{reason}}',

  'standingAt.title': 'Standings at {{time}}',
  'standingAt.titleNow': 'Standings',
  'standingAt.points': 'Points',
  'standingAt.since': 'Since',
  'standingAt.shift': 'Rank change',
  'standingAt.up_one': 'up {{count}} place since',
  'standingAt.up_other': 'up {{count}} places since',
  'standingAt.down_one': 'down {{count}} place since',
  'standingAt.down_other': 'down {{count}} places since',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof progress> {}
}

addMessages(progress)
