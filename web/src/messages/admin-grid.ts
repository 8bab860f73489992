import { addMessages } from '../lib/text/messages.ts'

/** Texts of the grid of objectives. */
const grid = {
  'grid.title': 'Many objectives at once',
  'grid.note': 'Paste rows from a spreadsheet, or type. Nothing is saved before you apply it.',
  'grid.paste': 'Rows from a spreadsheet',
  'grid.pasteHint':
    'Tabs or commas, with or without headings, in any order. A row with the category and name of an objective updates it; an empty cell changes nothing, and “none” removes a value.',
  'grid.take': 'Add these rows',
  'grid.choose': 'Open a CSV file',
  'grid.copyHeadings': 'Copy the empty table',
  'grid.copied': 'Headings copied',
  'grid.download': 'Download all objectives as CSV',
  'grid.clear': 'Remove all rows',
  'grid.tooLarge': 'The file is larger than 16 MB',
  'grid.full': 'The grid has at most {{number}} rows. Apply the ones in it first, or paste fewer.',
  'grid.show': 'Show',
  'grid.all': 'All',
  'grid.wrong': 'With mistakes: {{number}}',
  'grid.unknown': 'With unknown names: {{number}}',
  'grid.warned_one': '{{number}} row has an unknown name.',
  'grid.warned_other': '{{number}} rows have unknown names.',
  'grid.ready': '{{ready}} ready: {{added}} new, {{changed}} changed, {{same}} without a change.',
  'grid.categories_one': '{{number}} category is created.',
  'grid.categories_other': '{{number}} categories are created.',
  'grid.wrongStay_one': '{{number}} row with a mistake stays here.',
  'grid.wrongStay_other': '{{number}} rows with mistakes stay here.',
  'grid.noneWrong': 'No row has a mistake.',
  'grid.zone': 'Times are in the time zone {{zone}}.',
  'grid.table': 'Rows',
  'grid.row': 'Row',
  'grid.cell': '{{column}}, row {{row}}',
  'grid.remove': 'Remove row {{row}}',
  'grid.state.empty': 'empty',
  'grid.state.wrong': 'mistake',
  'grid.state.new': 'new',
  'grid.state.changed': 'changed',
  'grid.state.same': 'no change',
  'grid.schedule': 'Open rows one after the other',
  'grid.schedule.from': 'First row',
  'grid.schedule.to': 'Last row',
  'grid.schedule.perDay': 'Rows each day',
  'grid.schedule.time': 'Open at',
  'grid.schedule.day': 'First day',
  'grid.schedule.hours': 'Open for, in hours',
  'grid.scheduleHelp':
    'Fills Opens and Closes. Hours follow the clock on the wall: 24 hours after 18:00 is 18:00 on the next day, also when clocks change.',
  'grid.fill': 'Fill the times',
  'grid.filled_one': 'Times of {{number}} row filled',
  'grid.filled_other': 'Times of {{number}} rows filled',
  'grid.page': 'Rows {{from}} to {{to}}',
  'grid.earlier': 'Earlier rows',
  'grid.later': 'Later rows',
  'grid.nothing': 'The changes of the rows appear here.',
  'grid.same': 'The event already has all of these rows.',
  'grid.noneReady': 'No row can be applied yet. Correct the mistakes first.',
  'grid.reason_one': '{{number}} row of the grid',
  'grid.reason_other': '{{number}} rows of the grid',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof grid> {}
}

addMessages(grid)
