import './questions.css'
import '../../../messages/admin-questions.ts'
import {
  answerViewers,
  choiceLength,
  maxChoices,
  maxQuestions,
  questionKinds,
  questionLength,
} from '@muster/contract/signup-questions'
import { useContext } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Check, Field, Input, TextArea } from '../../../ui/forms/fields.tsx'
import { AttemptContext, useField } from '../../../ui/forms/form-context.ts'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { type EditedQuestion, isWrongChoice, newQuestion } from './edited-question.ts'

const kinds = questionKinds.map((value) => ({ value, label: t(`questions.kind.${value}`) }))
const viewers = answerViewers.map((value) => ({ value, label: t(`questions.shownTo.${value}`) }))

/** The questions of the form, in their order. */
export function QuestionList() {
  const { field, value: questions, error } = useField<readonly EditedQuestion[]>()
  const { problemOf } = useContext(AttemptContext)
  const change = (key: string, changes: Partial<EditedQuestion>) =>
    field.handleChange(questions.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const move = (at: number, to: number) => {
    const next = [...questions]
    next.splice(to, 0, ...next.splice(at, 1))
    field.handleChange(next)
  }
  const isFull = questions.length >= maxQuestions
  return (
    <>
      {questions.length === 0 && <p className="quiet">{t('questions.none')}</p>}
      {questions.map((question, at) => (
        <fieldset key={question.key} className="question">
          <legend className="vh">{t('questions.number', { number: at + 1 })}</legend>
          <div className="question-head">
            <span className="strong" aria-hidden="true">
              {t('questions.number', { number: at + 1 })}
            </span>
            <IconButton
              icon="up"
              label={t('questions.up', { number: at + 1 })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              icon="down"
              label={t('questions.down', { number: at + 1 })}
              disabled={at === questions.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              icon="close"
              label={t('questions.remove', { number: at + 1 })}
              onClick={() => field.handleChange(questions.filter((one) => one !== question))}
            />
          </div>
          <QuestionFields
            question={question}
            isTried={error !== undefined}
            problemOf={(part) => problemOf(field.name, questions, `${at}.${part}`)}
            onChange={(changes) => change(question.key, changes)}
          />
        </fieldset>
      ))}
      <div>
        <Button icon="plus" disabled={isFull} onClick={() => field.handleChange([...questions, newQuestion()])}>
          {t('questions.add')}
        </Button>
        {isFull && <p className="quieter">{t('questions.full', { most: maxQuestions })}</p>}
      </div>
      {error !== undefined && <p className="field-error">{error}</p>}
    </>
  )
}

interface QuestionFieldsProps {
  question: EditedQuestion
  /** The form was sent, and refused. */
  isTried: boolean
  problemOf: (part: string) => string | undefined
  onChange: (changes: Partial<EditedQuestion>) => void
}

function QuestionFields({ question, isTried, problemOf, onChange }: QuestionFieldsProps) {
  const { text, kind, choices, shown_to, is_required } = question
  const textMissing = isTried && text.trim() === '' ? t('questions.textMissing') : undefined
  const bounds = { most: maxChoices, length: choiceLength }
  return (
    <>
      <Field label={t('questions.text')} error={textMissing ?? problemOf('text')}>
        <Input
          value={text}
          maxLength={questionLength}
          dir="auto"
          autoComplete="off"
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      <div className="question-pair">
        <Field label={t('questions.kind')}>
          <SelectControl value={kind} choices={kinds} onChange={(next) => onChange({ kind: next })} />
        </Field>
        <Field label={t('questions.shownTo')}>
          <SelectControl value={shown_to} choices={viewers} onChange={(next) => onChange({ shown_to: next })} />
        </Field>
      </div>
      {kind === 'choice' && (
        <Field
          label={t('questions.choices')}
          error={isTried && isWrongChoice(question) ? t('questions.choicesMissing', bounds) : problemOf('choices')}
        >
          <TextArea rows={4} value={choices} onChange={(event) => onChange({ choices: event.target.value })} />
        </Field>
      )}
      <Check label={t('questions.required')} isOn={is_required} onChange={(isOn) => onChange({ is_required: isOn })} />
    </>
  )
}
