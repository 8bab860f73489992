import { addMessages } from '../lib/text/messages.ts'

/** Texts of the frame of the admin area, and of what all its pages share. */
const admin = {
  'admin.pages': 'Admin pages',
  'admin.title': 'Admin',
  'admin.page.home': 'Overview',
  'admin.page.events': 'Events',
  'admin.page.teams': 'Teams',
  'admin.page.presets': 'Presets',
  'admin.page.objectives': 'Objectives',
  'admin.page.definition': 'Definition',
  'admin.page.signups': 'Signups',
  'admin.page.team_sort': 'Team sort',
  'admin.page.submissions': 'Judge desk',
  'admin.page.corrections': 'Corrections',
  'admin.page.users': 'Users',
  'admin.page.jobs': 'Jobs',
  'admin.page.activity': 'Activity',
  'admin.page.problems': 'Problems',
  'admin.page.tracking': 'Tracking',
  'admin.page.announcements': 'Announcements',
  'admin.noRightTitle': 'You cannot open this page',
  'admin.noRightText': 'This page is for {{roles}}. An admin can give you the role under Users.',
  'admin.role.admin': 'admins',
  'admin.role.manager': 'managers',
  'admin.role.objective_designer': 'objective designers',
  'admin.role.submission_judge': 'submission judges',
  'admin.role.team_lead': 'team leads',
  'admin.noEventTitle': 'This event does not exist',
  'admin.noEventText': 'It may have been deleted. Choose another one above, or go to the list of events.',
  'confirm.keep': 'Cancel',
  'confirm.type': 'Type {{text}} to confirm',
  'confirm.undo': 'You can undo this.',
  'confirm.final': 'This cannot be undone.',
  'time.utc': '{{zone}}; {{utc}}. ',
  'time.clear': 'Clear',
  'undo.act': 'Undo',
  'undo.done': 'Undone',
  'conflict.title': 'Somebody else saved this while you were editing',
  'conflict.none': 'Your changes do not touch the same fields. Save again to keep both.',
  'conflict.choose': 'These fields were changed by both of you. Choose what to keep; nothing is saved before you do.',
  'conflict.theirs': 'Saved meanwhile',
  'conflict.mine': 'Yours',
  'conflict.merged_one': '{{count}} other change is kept as it was saved.',
  'conflict.merged_other': '{{count}} other changes are kept as they were saved.',
  'conflict.apply': 'Use these values',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof admin> {}
}

addMessages(admin)
