import { addMessages } from '../lib/text/messages.ts'

/** Texts of the bar above a site that an organiser views as someone else. */
const viewAs = {
  'viewAs.title': 'Viewing as someone else',
  'viewAs.visitor': 'You see the site as a visitor.',
  'viewAs.player': 'You see the site as a player of {{team}}.',
  'viewAs.text': 'Nothing can be changed here.',
  'viewAs.playerText':
    'Nothing can be changed here. The private pages of the team and of its players stay closed, and you see the live scores of a visitor.',
  'viewAs.back': 'Back to the admin pages',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof viewAs> {}
}

addMessages(viewAs)
