import { addMessages } from '../lib/text/messages.ts'

/** Texts of the settings. */
const settings = {
  'settings.person': 'You',
  'settings.name': 'Display name',
  'settings.nameLabel': 'Your name on Muster',
  'settings.nameHint': 'Shown next to your finds. At most {{count}} characters.',
  'settings.nameMissing': 'Enter a name.',
  'settings.save': 'Save',
  'settings.saved': 'Your name is now {{name}}',
  'settings.loginTitle': 'Log in for more settings',
  'settings.loginText':
    'Your name and accounts need a login. The settings below are stored in this browser and work without one.',

  'settings.accounts': 'Accounts',
  'settings.accountsNote': 'You can log in with any of them.',
  'settings.poeText': 'Lets Muster read your characters and public stash tabs. Without it, Muster cannot track you.',
  'settings.discordText': 'Where teams talk, and how team leads find you.',
  'settings.twitchText': 'Shows your stream here while you are live.',
  'settings.connectedAs': 'Connected as {{name}}',
  'settings.connected': 'Connected',
  'settings.notConnected': 'Not connected',
  'settings.required': 'needed to play',
  'settings.ended': 'Muster can no longer read your characters: consent was withdrawn or has expired.',
  'settings.until': 'Consent valid until {{time}}',
  'settings.connect': 'Connect',
  'settings.again': 'Renew consent',
  'settings.remove': 'Disconnect',
  'settings.last': 'You cannot disconnect the only way you log in. Connect another account or add a passkey first.',
  'settings.passkeys': 'Passkeys',
  'settings.passkeysText':
    'Your device or a security key logs you in, without a password. Add one for each device that does not share them.',
  'settings.passkeyAdd': 'Add a passkey',
  'settings.passkeyAdded': 'The passkey was added',
  'settings.passkeyMade': 'made on {{time}}, not used yet',
  'settings.passkeyUsed': 'last used on {{time}}',
  'settings.passkeyRename': 'Rename',
  'settings.passkeyRenameTitle': 'Rename a passkey',
  'settings.passkeyRenamed': 'The passkey is now called {{name}}',
  'settings.passkeyName': 'Name of the passkey',
  'settings.passkeyCancel': 'Cancel',
  'settings.passkeyRemove': 'Remove',
  'settings.passkeyRemoveTitle': 'Remove {{name}}?',
  'settings.passkeyRemoveText':
    'You cannot log in with it any more. Logins that exist stay. Your device may still list it; delete it there, too.',
  'settings.passkeyKeep': 'Keep it',
  'settings.passkeyRemoved': '{{name}} was removed',
  'settings.passkeyLast': 'You cannot remove the only way you log in. Add another passkey or connect an account first.',
  'settings.noPasskeys': 'Not available here: browsers allow passkeys with https and a host name only.',
  'settings.passkeysAt': 'Passkeys work at {{host}} only.',
  'settings.recovered':
    'On {{time}} a new login link made by {{author}} was used, and the earlier passkeys stopped working. If that was not you, tell an admin.',
  'settings.removeTitle': 'Disconnect {{provider}}?',
  'settings.remove.poe':
    'Your characters and stash tabs will no longer be read, so new finds will not count for your team. You cannot log in with {{name}} until you connect it again.',
  'settings.remove.discord':
    'Your team will no longer find you as {{name}}, and you cannot log in with it until you connect it again.',
  'settings.remove.twitch':
    'Your stream {{name}} will no longer be shown here, and you cannot log in with it until you connect it again.',
  'settings.removeAct': 'Disconnect {{provider}}',
  'settings.keep': 'Keep connected',
  'settings.removed': '{{provider}} was disconnected',

  'settings.recordTitle': 'Your record',
  'settings.recordLink': 'Open it',
  'settings.recordShown': 'Who sees it',
  'settings.record.everyone': 'Everyone',
  'settings.record.logged_in': 'People who are logged in',
  'settings.record.nobody': 'Only me and the admins',
  'settings.recordHelp.everyone':
    'Everyone with the link sees your events, teams, points, firsts, characters and best finds, without a login. Search engines may list the page.',
  'settings.recordHelp.logged_in':
    'Logged-in users see your events, teams, points, firsts, characters and best finds. Everyone else sees your name and characters.',
  'settings.recordHelp.nobody': 'Everyone else sees “Player not found”.',
  'settings.recordEvents': 'The pages of an event still show what you did in it.',
  'settings.recordHours': 'Hours played',
  'settings.recordShowHours': 'Show them in the record',
  'settings.recordHoursHelp': 'You and the admins see them either way.',
  'settings.recordSaved': 'Saved',

  'settings.shown': 'Visible to others',
  'settings.shownNote': 'Changes are saved immediately.',
  'settings.chat_name': 'Discord name',
  'settings.play': 'Times of play',
  'settings.stream': 'Stream',
  'settings.shownTo.everyone': 'Everyone',
  'settings.shownTo.event': 'Everyone in my event',
  'settings.shownTo.team': 'My team',
  'settings.shownTo.nobody': 'Nobody',
  'settings.chat_nameHelp':
    'In your team’s room, and for players who name you as a partner. Organisers always see it, to reach you.',
  'settings.playHelp': 'Whether you play now, since when, and when you last did: in your team’s room and on the ladder.',
  'settings.streamHelp':
    'While you are live: on the streams page, in your team’s room and on the ladder. If you choose “Nobody”, Twitch is not asked about you.',
  'settings.look': 'In this browser',
  'settings.lookNote': 'Saved at once, on this device only.',
  'settings.theme': 'Theme',
  'settings.zone': 'Time zone',
  'settings.zoneDevice': 'Device time zone ({{zone}})',
  'settings.zoneNow': 'Times look like this: {{time}}',
  'settings.teams': 'Teams shown at once',
  'settings.teamsHint':
    'On cards and item tables: your own team, the one you follow, then the best. 4 or 5 keep large events readable.',
  'settings.teamsAll': 'all teams',
  'settings.teamsSome_one': '{{count}} team',
  'settings.teamsSome_other': '{{count}} teams',
  'settings.columns': 'Ladder columns',
  'settings.columnsShown': '{{shown}} of {{all}} shown',
  'settings.columnsReset': 'Reset columns',
  'settings.sets': 'Unique sets',
  'settings.setsCompleted': 'Completed sets',
  'settings.setsFirst': 'Sets whose first place is taken',

  'settings.pictures': 'Item pictures',
  'settings.picturesLoad': 'Load item pictures from the game’s image host',
  'settings.picturesHint': 'Otherwise nothing is requested from there, and items are shown as drawings.',

  'settings.devices': 'Logins',
  'settings.devicesText': 'If someone else may be logged in as you, end every login on every device, including this one.',
  'settings.everywhere': 'Log out everywhere',
  'settings.everywhereTitle': 'Log out everywhere?',
  'settings.everywhereText': 'You will be logged out at once on every device, including this one. Nothing else changes.',
  'settings.everywhereAct': 'Log out on all devices',
  'settings.everywhereKeep': 'Stay logged in',
  'settings.everywhereDone': 'You are logged out on all devices',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof settings> {}
}

addMessages(settings)
