import { addMessages } from '../lib/text/messages.ts'

/** Texts of keys for programs, in the settings. */
const keys = {
  'keys.block': 'Programs',
  'keys.docs': 'How programs read',
  'keys.title': 'Keys for programs',
  'keys.text':
    'A key lets a bot or an overlay read Muster as you, without your login. It only reads: it changes nothing, and has none of your roles.',
  'keys.empty': 'You have no keys. Public data needs none; make one for your team’s data, or for higher limits.',
  'keys.make': 'Make a key',
  'keys.full': 'You have {{count}} keys, the maximum. Revoke one to make another.',
  'keys.newTitle': 'Make a key',
  'keys.name': 'Name of the key',
  'keys.nameHint': 'Where you use it, such as “Discord bot”. Only you see it.',
  'keys.nameMissing': 'Enter a name, so that you know later which key to revoke.',
  'keys.reads': 'The key may read',
  'keys.public': 'Everything that visitors see',
  'keys.team':
    'Everything that members of your team see: hidden progress, the plan, the guild’s stash, and chat names and times of play that teammates show the team',
  'keys.own': 'Your own data: signup, tracking, times of play and submissions',
  'keys.end': 'The key expires',
  'keys.end.30': 'after 30 days',
  'keys.end.90': 'after 90 days',
  'keys.end.365': 'after a year',
  'keys.end.never': 'never; you can revoke it',
  'keys.cancel': 'Cancel',
  'keys.made': 'Copy the key now. It cannot be shown again.',
  'keys.secret': 'The key {{name}}',
  'keys.copy': 'Copy the key',
  'keys.copied': 'The key was copied',
  'keys.notCopied': 'The key could not be copied. Select it and copy it by hand.',
  'keys.hide': 'I have stored it',
  'keys.scope.public': 'public data',
  'keys.scope.team': 'team data',
  'keys.scope.own': 'own data',
  'keys.used': 'last used on {{time}}',
  'keys.unused': 'made on {{time}}, not used yet',
  'keys.until': 'until {{time}}',
  'keys.over': 'expired on {{time}}',
  'keys.endKey': 'Revoke',
  'keys.endTitle': 'Revoke {{name}}?',
  'keys.endText': 'The next call of every program with this key is refused, and open feeds close. This cannot be undone.',
  'keys.keep': 'Keep it',
  'keys.endAct': 'Revoke the key',
  'keys.ended': '{{name}} was revoked',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof keys> {}
}

addMessages(keys)
