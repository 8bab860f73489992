import { addMessages } from '../lib/text/messages.ts'

/** Texts of user management. */
const users = {
  'users.title': 'Users',
  'users.lead': 'Everyone who has logged in, with their accounts and roles. Role changes take effect at once.',
  'users.search': 'Search by name or account',
  'users.searchHelp': 'Part of a name or of a game, Discord or Twitch account, or a full id.',
  'users.role': 'Role',
  'users.anyRole': 'Everyone',
  'users.found_one': '{{count}} person',
  'users.found_other': '{{count}} people',
  'users.foundMore': 'The first {{count}} people',
  'users.more': 'Show more',
  'users.nobodyTitle': 'No users found',
  'users.nobodyText': 'Try a shorter part of the name. Only people who have logged in are listed.',
  'users.column.name': 'Name',
  'users.column.poe': 'Game account',
  'users.column.discord': 'Discord',
  'users.column.twitch': 'Twitch',
  'users.column.roles': 'Roles',
  'users.column.act': 'Change',
  'users.you': 'you',
  'users.notConnected': 'not connected',
  'users.copyMention': 'Copy the mention of {{name}}',
  'users.copied': 'Mention copied',
  'users.copyFailed': 'The mention could not be copied',
  'users.roleName.admin': 'Admin',
  'users.roleName.manager': 'Manager',
  'users.roleName.objective_designer': 'Objective designer',
  'users.roleName.submission_judge': 'Submission judge',
  'users.change': 'Change roles',
  'users.changeOf': 'Change roles of {{name}}',
  'users.opens': 'Opens: {{pages}}.',
  'users.opensAll': 'Opens every page and can give roles to others.',
  'users.save': 'Save roles',
  'users.saveGive': 'Give {{given}}',
  'users.saveTake': 'Take away {{taken}}',
  'users.saveBoth': 'Give {{given}}, take away {{taken}}',
  'users.overtaken':
    'Another admin changed these roles in the meantime, from {{before}} to {{now}}. With your change they become: {{yours}}. Press again to save.',
  'users.noChange': 'No changes yet.',
  'users.ownAdmin':
    'You are removing your own admin role. You lose access to this page at once, and only another admin can give the role back.',
  'users.typeToLose': 'Type {{text}} to confirm',
  'users.changed': '{{name}} now has: {{roles}}',
  'users.noRoles': 'no role',
  'users.delete': 'Delete',
  'users.deleteOf': 'Delete the data of {{name}}?',
  'users.deleteGone':
    'Deleted immediately and permanently: the name, connected accounts and their tokens, signups, roles, builds, times of play, proofs and comments. This person is logged out everywhere and leaves events that have not started.',
  'users.deleteStays':
    'Their points still count, under the name “{{name}}”. Characters and tabs stay with it, without their names and under other ids. No more data is read about them.',
  'users.deleteBackups': 'Older backups still hold everything: after restoring one, delete this person again.',
  'users.deleteReason': 'Why',
  'users.deleteReasonHelp': 'Kept among the admin changes, for example “Asked by e-mail”. It must not name the person.',
  'users.deleteReasonMissing': 'Say why.',
  'users.deleteName': 'Type {{name}} to confirm',
  'users.deleteNameMissing': 'Type {{name}} exactly as it is written here.',
  'users.deleteDo': 'Delete for good',
  'users.deleteKeep': 'Cancel',
  'users.deleted': '{{name}} was deleted, and is now “{{pseudonym}}”.',
  'users.what': 'Pages by role',
  'users.whatNote': 'from the table that the server uses',
  'users.log': 'Role changes',
  'users.logNote': 'newest first',
  'users.logEmptyTitle': 'No changes yet',
  'users.logEmptyText': 'Every change of roles appears here, with its author.',
  'users.logGave': '{{author}} gave {{user}} {{roles}}',
  'users.logTook': '{{author}} took {{roles}} from {{user}}',
  'users.logBoth': '{{author}} gave {{user}} {{given}} and took {{taken}}',
  'users.commandLine': 'The command line',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof users> {}
}

addMessages(users)
