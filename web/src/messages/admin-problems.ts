import { addMessages } from '../lib/text/messages.ts'

/** Texts of the problems page. */
const problems = {
  'problems.title': 'Problems',
  'problems.lead':
    'Errors and likely mistakes in the definition, data from the game that could not be read, and builds without stats.',
  'problems.scoring': 'In the definition',
  'problems.scoringNote': 'the list of the objectives page',
  'problems.ingestion': 'From the game',
  'problems.ingestionNote': 'the newest 100, including problems of the whole server',
  'problems.scoringNoneTitle': 'Everything can be scored',
  'problems.scoringNoneText': 'Errors and likely mistakes in objectives and presets appear here.',
  'problems.ingestionNoneTitle': 'Everything could be read',
  'problems.ingestionNoneText': 'Responses from the game that Muster could not use appear here, with the time.',
  'problems.times_one': '{{count}} time',
  'problems.times_other': '{{count}} times',
  'problems.last': 'last {{time}}',
  'problems.cleaned': 'Cleaned text',
  'problems.CalculateBuilds': 'Build stats',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof problems> {}
}

addMessages(problems)
