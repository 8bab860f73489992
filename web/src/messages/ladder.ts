import { addMessages } from '../lib/text/messages.ts'

/** Texts of the ladder's sheets and empty lists, which few visits need. */
const ladder = {
  'ladder.clear': 'Clear filters',
  'ladder.emptyTitle': 'The ladder is empty',
  'ladder.emptyText': 'Characters appear here a few minutes after the event starts.',
  'ladder.neverTitle': 'No characters',
  'ladder.neverText': 'Characters were not tracked in this event.',
  'ladder.noneTitle': 'No characters match',
  'ladder.noneText': 'Try a different search, or clear the filters.',
  'ladder.filtersReset': 'Clear ranges',
  'ladder.least': 'min',
  'ladder.most': 'max',
  'ladder.leastOf': '{{column}} min',
  'ladder.mostOf': '{{column}} max',
  'ladder.any': 'any',
  'ladder.sort': 'Sort',
  'ladder.sortAscending': 'ascending',
  'ladder.sortDescending': 'descending',
  'ladder.usesOn': 'Uniques and gems: {{count}}',
  'ladder.usesChosen': 'Chosen uniques and gems',
  'ladder.usesNote': 'Percentages count the characters left by the other filters whose build is known.',
  'ladder.usesKind': 'Uniques or gems',
  'ladder.uniques': 'Uniques',
  'ladder.gems': 'Gems',
  'ladder.uniquesSearch': 'Name of a unique',
  'ladder.gemsSearch': 'Name of a gem',
  'ladder.usesClear': 'Clear uniques and gems',
  'ladder.usesNone': 'No builds are known for these characters yet. Clear other filters, or look again in a few minutes.',
  'ladder.usesNotFound': 'None of these characters uses it. Check the spelling, or clear other filters.',
  'ladder.usesMore_one': '{{count}} more. Type a part of the name to find it.',
  'ladder.usesMore_other': '{{count}} more. Type a part of the name to find one.',
  'ladder.usesShare': '{{percent}} %',
  'ladder.usesCount_one': '{{shown}} character',
  'ladder.usesCount_other': '{{shown}} characters',
  'ladder.usesFailed': 'Uniques and gems could not be loaded',
  'ladder.usesFailedText': 'Check your connection, then try again.',
  'ladder.past': 'Hour of the event',
  'ladder.pastSlider': 'Hours after the start',
  'ladder.pastAt': 'Hour {{hour}}: {{time}}',
  'ladder.pastBefore': 'One hour earlier',
  'ladder.pastAfter': 'One hour later',
  'ladder.pastNow': 'Show now',
  'ladder.pastNote':
    'Characters of the teams, with their newest readings before this time. The rank is their order by experience: the game’s ladder has no history.',
  'depth.emptyTitle': 'No delving yet',
  'depth.emptyText': 'Characters appear here once they have entered the Delve mine.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof ladder> {}
}

addMessages(ladder)
