import { addMessages } from '../lib/text/messages.ts'

/** Texts of invitations and new login links. */
const invitations = {
  'invite.title': 'Invitations',
  'invite.lead': 'Links for people without a Discord, Twitch or game login: they choose a name and make a passkey.',
  'invite.newTitle': 'New links',
  'invite.count': 'Number of links',
  'invite.countHelp': 'Each works once and makes one account. At most {{most}}.',
  'invite.countInvalid': 'Enter a whole number from 1 to {{most}}.',
  'invite.hours': 'Valid for',
  'invite.hours.1': '1 hour',
  'invite.hours.24': '1 day',
  'invite.hours.168': '7 days',
  'invite.hours.720': '30 days',
  'invite.name': 'Note for this list',
  'invite.nameHelp': 'For example “For Anna”. Only organisers see it.',
  'invite.make_one': 'Make {{count}} link',
  'invite.make_other': 'Make {{count}} links',
  'invite.made_one': '{{count}} new link',
  'invite.made_other': '{{count}} new links',
  'invite.madeText': 'Copy now: links are not stored, so they cannot be shown again. Send each to one person.',
  'invite.copy_one': 'Copy the link',
  'invite.copy_other': 'Copy {{count}} links',
  'invite.copied_one': 'Link copied',
  'invite.copied_other': '{{count}} links copied',
  'invite.copyFailed': 'Could not copy. Select the text and copy it yourself.',
  'invite.list': 'All links',
  'invite.listNote': 'the newest 200',
  'invite.emptyTitle': 'No links yet',
  'invite.emptyText': 'Each link appears here with its state.',
  'invite.column.state': 'State',
  'invite.column.name': 'Link',
  'invite.column.author': 'Made',
  'invite.column.end': 'Used or ends',
  'invite.column.act': 'Actions',
  'invite.state.open': 'open',
  'invite.state.used': 'used',
  'invite.state.expired': 'expired',
  'invite.state.revoked': 'revoked',
  'invite.forNew': 'New account',
  'invite.forUser': 'New login of {{name}}',
  'invite.authorAt': '{{author}}, {{time}}',
  'invite.usedBy': '{{name}}, {{time}}',
  'invite.commandLine': 'Command line',
  'invite.revoke': 'Revoke',
  'invite.revokeOf': 'Revoke link {{id}}',
  'invite.revokeTitle': 'Revoke this link?',
  'invite.revokeText': 'It stops working at once. A person who has it has to ask for another.',
  'invite.revoked': 'The link was revoked',
  'invite.recover': 'New login link',
  'invite.recoverOf': 'New login link for {{name}}',
  'invite.recoverText':
    'For a person who lost their passkeys. When the link is used, {{name}} gets a new passkey, the earlier ones stop working, and every login ends. The link opens the account for every person who has it: send it to {{name}} only, over a channel you trust.',
  'invite.recoverUntil': 'Valid for 1 day. Its use is recorded, and shown to {{name}} at the next login.',
  'invite.recoverDo': 'Make the link',
  'invite.done': 'Done',
  'invite.noPasskeysTitle': 'Passkeys do not work on this server',
  'invite.noPasskeysText':
    'Browsers allow them with https and a host name, or on localhost; not on an IP address. The operator sets PUBLIC_URL.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof invitations> {}
}

addMessages(invitations)
