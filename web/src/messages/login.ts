import { addMessages } from '../lib/text/messages.ts'

/** Texts of logins, passkeys and invitations. */
const login = {
  'login.choose': 'Log in',
  'login.with': 'Continue with {{provider}}',
  'login.passkey': 'Log in with a passkey',
  'login.newHere':
    'New here? Continue with one of the accounts above. Passkeys are for people who have added one or joined by invitation.',
  'login.invitedOnly': 'New here? Ask the organisers for an invitation link.',
  'login.noWay':
    'This server has no way to log in at this address. The organisers can set up Discord or Twitch, or passkeys, which need https and a host name.',
  'login.recovered': 'A new login link was used for your account',
  'login.recoveredText':
    'On {{time}}, with a link made by {{author}}. Earlier passkeys stopped working. If that was not you, tell an admin.',
  'login.commandLine': 'the operator of the server',

  'passkey.cancelled':
    'No passkey was used: the request was cancelled or timed out, or this device has no passkey for this site. Try again, or use another way.',
  'passkey.already': 'This device already has a passkey for your account.',
  'passkey.wrongHost': 'Passkeys of this site work at its own address only. Open {{host}} and try again.',
  'passkey.unsupported': 'This browser or device cannot make a passkey. Try another browser, or your phone.',
  'passkey.nameOn': 'Passkey on {{system}}',
  'passkey.name': 'Passkey',

  'invitation.title': 'Invitation',
  'invitation.incomplete': 'This link is incomplete',
  'invitation.incompleteText': 'Copy the whole link, up to its last character, and open it again.',
  'invitation.used': 'This invitation was used',
  'invitation.usedText':
    'Each link works once. If you used it, log in with your passkey. Otherwise ask the organisers for a new link.',
  'invitation.expired': 'This invitation has expired',
  'invitation.expiredText': 'It ended on {{time}}. Ask the organisers for a new link.',
  'invitation.revoked': 'This invitation was revoked',
  'invitation.revokedText': 'Ask the organisers for a new link.',
  'invitation.lead': 'Choose a name and make a passkey: your device then logs you in, with no password and no other account.',
  'invitation.until': 'The link works once, until {{time}}.',
  'invitation.name': 'Your name on Muster',
  'invitation.nameHelp': 'Shown next to your finds. You can change it later.',
  'invitation.nameMissing': 'Enter a name.',
  'invitation.join': 'Make a passkey and join',
  'invitation.welcome': 'Welcome, {{name}}',
  'invitation.recoverLead': 'Make a new passkey for {{name}}.',
  'invitation.recoverText':
    'Your earlier passkeys stop working, and you are logged out on every other device. Connected accounts stay.',
  'invitation.recover': 'Make a new passkey',
  'invitation.loggedIn': 'You are logged in as {{name}}',
  'invitation.loggedInText': 'This link is for a new account. To use it, log out first.',
  'invitation.logOut': 'Log out',
  'invitation.noPasskeys': 'Passkeys do not work at this address',
  'invitation.noPasskeysText': 'Open the link at {{host}}, as the organisers sent it.',
  'invitation.noPasskeysHere':
    'Browsers allow passkeys with https and a host name only. Tell the organisers that the server’s address does not allow them.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof login> {}
}

addMessages(login)
