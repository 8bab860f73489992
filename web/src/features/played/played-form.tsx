import './played.css'
import '../../messages/played.ts'
import type { Event } from '@muster/contract/events'
import type { Signup } from '@muster/contract/signups'
import { readEventTitle } from '@muster/domain/events/title'
import type { ReactNode } from 'react'
import { callWrite } from '../../api/calls/writes.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { eventInput, queryClient } from '../../api/calls/queries.ts'
import { readSignup, useLoadedSignup } from '../../api/people/signup.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { countPassedHours, readHours } from './hours.ts'

/** A participant's report after the event. `login` is the button for visitors. */
export function PlayedTime({ event, login }: { event: Event; login: ReactNode }) {
  const isMember = useSession() !== null
  const now = useServerNow(10_000)
  if (now < Date.parse(event.event_start_time)) return <Empty title={t('played.earlyTitle')} text={t('played.earlyText')} />
  if (isMember) return <Own event={event} />
  return (
    <Empty title={t('played.loginTitle')} text={t('played.loginText')}>
      {login}
    </Empty>
  )
}

function Own({ event }: { event: Event }) {
  const signup = useLoadedSignup(useEventKey())
  if (signup) return <PlayedForm event={event} signup={signup} />
  return <Empty title={t('played.noneTitle')} text={t('played.noneText', { event: readEventTitle(event.name) })} />
}

function PlayedForm({ event, signup }: { event: Event; signup: Signup }) {
  const key = useEventKey()
  const now = useServerNow(10_000)
  const reported = signup.actual_playtime
  const span = { starts_at: Date.parse(event.event_start_time), ends_at: Date.parse(event.event_end_time) }
  const most = countPassedHours(span, now)
  const { form, formProps } = useWriteForm({
    draft: useDraft('playtime', event.id, {
      days: reported > 0 ? String(Math.floor(reported / 24)) : '',
      hours: reported > 0 ? String(reported % 24) : '',
    }),
    wireNames: { hours: 'actual_playtime' },
    send: ({ days, hours }) => {
      const typed = readHours(days, hours, most)
      return callWrite('reportPlaytime', { ...eventInput(key), body: { actual_playtime: 'hours' in typed ? typed.hours : 0 } })
    },
    onSaved: (answer) => {
      queryClient.setQueryData(readSignup(key).queryKey, answer)
      showToast(t('played.saved', { count: answer.actual_playtime }))
    },
  })
  /** Empty input is wrong only on sending. */
  const describeProblem = (hours: string, isSent: boolean) => {
    const typed = readHours(form.state.values.days, hours, most)
    const isWrong = 'problem' in typed && (typed.problem === 'nothing') === isSent
    return isWrong ? t(`played.${typed.problem}`, { most }) : undefined
  }
  return (
    <Form
      {...formProps}
      className="played"
      buttons={<SubmitButton>{t(reported > 0 ? 'played.change' : 'played.send')}</SubmitButton>}
    >
      <p className="played-thanks">
        {tRich('played.thanks', { event: <bdi className="game">{readEventTitle(event.name)}</bdi> })}
      </p>
      <p className="quiet">
        {t('played.planned', { count: signup.expected_playtime })} {t('played.ask')}
      </p>
      {reported > 0 && <p>{t('played.reported', { count: reported })}</p>}
      <div className="played-fields">
        <form.AppField name="days">{(field) => <field.TextField label={t('played.days')} inputMode="numeric" />}</form.AppField>
        <form.AppField
          name="hours"
          validators={{
            onChangeListenTo: ['days'],
            onChange: ({ value }) => describeProblem(value, false),
            onSubmit: ({ value }) => describeProblem(value, true),
          }}
        >
          {(field) => (
            <form.Subscribe selector={({ values }) => readHours(values.days, values.hours, most)}>
              {(typed) => (
                <field.TextField
                  label={t('played.hours')}
                  help={'hours' in typed ? t('played.sum', { count: typed.hours, most }) : undefined}
                  inputMode="numeric"
                />
              )}
            </form.Subscribe>
          )}
        </form.AppField>
      </div>
    </Form>
  )
}
