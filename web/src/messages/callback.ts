import { addMessages } from '../lib/text/messages.ts'

/** Texts of the return from a login. */
const callback = {
  'callback.working': 'Logging you in …',
  'callback.failed': 'Login failed.',
  'callback.refused': 'The provider answered: {{reason}}',
  'callback.incomplete': 'The login code is missing from the address. Please start again.',
  'callback.notKept': 'This browser did not store your login. Please allow storage for this site.',
  'callback.again': 'Try again',
  'callback.notConnected': '{{provider}} was not connected.',
  'callback.taken': 'This {{provider}} account belongs to another Muster user.',
  'callback.takenText':
    'You are still logged in as before; nothing was changed. If that user is also you, log out and log in with {{provider}} instead.',
  'callback.stay': 'Stay logged in',
  'callback.switch': 'Log in with {{provider}} instead',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof callback> {}
}

addMessages(callback)
