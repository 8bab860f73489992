import { addMessages } from '../lib/text/messages.ts'

/** Texts of the banner of announcements. */
const announcements = {
  'announced.label': 'Announcements',
  'announced.dismiss': 'Dismiss “{{title}}”',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof announcements> {}
}

addMessages(announcements)
