import { addMessages } from '../lib/text/messages.ts'
import './admin.ts'

/** Texts of the page where teams are created, edited and deleted. */
const adminTeams = {
  'adminTeams.new': 'New team',
  'adminTeams.noneTitle': 'No teams yet',
  'adminTeams.noneText': 'Create the teams first. Players are put into them on the Team sort page.',
  'adminTeams.locked': 'This event is locked: its teams cannot be created or edited.',
  'adminTeams.lockedShort': 'The event is locked',
  'adminTeams.number': 'no. {{id}}',
  'adminTeams.noAbbreviation': 'no abbreviation',
  'adminTeams.noColour': 'no colour',
  'adminTeams.contrasts': 'contrast {{dark}}:1 dark, {{light}}:1 light',
  'adminTeams.closeTo': 'close to {{names}}',
  'adminTeams.points': '{{points}} points',
  'adminTeams.members_one': '{{count}} player',
  'adminTeams.members_other': '{{count}} players',
  'adminTeams.edit': 'Edit',
  'adminTeams.delete': 'Delete',
  'adminTeams.createTitle': 'New team',
  'adminTeams.editTitle': 'Edit {{name}} (no. {{id}})',
  'adminTeams.name': 'Name',
  'adminTeams.nameMissing': 'Enter a name',
  'adminTeams.abbreviation': 'Abbreviation',
  'adminTeams.abbreviationHelp': 'Two or three letters, used where space is short. Without one it is made from the name.',
  'adminTeams.color': 'Colour',
  'adminTeams.colorPick': 'Pick a colour',
  'adminTeams.colorWrong': 'Enter a colour like #3366cc',
  'adminTeams.onDark': 'Dark theme: {{ratio}}',
  'adminTeams.onLight': 'Light theme: {{ratio}}, text {{text}}',
  'adminTeams.tooCloseTurned':
    'Too close to {{names}}. Pages show another hue instead, as above; choose a colour of its own to avoid that.',
  'adminTeams.tooCloseLater':
    'Too close to {{names}}. Pages show another hue for that team; choose a colour of its own to avoid that.',
  'adminTeams.allowed_classes': 'Allowed classes',
  'adminTeams.allClasses': 'All classes',
  'adminTeams.classCount_one': 'Only {{count}} class',
  'adminTeams.classCount_other': 'Only {{count}} classes',
  'adminTeams.allowAll': 'Allow all',
  'adminTeams.otherClasses': 'Others',
  'adminTeams.nothing': 'nothing',
  'adminTeams.create': 'Create team',
  'adminTeams.save': 'Save team',
  'adminTeams.created': '{{name}} was created',
  'adminTeams.createdText': 'Now you can give it a logo.',
  'adminTeams.saved': '{{name}} was saved',
  'adminTeams.logo': 'Logo',
  'adminTeams.noLogo': 'No logo',
  'adminTeams.logoOf': 'Logo of {{name}}',
  'adminTeams.logoChosen': 'Preview of {{name}}',
  'adminTeams.logoChoose': 'Choose a picture',
  'adminTeams.logoOther': 'Choose another picture',
  'adminTeams.logoUpload': 'Upload logo',
  'adminTeams.logoUploading': 'Uploading…',
  'adminTeams.logoDiscard': 'Discard',
  'adminTeams.logoRemove': 'Remove logo',
  'adminTeams.logoHelp': 'PNG, JPEG or WebP, up to 2 MB and 4096 pixels a side. It is shown beside the crest.',
  'adminTeams.logoWrongType': 'Choose a PNG, JPEG or WebP picture',
  'adminTeams.logoTooLarge': 'This picture is {{size}} MB. Choose one of up to 2 MB.',
  'adminTeams.logoUnreadable': 'This file cannot be read',
  'adminTeams.logoSaved': '{{name}} has a new logo',
  'adminTeams.logoRemoved': 'The logo of {{name}} was removed',
  'adminTeams.deleteTitle': 'Delete {{name}}?',
  'adminTeams.deleteAct': 'Delete the team and its {{points}} points',
  'adminTeams.deleteMembers_one': '{{count}} player will have no team.',
  'adminTeams.deleteMembers_other': '{{count}} players will have no team.',
  'adminTeams.deletePoints':
    'Its {{points}} points and everything it has found are deleted. Other teams may move up and gain points.',
  'adminTeams.deleteLocked': 'The event is locked, but teams can still be deleted.',
  'adminTeams.deleted': '{{name}} was deleted',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof adminTeams> {}
}

addMessages(adminTeams)
