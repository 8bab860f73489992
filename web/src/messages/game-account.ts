import { addMessages } from '../lib/text/messages.ts'

/** Texts about game accounts that players state without connecting them. */
const gameAccount = {
  'account.title': 'Game account',
  'account.label': 'Your account in the game',
  'account.help': 'The whole name with its number, such as Name#1234. A lead or an organiser confirms it.',
  'account.malformed': 'Enter the whole name with its number, such as Name#1234.',
  'account.save': 'Save',
  'account.saved': 'Your game account is {{name}}',
  'account.removed': 'Your game account was removed',
  'account.stated': 'not confirmed',
  'account.confirmed': 'confirmed',
  'account.statedOwn': 'Waits for a lead or an organiser to confirm it.',
  'account.confirmedOwn': 'Confirmed: deposits in the guild’s log count as yours. Another name needs a new confirmation.',
  'account.toConfirm': 'Game accounts to confirm',
  'account.toConfirmText': 'Ask the player, or compare the name with their profile in the game.',
  'account.confirm': 'Confirm',
  'account.confirmOf': 'Confirm the game account of {{name}}',
  'account.confirmStated': 'Confirm {{account}}',
  'account.unconfirm': 'Withdraw the confirmation of {{account}}',
  'account.confirmedToast': '{{account}} is confirmed as the account of {{name}}',
  'account.unconfirmedToast': '{{account}} is no longer confirmed as the account of {{name}}',
  'account.undo': 'Undo',
  'account.failed': 'The game account was not changed: {{reason}}',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof gameAccount> {}
}

addMessages(gameAccount)
