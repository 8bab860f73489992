import { addMessages } from '../lib/text/messages.ts'

/** Texts of the ladder's sheets and empty lists, which few visits need. */
const ladder = {
  'ladder.filtersReset': 'Clear ranges',
  'ladder.least': 'min',
  'ladder.most': 'max',
  'ladder.leastOf': '{{column}} min',
  'ladder.mostOf': '{{column}} max',
  'ladder.any': 'any',
  'ladder.sort': 'Sort',
  'ladder.sortAscending': 'ascending',
  'ladder.sortDescending': 'descending',
  'depth.emptyTitle': 'No delving yet',
  'depth.emptyText': 'Characters appear here once they have entered the Delve mine.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof ladder> {}
}

addMessages(ladder)
