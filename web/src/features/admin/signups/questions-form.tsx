import './questions.css'
import '../../../messages/admin-questions.ts'
import type { SignupAnswer, SignupQuestions } from '@muster/contract/signup-questions'
import { useStore } from '@tanstack/react-form'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { type EventKey, eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { callWrite } from '../../../api/calls/writes.ts'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { FormSheet } from '../kit/form-sheet.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { areQuestions, countDeleted, type EditedQuestion, isWrongQuestion, toEdited, toQuestion } from './edited-question.ts'
import { QuestionList } from './question-list.tsx'

interface QuestionsFormProps {
  event_id: number
  stored: SignupQuestions
  /** All answers that players have given. */
  answers: readonly SignupAnswer[]
  onClose: () => void
}

interface Values {
  questions: readonly EditedQuestion[]
}

const readValues = ({ questions, version }: SignupQuestions) => ({
  values: { questions: questions.map(toEdited) } as Values,
  version,
})

/** Edits the questions of the signup form, and says before saving which answers are deleted. */
export const QuestionsForm = (props: QuestionsFormProps) => (
  <FormSheet title={t('questions.title')} onClose={props.onClose}>
    <Questions {...props} />
  </FormSheet>
)

/**
 * Sends the number of answers that the organiser agreed to delete. If there are more by now, the list of signups is read again.
 */
async function save(event: EventKey, { questions }: Values, base_version: number, deletes_answers: number) {
  const body = { questions: questions.map(toQuestion), base_version, deletes_answers }
  try {
    return await callWrite('saveSignupQuestions', { ...eventInput(event), body })
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code !== 'deletes_answers') throw failure
    await queryClient.invalidateQueries({ queryKey: ['getEventSignups'] })
    throw new Failure(failure.status, failure.code, t('questions.deletesMore'))
  }
}

function Questions({ event_id, stored, answers, onClose }: QuestionsFormProps) {
  const opened = readValues(stored)
  const draft = useDraft('signup_questions', `${event_id}`, opened.values, { version: opened.version, isValid: areQuestions })
  const conflict = useConflict(draft, async () => readValues(await call('getSignupQuestions', eventInput(event_id))))
  const sum = ({ questions }: Values) => countDeleted(stored.questions, questions, answers)
  const { form, formProps } = useWriteForm({
    draft,
    groups: ['questions'],
    send: (values: Values) =>
      conflict.guard((version) =>
        save(
          event_id,
          values,
          version,
          sum(values).reduce((all, { count }) => all + count, 0),
        ),
      ),
    readSaved: readValues,
    onSaved: (saved) => {
      queryClient.setQueryData(read('getSignupQuestions', eventInput(event_id)).queryKey, saved)
      showToast(t('questions.saved'))
    },
    onDone: onClose,
  })
  const values = useStore(form.store, (state) => state.values)
  const deleted = sum(values)
  const count = deleted.reduce((all, one) => all + one.count, 0)
  return (
    <>
      {conflict.theirs && (
        <ConflictNotice
          base={conflict.base.values}
          theirs={conflict.theirs.values}
          mine={values}
          nameField={() => t('questions.all')}
          showValue={(_, questions) => questions.map(({ text }) => text).join(' · ') || t('questions.none')}
          onResolve={(merged) => {
            conflict.resolve(merged)
            form.setFieldValue('questions', merged.questions)
          }}
        />
      )}
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton kind={count > 0 ? 'bad' : 'primary'}>
              {count > 0 ? t('questions.saveDeletes', { count }) : t('questions.save')}
            </SubmitButton>
          </>
        }
      >
        <p className="quieter">{t('questions.lead')}</p>
        <form.AppField
          name="questions"
          validators={{ onSubmit: ({ value }) => (value.some(isWrongQuestion) ? t('questions.wrong') : undefined) }}
        >
          {() => <QuestionList />}
        </form.AppField>
        {count > 0 && (
          <div className="questions-deleted" role="status">
            <p className="strong">{t('questions.deletes')}</p>
            <ul>
              {deleted.map((one) => (
                <li key={one.text}>{t('questions.deletesOf', one)}</li>
              ))}
            </ul>
          </div>
        )}
      </Form>
    </>
  )
}
