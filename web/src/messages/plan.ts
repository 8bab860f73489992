import { addMessages } from '../lib/text/messages.ts'

/** Texts of a team's plan for its members. */
const teamPlan = {
  'teamPlan.title': 'The plan',
  'teamPlan.note': '{{name}}, {{time}} ago. Seen by {{seen}} of {{members}}',
  'teamPlan.noteNameless': 'Seen by {{seen}} of {{members}}',
  'teamPlan.justNow': '{{name}}, just now. Seen by {{seen}} of {{members}}',
  'teamPlan.message': 'From your team leads',
  'teamPlan.anyTime': 'Any time',
  'teamPlan.windowNow': 'now to {{to}}',
  'teamPlan.windowSince': 'since {{from}}',
  'teamPlan.windowFrom': 'from {{from}}',
  'teamPlan.windowSpan': '{{from}} to {{to}}',
  'teamPlan.windowOver': 'until {{to}}',
  'teamPlan.progress': '{{objective}}: {{done}} of {{of}}',
  'teamPlan.doneOf': '{{done}} of {{of}}',
  'teamPlan.missing': 'Missing: {{list}}',
  'teamPlan.missingMore': 'Missing: {{list}} and {{count}} more',
  'teamPlan.closes': 'closes in {{length}}',
  'teamPlan.nobody': 'no one yet',
  'teamPlan.you': 'you',
  'teamPlan.and': '{{list}} and {{last}}',
  'teamPlan.take': 'I am on it',
  'teamPlan.taken': 'You are on it',
  'teamPlan.takeOf': 'I am on it: {{objective}}',
  'teamPlan.takenOf': 'You are on it: {{objective}}',
  'teamPlan.others_one': '{{count}} more',
  'teamPlan.others_other': '{{count}} more',
  'teamPlan.finished_one': '{{count}} done or closed',
  'teamPlan.finished_other': '{{count}} done or closed',
  'teamPlan.done': 'Done. Thank you.',
  'teamPlan.doneBy': 'Done by {{name}}. Thank you.',
  'teamPlan.closed': 'Closed before it was done.',
  'teamPlan.emptyTitle': 'No plan yet',
  'teamPlan.emptyText': 'The suggestions of your team leads will appear here, in order.',
  'teamPlan.make': 'Make a plan',
  'teamPlan.change': 'Change the plan',
  'teamPlan.noticeOn': 'Notify me',
  'teamPlan.noticeOff': 'Stop notifying me',
  'teamPlan.noticeHelp':
    'Your browser notifies you of new suggestions by your leads, with the objective and text, while a page of Muster is open.',
  'teamPlan.noticeIsOn': 'Your browser notifies you of new suggestions by your leads while a page of Muster is open.',
  'teamPlan.noticeDenied': 'Your browser blocks notifications from this site. Allow them in its settings first.',
  'teamPlan.noticeTitle': 'The plan of your team',
  'teamPlan.noticeEntry': '{{objective}}: {{text}}',
  'teamPlan.noticeMore_one': 'and {{count}} more',
  'teamPlan.noticeMore_other': 'and {{count}} more',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof teamPlan> {}
}

addMessages(teamPlan)
