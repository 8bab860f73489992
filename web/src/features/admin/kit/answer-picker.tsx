import '../../../messages/admin-questions.ts'
import type { SignupAnswer, SignupQuestion } from '@muster/contract/signup-questions'
import { findAnswer } from '@muster/domain/signups/answers'
import { t } from '../../../lib/text/messages.ts'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'

/** The question whose answers a list shows as a column, and a text to find in them. */
export interface AnswerFilter {
  readonly question: SignupQuestion | null
  readonly text: string
}
export const noAnswers: AnswerFilter = { question: null, text: '' }

/** The filter, as long as its question exists. */
export const keepQuestion = (filter: AnswerFilter, questions: readonly SignupQuestion[]): AnswerFilter =>
  questions.some(({ id }) => id === filter.question?.id) ? filter : noAnswers

type Answered = { readonly answers: readonly SignupAnswer[] }

/** The answer in the column of a list; null without one. */
export const readAnswer = ({ answers }: Answered, { question }: AnswerFilter): string | null =>
  (question && findAnswer(answers, question.id)) || null

export function hasAnswer(person: Answered, filter: AnswerFilter): boolean {
  const wanted = filter.text.trim().toLowerCase()
  return wanted === '' || (readAnswer(person, filter)?.toLowerCase().includes(wanted) ?? false)
}

interface AnswerPickerProps {
  questions: readonly SignupQuestion[]
  filter: AnswerFilter
  onChange: (filter: AnswerFilter) => void
}

/** Chooses a question; absent without any. */
export function AnswerPicker({ questions, filter, onChange }: AnswerPickerProps) {
  if (questions.length === 0) return null
  const choices = questions.map(({ id, text }) => ({ value: String(id), label: text }))
  return (
    <>
      <Select
        label={t('answers.show')}
        value={filter.question ? String(filter.question.id) : ''}
        choices={[{ value: '', label: t('answers.none') }, ...choices]}
        onChange={(value) => onChange({ question: questions.find(({ id }) => String(id) === value) ?? null, text: '' })}
      />
      {filter.question && (
        <SearchInput label={t('answers.filter')} value={filter.text} onChange={(text) => onChange({ ...filter, text })} />
      )}
    </>
  )
}
