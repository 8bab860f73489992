import { addMessages } from '../lib/text/messages.ts'

/** Texts of a player's record. */
const record = {
  'record.nobodyTitle': 'Player not found',
  'record.nobodyText': 'This player does not exist, or keeps their record private.',
  'record.withheld': 'The teams, points and finds of {{name}} are shown to people who are logged in.',
  'record.login': 'Log in to see them',
  'record.copy': 'Copy link',
  'record.copied': 'Link copied',
  'record.notCopied': 'This browser did not allow copying',
  'record.copyByHand': 'Copy the address from the address bar instead.',
  'record.shown.everyone': 'Everyone can see this page.',
  'record.shown.logged_in': 'People who are logged in can see this page. Everyone else sees your name and characters.',
  'record.shown.nobody': 'Only you and the admins can see this page.',
  'record.change': 'Change',

  'record.totals': 'In all events',
  'record.total.events_one': 'event',
  'record.total.events_other': 'events',
  'record.total.wins_one': 'win',
  'record.total.wins_other': 'wins',
  'record.total.podiums_one': 'podium',
  'record.total.podiums_other': 'podiums',
  'record.total.points_one': 'point contributed',
  'record.total.points_other': 'points contributed',
  'record.total.firsts_one': 'first',
  'record.total.firsts_other': 'firsts',
  'record.total.hours': 'hours played',
  'record.help.podiums': 'Events that ended with the team among the first three, but not last.',
  'record.help.points': 'Points of the objectives that this player finished for their team.',
  'record.help.firsts': 'Finds that made the team the first to finish an objective.',

  'record.chart': 'Points contributed, event by event',
  'record.chartNote': 'the last {{count}} events',

  'record.events': 'Events',
  'record.running': 'running',
  'record.ahead': 'not started',
  'record.rank': '{{rank}} of {{count}} teams',
  'record.noRank': 'no points yet',
  'record.pointsWord_one': 'point',
  'record.pointsWord_other': 'points',
  'record.inside': '{{rank}} of {{count}} in the team',
  'record.firsts_one': '{{count}} first',
  'record.firsts_other': '{{count}} firsts',
  'record.hours': '{{hours}} h played',
  'record.characters': 'Characters in {{event}}',
  'record.board': 'Scores',
  'record.boardOf': 'Scores of {{event}}',
  'record.emptyTitle': 'No event yet',
  'record.emptyText': '{{name}} has not played in an event. The first one appears here once they are in a team.',
  'record.emptyOwnText': 'Your events appear here once you are in a team. Signing up is the first step.',
  'record.toSignup': 'To the current event',

  'record.finds': 'Best finds',
  'record.findsNote': 'by points',
  'record.why': 'Why {{points}} for {{objective}}',
  'record.noFinds': 'No finds with points yet.',
  'record.first': 'First of all teams',

  'record.classes': 'Classes played',
  'record.classEvents_one': '{{count}} event',
  'record.classEvents_other': '{{count}} events',
  'record.classLevel': 'up to level {{level}}',
  'record.noClasses': 'No characters have been seen yet.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof record> {}
}

addMessages(record)
