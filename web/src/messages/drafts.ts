import { addMessages } from '../lib/text/messages.ts'

/** Drafts of forms, and the end of a login while a form has input. */
const drafts = {
  'draft.found': 'Draft from {{time}} that was not sent.',
  'draft.outdated': 'Another person has changed this since then. Saving compares both.',
  'draft.discard': 'Discard draft',
  'draft.discarded': 'Draft discarded.',
  'draft.putBack': 'Undo',
  'draft.savedBefore': 'Saved. Your changes after that are not saved yet.',
  'draft.notSent': 'Not saved',
  'draft.notSentText': '{{problem}}. Your text is kept as a draft.',
  'loginEnded.form': 'Your login has ended. Your text is kept as a draft.',
  'loginEnded.plain': 'Your login has ended. Nothing was changed.',
  'loginEnded.page': 'Your login has ended. Your drafts are kept in this browser.',
  'loginEnded.again': 'Log in again',
  'loginEnded.visitor': 'Continue without login',
  'logout.title': 'Log out and delete drafts?',
  'logout.text_one': 'One draft was not sent. Logging out deletes it.',
  'logout.text_other': '{{count}} drafts were not sent. Logging out deletes them.',
  'logout.keep': 'Stay logged in',
  'logout.act': 'Log out',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof drafts> {}
}

addMessages(drafts)
