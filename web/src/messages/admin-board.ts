import { addMessages } from '../lib/text/messages.ts'

/** Texts of the editor that places the objectives of a category on its board. */
const adminBoard = {
  'adminBoard.title': 'Board of {{name}}',
  'adminBoard.help': 'Select an objective, then the cell it moves to. Two objectives swap their cells.',
  'adminBoard.inOrder':
    'Without cells of their own, objectives fill the smallest square row by row, in their order. Moving one fixes the cells of all.',
  'adminBoard.rows': 'Rows',
  'adminBoard.columns': 'Columns',
  'adminBoard.less': '{{side}}: one fewer',
  'adminBoard.more': '{{side}}: one more',
  'adminBoard.order': 'Fill in order',
  'adminBoard.grid': 'Cells of the board',
  'adminBoard.empty': 'empty',
  'adminBoard.pick': 'No objective is selected.',
  'adminBoard.held': '{{name}} is selected.',
  'adminBoard.clear': 'Clear {{cell}}',
  'adminBoard.beside': 'Not on the board',
  'adminBoard.holes_one': '{{count}} cell is empty. A line with an empty cell cannot be completed.',
  'adminBoard.holes_other': '{{count}} cells are empty. A line with an empty cell cannot be completed.',
  'adminBoard.possible_one': '{{count}} line can be completed.',
  'adminBoard.possible_other': '{{count}} lines can be completed.',
  'adminBoard.tooFew': 'The preset requires {{required}}, so no team can earn points.',
  'adminBoard.lines': 'Lines',
  'adminBoard.linesUsual': 'Rows, columns and, on a square, both diagonals count. Lines you draw count in their place.',
  'adminBoard.linesDrawn': 'Only these lines count, for every category with this preset.',
  'adminBoard.draw': 'Draw a line',
  'adminBoard.drawing': 'Cells of the new line',
  'adminBoard.addLine_one': 'Add a line of {{count}} cell',
  'adminBoard.addLine_other': 'Add a line of {{count}} cells',
  'adminBoard.stop': 'Stop drawing',
  'adminBoard.remove': 'Remove',
  'adminBoard.removeLine': 'Remove line {{number}}',
  'adminBoard.undo': 'Undo',
  'adminBoard.question': 'Change the board of {{name}}?',
  'adminBoard.reason': 'Board of {{name}}',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof adminBoard> {}
}

addMessages(adminBoard)
