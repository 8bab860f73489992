import { addMessages } from '../lib/text/messages.ts'
import './admin.ts'

/** Texts of the page where scoring presets are created, edited and deleted. */
const adminPresets = {
  'adminPresets.new': 'New preset',
  'adminPresets.noneTitle': 'No presets yet',
  'adminPresets.noneText': 'A preset says what an objective pays. Create one, then choose it for your objectives.',
  'adminPresets.locked': 'This event is locked: its presets cannot be changed.',
  'adminPresets.lockedShort': 'The event is locked',
  'adminPresets.number': 'no. {{id}}',
  'adminPresets.usedBy_one': 'Used by {{count}} objective',
  'adminPresets.usedBy_other': 'Used by {{count}} objectives',
  'adminPresets.edit': 'Edit',
  'adminPresets.delete': 'Delete',
  'adminPresets.createTitle': 'New preset',
  'adminPresets.editTitle': 'Edit {{name}} (no. {{id}})',
  'adminPresets.name': 'Name',
  'adminPresets.nameMissing': 'Enter a name',
  'adminPresets.scoring_method': 'Method',
  'adminPresets.points': 'Points',
  'adminPresets.pointsHelp.fixed': 'One value, for every team that finishes.',
  'adminPresets.pointsHelp.by_place':
    'One value for each place, first place first. The last one repeats. 10x5 means 10 five times.',
  'adminPresets.pointsHelp.by_value': 'One value, multiplied by the counted number.',
  'adminPresets.pointsHelp.by_unit': 'One value for each unit counted, the first unit first. The last one repeats.',
  'adminPresets.pointsHelp.by_finishers':
    'The points of each team if one team finishes, if two finish, and so on. The last value repeats.',
  'adminPresets.pointsHelp.per_part': 'One value for each part that a team finishes, in their order. The last one repeats.',
  'adminPresets.pointsMissing': 'Enter at least one value',
  'adminPresets.pointsWrong': 'Not a number: {{text}}',
  'adminPresets.pointsTooMany': 'Enter at most {{most}} values',
  'adminPresets.point_cap': 'Cap',
  'adminPresets.capHelp': 'The maximum that this pays. Leave it empty for no cap.',
  'adminPresets.capWrong': 'Enter a whole number, or leave it empty',
  'adminPresets.description': 'Description',
  'adminPresets.nothing': 'nothing',
  'adminPresets.create': 'Create preset',
  'adminPresets.save': 'Save preset',
  'adminPresets.created': '{{name}} was created',
  'adminPresets.saved': '{{name}} was saved',
  'adminPresets.paysNothing': 'Pays nothing',
  'adminPresets.axis.fixed': 'Points for finishing',
  'adminPresets.axis.by_place': 'Points by place, 1st on the left; the last value repeats',
  'adminPresets.axis.by_value': 'Points by the counted number',
  'adminPresets.axis.by_unit': 'Points by unit counted, the first on the left; the last value repeats',
  'adminPresets.axis.by_finishers': 'Points of each team by finished teams, one on the left; the last value repeats',
  'adminPresets.axis.per_part': 'Points by finished part, the first on the left; the last value repeats',
  'adminPresets.place': '{{ordinal}}: {{points}}',
  'adminPresets.places': '{{list}}, the last value repeats',
  'adminPresets.barsLabel': 'Points in their order: {{list}}',
  'adminPresets.line': 'Pays {{rate}} for each one counted',
  'adminPresets.lineCapped': 'Pays {{rate}} for each one counted, up to {{cap}} from {{number}} on',
  'adminPresets.capAt': '{{cap}} at {{number}}',
  'adminPresets.unused': 'No objective uses this preset.',
  'adminPresets.deleteTitle': 'Delete {{name}}?',
  'adminPresets.deleteMeans_one': '{{count}} objective will have no preset and pay nothing:',
  'adminPresets.deleteMeans_other': '{{count}} objectives will have no preset and pay nothing:',
  'adminPresets.deleteAct_one': 'Delete it and remove the points of {{count}} objective',
  'adminPresets.deleteAct_other': 'Delete it and remove the points of {{count}} objectives',
  'adminPresets.deleteUnused': 'Delete preset',
  'adminPresets.more_one': 'and {{count}} more',
  'adminPresets.more_other': 'and {{count}} more',
  'adminPresets.deleted': '{{name}} was deleted',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof adminPresets> {}
}

addMessages(adminPresets)
