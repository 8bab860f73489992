import './signup.css'
import '../../messages/signup.ts'
import { answerLength, type SignupAnswer, type SignupQuestion } from '@muster/contract/signup-questions'
import { type AnswerProblem, findAnswer, findAnswerProblem } from '@muster/domain/signups/answers'
import { useContext } from 'react'
import { t } from '../../lib/text/messages.ts'
import { Field, Input } from '../../ui/forms/fields.tsx'
import { AttemptContext, useField } from '../../ui/forms/form-context.ts'
import { SelectControl } from '../../ui/forms/select.tsx'

/** The questions whose answers cannot be sent. */
export const findProblems = (
  questions: readonly SignupQuestion[],
  answers: readonly SignupAnswer[],
): ReadonlyMap<number, AnswerProblem> =>
  new Map(
    questions.flatMap((question) => {
      const problem = findAnswerProblem(question, findAnswer(answers, question.id).trim())
      return problem === null ? [] : [[question.id, problem] as const]
    }),
  )

/** The organisers' questions; each says who sees the answer. */
export function AnswerFields({ questions }: { questions: readonly SignupQuestion[] }) {
  const { field, value, error } = useField<readonly SignupAnswer[]>()
  const { problemOf } = useContext(AttemptContext)
  const problems = error === undefined ? null : findProblems(questions, value)
  return questions.map((question) => {
    const { id } = question
    const problem = problems?.get(id)
    const change = (answer: string) =>
      field.handleChange([...value.filter((one) => one.question_id !== id), { question_id: id, answer }])
    return (
      <Field
        key={id}
        label={question.is_required ? question.text : t('apply.optional', { text: question.text })}
        hint={t(`apply.seenBy.${question.shown_to}`)}
        error={problem ? t(`apply.answer.${problem}`) : problemOf(field.name, value, String(id))}
      >
        <AnswerControl question={question} answer={findAnswer(value, id)} onChange={change} />
      </Field>
    )
  })
}

interface ControlProps {
  question: SignupQuestion
  answer: string
  onChange: (answer: string) => void
}

function AnswerControl({ question: { kind, choices, is_required }, answer, onChange }: ControlProps) {
  if (kind === 'choice') {
    const none = { value: '', label: t(is_required ? 'apply.choose' : 'apply.noAnswer') }
    return (
      <SelectControl
        value={choices.includes(answer) ? answer : ''}
        choices={[none, ...choices.map((choice) => ({ value: choice, label: choice }))]}
        onChange={onChange}
      />
    )
  }
  return (
    <Input
      value={answer}
      maxLength={answerLength}
      autoComplete="off"
      dir="auto"
      inputMode={kind === 'number' ? 'decimal' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
