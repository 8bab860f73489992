import { addMessages } from '../lib/text/messages.ts'

/** Texts of the activity page. */
const activity = {
  'adminActivity.title': 'Activity',
  'adminActivity.lead': 'How long people have played {{event}}, which has run for {{span}}.',
  'adminActivity.break': 'A session ends after a break of',
  'adminActivity.minutes': '{{count}} min',
  'adminActivity.beforeTitle': 'The event has not started',
  'adminActivity.beforeText': 'Hours played appear here once it starts.',
  'adminActivity.nobodyTitle': 'No team has players yet',
  'adminActivity.nobodyText': 'Players appear here with their hours once they are in a team.',
  'adminActivity.teams': 'Teams',
  'adminActivity.teamsNote': 'averages include members who were never seen',
  'adminActivity.people': 'People',
  'adminActivity.column.team': 'Team',
  'adminActivity.column.points': 'Points',
  'adminActivity.column.seen': 'Seen',
  'adminActivity.column.ten': 'At 10 h a day or more',
  'adminActivity.column.average': 'Hours a day, each',
  'adminActivity.column.total': 'Hours',
  'adminActivity.column.user': 'Player',
  'adminActivity.column.character': 'Character',
  'adminActivity.column.level': 'Level',
  'adminActivity.column.hours': 'Hours',
  'adminActivity.column.perDay': 'Hours a day',
  'adminActivity.column.share': 'Share of the time',
  'adminActivity.column.last': 'Last seen',
  'adminActivity.ofMembers': '{{count}} of {{all}}',
  'adminActivity.share': '{{share}} %',
  'adminActivity.never': 'never',
  'adminActivity.ago': '{{span}} ago',
  'adminActivity.idle_one': '{{count}} person has not been seen at all.',
  'adminActivity.idle_other': '{{count}} people have not been seen at all.',
  'adminActivity.allSeen': 'Everyone has been seen.',
  'adminActivity.show': 'People to show',
  'adminActivity.show.all': 'Everyone {{count}}',
  'adminActivity.show.day': 'Idle for a day {{count}}',
  'adminActivity.show.never': 'Never seen {{count}}',
  'adminActivity.noneIdleTitle': 'No idle players',
  'adminActivity.noneIdleText': 'Every player was active in this time.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof activity> {}
}

addMessages(activity)
