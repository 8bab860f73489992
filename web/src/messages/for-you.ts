import { addMessages } from '../lib/text/messages.ts'

/** Texts of the page "For you". */
const forYou = {
  'forYou.title': 'Best next steps',
  'forYou.report': 'Report a find',
  'forYou.lead': 'Ranked by the points you can still earn, how close you are, and how soon a rival or the clock could take them.',
  'forYou.tasks': 'Tasks',
  'forYou.note': 'Points for the team, closest rival',
  'forYou.missing': 'Missing: {{list}}',
  'forYou.missingMore': 'Missing: {{list}} and {{count}} more',
  'forYou.left_one': '{{count}} left',
  'forYou.left_other': '{{count}} left',
  'forYou.rival_one': 'needs {{count}} more',
  'forYou.rival_other': 'needs {{count}} more',
  'forYou.noRival': 'no close rival',
  'forYou.beaten': '{{points}} if beaten',
  'forYou.closes': 'closes in {{length}}',
  'forYou.progress': '{{objective}}: {{done}} of {{of}}',
  'forYou.more': 'Show {{count}} more',
  'forYou.emptyTitle': 'Nothing is open',
  'forYou.emptyText': 'Everything your team can reach is done or has closed. The next objectives to open will appear here.',
  'forYou.overTitle': 'The event is over',
  'forYou.overText': 'No more points can be earned. The Progress page shows how it went.',
  'forYou.toProgress': 'See how it went',
  'forYou.noTeamTitle': 'You are not assigned to a team',
  'forYou.noTeamText':
    'Once you are in a team, this page ranks what helps it most. Until then, select a team above to view the page as that team.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof forYou> {}
}

addMessages(forYou)
