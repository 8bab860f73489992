import { addMessages } from '../lib/text/messages.ts'

/** Texts of a category shown as a board. */
const board = {
  'board.teams': 'Team',
  'board.summary': '{{done}} of {{of}}',
  'board.lines_one': '{{count}} line',
  'board.lines_other': '{{count}} lines',
  'board.grid': 'Board of {{team}}',
  'board.you': 'you',
  'board.crests': 'Crest in a field: the team that finished it first',
  'board.open': 'open',
  'board.closed': 'closed',
  'board.done': 'done',
  'board.doneAt': 'done at hour {{time}}',
  'board.first': 'first: {{teams}}',
  'board.of': '{{done}} of {{of}}',
  'board.value': '×{{value}}',
  'board.hidden': 'hidden until finished',
  'board.hole': 'no objective',
  'board.locked': 'opens {{time}}',
  'board.inLines_one': 'in {{count}} finished line',
  'board.inLines_other': 'in {{count}} finished lines',
  'board.field': 'Field {{cell}}',
  'board.fieldLines': 'Its lines',
  'board.lineTitle': 'Lines',
  'board.lineCount': '{{done}} of {{of}}',
  'board.rankedBy_one': 'Teams are ranked by when they completed their first line.',
  'board.rankedBy_other': 'Teams are ranked by when they completed {{count}} lines.',
  'board.row': 'Row {{number}}',
  'board.column': 'Column {{number}}',
  'board.diagonal': 'Diagonal {{number}}',
  'board.drawn': 'Line {{number}}',
  'board.stood': '{{from}} to {{time}}',
  'board.stoodUnknown': 'time unknown',
  'board.missing': '{{done}} of {{of}}',
  'board.oneShort': 'One field short: {{name}}',
  'board.noLine': 'No line is complete yet.',
  'board.allLines_one': 'Show {{count}} more line',
  'board.allLines_other': 'Show {{count}} more lines',
  'board.fewerLines': 'Show fewer lines',
  'board.list': 'All fields',
  'board.beside_one': '{{count}} objective is not on the board',
  'board.beside_other': '{{count}} objectives are not on the board',
  'board.places': 'Places',
  'board.placeless': 'No team has a place yet.',
  'board.at': 'At',
  'board.team': 'Team',
  'board.place': 'Place',
  'board.points': 'Points',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof board> {}
}

addMessages(board)
