import { addMessages } from '../lib/text/messages.ts'

/** Texts of the form for personal objectives. */
const adminPersonal = {
  'adminPersonal.usual': 'The usual steps of the game: {{most}} points at most per player.',
  'adminPersonal.own': 'Steps and figures of this event.',
  'adminPersonal.general': 'General steps',
  'adminPersonal.generalHelp': 'Each step pays its points once a player has reached the number.',
  'adminPersonal.figures': 'Figures',
  'adminPersonal.figuresHelp': 'The highest step reached counts: enter the points in total.',
  'adminPersonal.cap': 'Maximum points for steps',
  'adminPersonal.figuresCap': 'Maximum points for figures',
  'adminPersonal.capHelp': 'Leave empty for no cap.',
  'adminPersonal.number': 'Number',
  'adminPersonal.at': 'From',
  'adminPersonal.points': 'Points',
  'adminPersonal.numberOf': 'Number of step {{step}}',
  'adminPersonal.atOf': 'Step {{step}} from',
  'adminPersonal.pointsOf': 'Points of step {{step}}',
  'adminPersonal.removeOf': 'Remove step {{step}}',
  'adminPersonal.addStep': 'Add a step',
  'adminPersonal.addFigure': 'Add a figure',
  'adminPersonal.figure': 'Figure {{figure}}',
  'adminPersonal.removeFigure': 'Remove figure {{figure}}',
  'adminPersonal.most_one': 'A player can get {{count}} point: {{general}} for steps, {{figures}} for figures.',
  'adminPersonal.most_other': 'A player can get {{count}} points: {{general}} for steps, {{figures}} for figures.',
  'adminPersonal.wrong': 'Correct the steps first',
  'adminPersonal.problem.whole': 'Enter a whole number up to {{bound}}',
  'adminPersonal.problem.empty': 'Add a step or a figure',
  'adminPersonal.problem.not_read': 'Choose a number that characters show',
  'adminPersonal.problem.not_in_game': 'This game does not have this number',
  'adminPersonal.problem.twice': 'There is already a figure for this number',
  'adminPersonal.problem.order': 'Enter more than {{bound}}, the step before',
  'adminPersonal.problem.beyond': 'A player reaches {{bound}} at most',
  'adminPersonal.problem.points_order': 'Enter more than {{bound}}, the step before',
  'adminPersonal.describeUsual': 'The usual steps',
  'adminPersonal.describeOwn': '{{steps}} steps and {{figures}} figures, {{most}} points at most',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof adminPersonal> {}
}

addMessages(adminPersonal)
