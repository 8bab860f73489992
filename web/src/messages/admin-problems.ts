import { addMessages } from '../lib/text/messages.ts'

/** Texts of the page of problems. */
const problems = {
  'problems.title': 'Problems',
  'problems.lead': 'What does not count as it stands, what could not be read from the game, and builds without stats.',
  'problems.scoring': 'In the definition',
  'problems.scoringNote': 'what cannot be scored; everything else is',
  'problems.ingestion': 'From the game',
  'problems.ingestionNote': 'the newest 100, also those of the whole server',
  'problems.scoringNoneTitle': 'Everything can be scored',
  'problems.scoringNoneText': 'Whatever the scorekeeper cannot score appears here, with the objective or preset it is about.',
  'problems.ingestionNoneTitle': 'Everything could be read',
  'problems.ingestionNoneText': 'What the game answered and Muster could not use appears here, with the time.',
  'problems.objective': 'Objective {{id}}',
  'problems.preset': 'Preset {{id}}',
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
