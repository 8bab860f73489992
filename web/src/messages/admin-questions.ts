import { addMessages } from '../lib/text/messages.ts'

/** Texts of the organisers' questions in the signup form, and of the answers in lists. */
const questions = {
  'questions.open': 'Questions',
  'questions.title': 'Questions in the signup form',
  'questions.lead':
    'Players answer them when they sign up. Organisers see all answers. Do not ask for anything that you do not need: answers are personal data.',
  'questions.none': 'No questions yet.',
  'questions.number': 'Question {{number}}',
  'questions.text': 'Question',
  'questions.kind': 'Answer',
  'questions.kind.text': 'Text',
  'questions.kind.choice': 'One of several choices',
  'questions.kind.number': 'Number',
  'questions.choices': 'Choices, one per line',
  'questions.shownTo': 'Visible to',
  'questions.shownTo.organisers': 'Organisers only',
  'questions.shownTo.leads': 'Organisers and the team’s leads',
  'questions.shownTo.everyone': 'Everyone, once in a team',
  'questions.required': 'Must be answered',
  'questions.add': 'Add a question',
  'questions.full': 'At most {{most}} questions.',
  'questions.up': 'Move question {{number}} up',
  'questions.down': 'Move question {{number}} down',
  'questions.remove': 'Remove question {{number}}',
  'questions.textMissing': 'Write the question.',
  'questions.choicesMissing': 'Write at least two different choices, at most {{most}}, each of at most {{length}} characters.',
  'questions.wrong': 'Correct the marked questions.',
  'questions.deletes': 'Saving deletes answers that players have given:',
  'questions.deletesOf_one': '“{{text}}”: {{count}} answer',
  'questions.deletesOf_other': '“{{text}}”: {{count}} answers',
  'questions.deletesMore': 'Players signed up in the meantime. Look at the number of deleted answers again.',
  'questions.save': 'Save questions',
  'questions.saveDeletes_one': 'Save and delete {{count}} answer',
  'questions.saveDeletes_other': 'Save and delete {{count}} answers',
  'questions.saved': 'Questions saved',
  'questions.all': 'Questions',
  'answers.show': 'Answer to',
  'answers.none': 'No question',
  'answers.filter': 'Find in the answers',
  'answers.missing': 'no answer',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof questions> {}
}

addMessages(questions)
