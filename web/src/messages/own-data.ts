import { addMessages } from '../lib/text/messages.ts'

/** Texts about stored personal data, and about deleting an account. */
const ownData = {
  'data.title': 'Your data',
  'data.kept': 'Your stored data',
  'data.keptText':
    'Everything about you, by kind, and who sees it. It is kept until you delete your account, or for a shorter time that the organisers of an event choose.',
  'data.periods': 'Events that are kept for a shorter time',
  'data.keptUntil': 'until {{day}}; then tabs, builds, progress, times of play and your texts are removed, and points stay',
  'data.removedOn': 'tabs, builds, progress, times of play and your texts were removed on {{day}}; points stay',
  'data.keptOpen': 'Show all kinds',
  'data.seen': 'Who sees it',
  'data.entries_one': '{{count}} entry',
  'data.entries_other': '{{count}} entries',
  'data.entriesOver': 'more than {{count}} entries',

  'data.profile': 'Profile',
  'data.profileText': 'Your name, your roles, and what you chose on this page.',
  'data.profileSeen': 'Everyone sees your name. You and the admins see the rest.',
  'data.accounts': 'Accounts',
  'data.accountsText': 'Ids and names of the accounts you log in with. Their tokens are stored encrypted.',
  'data.accountsSeen': 'You, the organisers, and the people you chose above. No person can see the tokens.',
  'data.signups': 'Signups',
  'data.signupsText': 'Your answers in the signup: hours, wishes, partner, note.',
  'data.signupsSeen': 'You and the organisers.',
  'data.teams': 'Teams',
  'data.teamsText': 'The teams you are or were in, and what you took on or wrote in their plans.',
  'data.teamsSeen': 'Everyone sees who is in a team. Only the team sees its plan.',
  'data.characters': 'Characters',
  'data.charactersText': 'Names, levels, builds, equipment and atlas trees of your characters in events, over time.',
  'data.charactersSeen': 'Everyone.',
  'data.tabs': 'Stash tabs',
  'data.tabsText': 'The contents of your public tabs during events, because points come from them.',
  'data.tabsSeen': 'Not shown. Your team sees the names of tabs that gave points.',
  'data.guild_log': 'Guild log',
  'data.guild_logText': 'Lines of your guild’s log with your account name, and the pages you uploaded.',
  'data.guild_logSeen': 'Your team and the admins.',
  'data.play': 'Times of play',
  'data.playText': 'The minutes in which you were seen to play. Your hours follow from them.',
  'data.playSeen': 'You, the admins, and the people you chose above.',
  'data.submissions': 'Submissions',
  'data.submissionsText': 'Your submissions, with proof and comment, and the decisions of judges.',
  'data.submissionsSeen': 'Everyone.',
  'data.scores': 'Points',
  'data.scoresText': 'The points you earned for your team, and when.',
  'data.scoresSeen': 'Everyone, as far as your team’s progress is public.',
  'data.fetching': 'Reading',
  'data.fetchingText': 'When your characters and tabs were read, and what went wrong.',
  'data.fetchingSeen': 'You, your team lead and the organisers.',
  'data.notices': 'Notices',
  'data.noticesText': 'The notices in your bell, your choices for them, and the browsers that get them pushed.',
  'data.noticesSeen': 'You alone.',
  'data.organising': 'Organising',
  'data.organisingText': 'Your work as an organiser: edits, announcements, rules.',
  'data.organisingSeen': 'The organisers. Everyone sees announcements and rules.',

  'data.download': 'Download',
  'data.downloadText': 'All of it as one JSON file, without tokens and without private data of others.',
  'data.downloadAct': 'Download your data',
  'data.downloaded': 'Your data was downloaded',

  'data.delete': 'Delete account',
  'data.deleteText':
    'Your name, accounts, texts and times of play are deleted at once. Points stay with your team, under a pseudonym.',
  'data.deleteAct': 'Delete my account…',
  'data.deleteTitle': 'Delete your account?',
  'data.deleteGone':
    'Deleted immediately and permanently: your name, connected accounts and their tokens, signups, roles, builds, times of play, proofs and comments. You are logged out everywhere.',
  'data.deleteStays':
    'Your points still count, under the name “{{name}}”. Your characters and tabs stay with it, without their names and under other ids.',
  'data.deleteEvents': 'You leave events that have not started. In events that have, no more data is read about you.',
  'data.deleteAgain': 'If you log in again later, you start as a new user, without a history.',
  'data.deleteName': 'Type your name to confirm: {{name}}',
  'data.deleteNameMissing': 'Type {{name}} exactly as it is written here.',
  'data.deleteDo': 'Delete my account for good',
  'data.deleteKeep': 'Keep my account',
  'data.deleteLater': 'You can download your data first.',
  'data.deleted': 'Your account is deleted. You are “{{name}}” now.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof ownData> {}
}

addMessages(ownData)
