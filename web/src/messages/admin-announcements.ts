import { addMessages } from '../lib/text/messages.ts'

/** Texts of the announcements page. */
const announcements = {
  'announce.title': 'Announcements',
  'announce.lead': 'A short text on every page of {{event}}, from a start to an end. People see it within a minute.',
  'announce.newTitle': 'New announcement',
  'announce.editTitle': 'Edit the announcement',
  'announce.fieldTitle': 'Title',
  'announce.titleRequired': 'Enter a title',
  'announce.fieldText': 'Text',
  'announce.textRequired': 'Enter a text',
  'announce.tooLong': 'At most {{most}} characters',
  'announce.left': '{{count}} of {{most}} characters. Plain text; line breaks are kept.',
  'announce.audience': 'To',
  'announce.to.everybody': 'Everyone',
  'announce.to.players': 'Players',
  'announce.to.leads': 'Leads',
  'announce.toHelp.everybody': 'Includes visitors who are not logged in.',
  'announce.toHelp.players': 'Everyone who signed up or is in a team.',
  'announce.toHelp.leads': 'Leads of the teams.',
  'announce.starts': 'Shown from',
  'announce.startsHelp': 'Leave it empty to show it at once.',
  'announce.ends': 'Until',
  'announce.endsHelp': 'Leave it empty to show it until you remove it.',
  'announce.endsWrong': 'The end must be after the start',
  'announce.preview': 'Preview',
  'announce.postNow': 'Post now',
  'announce.postLater': 'Post from {{time}}',
  'announce.save': 'Save',
  'announce.posted': 'Announcement posted',
  'announce.saved': 'Announcement saved',
  'announce.state.shown': 'shown now',
  'announce.state.later': 'scheduled',
  'announce.state.over': 'ended',
  'announce.state.removed': 'removed',
  'announce.span': '{{from}} to {{to}}',
  'announce.from': 'from {{from}}',
  'announce.by': '{{name}}, version {{version}}',
  'announce.gone': 'a deleted user',
  'announce.change': 'Edit',
  'announce.changeOf': 'Edit “{{title}}”',
  'announce.remove': 'Remove',
  'announce.removeOf': 'Remove “{{title}}”',
  'announce.restore': 'Restore',
  'announce.restoreOf': 'Restore “{{title}}”',
  'announce.removed': 'Announcement removed',
  'announce.restored': 'Announcement restored',
  'announce.emptyTitle': 'No announcements yet',
  'announce.emptyText': 'Announcements appear on every page, for everyone, for players or for leads.',
  'announce.list': 'All announcements',
  'announce.listNote': 'latest start first',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof announcements> {}
}

addMessages(announcements)
