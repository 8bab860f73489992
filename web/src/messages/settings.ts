import { addMessages } from '../lib/messages.ts'

/** Texts of the settings. */
const settings = {
  'settings.person': 'You',
  'settings.name': 'Display name',
  'settings.nameLabel': 'How you are called here',
  'settings.nameHint': 'What others see beside what you found. At most {{count}} characters.',
  'settings.nameMissing': 'Please enter a name.',
  'settings.save': 'Save',
  'settings.saved': 'You are now called {{name}}',
  'settings.loginTitle': 'Log in for more',
  'settings.loginText': 'Name and accounts belong to a person. What is below belongs to this browser and works without a login.',

  'settings.accounts': 'Accounts',
  'settings.accountsNote': 'Each of them logs you in.',
  'settings.poeText': 'Lets us read your characters and public stash tabs. Without it nothing of yours can be tracked.',
  'settings.discordText': 'Where teams talk. Team leads find you by it.',
  'settings.twitchText': 'Shows your stream here while you are live.',
  'settings.connectedAs': 'Connected as {{name}}',
  'settings.connected': 'Connected',
  'settings.notConnected': 'Not connected',
  'settings.required': 'needed to play',
  'settings.ended': 'The game no longer lets us read your characters: the consent was withdrawn, or its time is over.',
  'settings.until': 'Consent until {{time}}',
  'settings.connect': 'Connect',
  'settings.again': 'Give consent again',
  'settings.remove': 'Disconnect',
  'settings.last': 'The only account that logs you in cannot be disconnected. Connect another one first.',
  'settings.removeTitle': 'Disconnect {{provider}}?',
  'settings.remove.poe':
    'Your characters and stash tabs are not read any more: what you find from now on does not count for your team. You cannot log in with {{name}} until you connect it again.',
  'settings.remove.discord':
    'Your team does not find you as {{name}} any more, and you cannot log in with it until you connect it again.',
  'settings.remove.twitch':
    'Your stream {{name}} is not shown here any more, and you cannot log in with it until you connect it again.',
  'settings.removeAct': 'Disconnect {{provider}}',
  'settings.keep': 'Keep it',
  'settings.removed': '{{provider}} was disconnected',

  'settings.look': 'In this browser',
  'settings.lookNote': 'Kept at once; other devices have their own.',
  'settings.theme': 'Theme',
  'settings.zone': 'Time zone',
  'settings.zoneDevice': 'That of this device ({{zone}})',
  'settings.zoneNow': 'A time on these pages: {{time}}',
  'settings.teams': 'Teams shown at once',
  'settings.teamsHint':
    'On cards and item tables: your own, the one you watch, then the best. 4 or 5 keep large events readable.',
  'settings.teamsAll': 'all teams',
  'settings.teamsSome_one': '{{count}} team',
  'settings.teamsSome_other': '{{count}} teams',
  'settings.columns': 'Columns of the ladder',
  'settings.columnsShown': '{{shown}} of {{all}} shown',
  'settings.columnsReset': 'Back to the usual columns',
  'settings.sets': 'Sets of uniques',
  'settings.setsCompleted': 'Completed sets',
  'settings.setsFirst': 'Sets whose first place is taken',

  'settings.devices': 'Logins',
  'settings.devicesText': 'If somebody else may be logged in as you: this ends every login on every device, this one too.',
  'settings.everywhere': 'Log out everywhere',
  'settings.everywhereTitle': 'Log out everywhere?',
  'settings.everywhereText':
    'Every device on which you are logged in, this one too, is logged out at once. Nothing else changes.',
  'settings.everywhereAct': 'Log out on all devices',
  'settings.everywhereKeep': 'Stay logged in',
  'settings.everywhereDone': 'You are logged out everywhere',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof settings> {}
}

addMessages(settings)
