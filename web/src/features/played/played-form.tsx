import './played.css'
import '../../messages/played.ts'
import type { Event } from '@muster/contract/events'
import type { Signup } from '@muster/contract/signups'
import { readEventTitle } from '@muster/domain/events/title'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/client.ts'
import { useServerNow } from '../../api/clock.ts'
import { useEventKey } from '../../api/event.ts'
import { eventInput, queryClient } from '../../api/queries.ts'
import { readSignup, useLoadedSignup } from '../../api/signup.ts'
import { WriteProblem } from '../../api/write-problem.tsx'
import { useWrite } from '../../api/writes.ts'
import { t, tRich } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/fields.tsx'
import { Empty } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { countPassedHours, readHours } from './hours.ts'

/** What a participant says about an event afterwards. `login` is the button for those who are not logged in. */
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

const field = 'actual_playtime'

function PlayedForm({ event, signup }: { event: Event; signup: Signup }) {
  const key = useEventKey()
  const now = useServerNow(10_000)
  const reported = signup.actual_playtime
  const [days, setDays] = useState(reported > 0 ? String(Math.floor(reported / 24)) : '')
  const [hours, setHours] = useState(reported > 0 ? String(reported % 24) : '')
  const [isChecked, setChecked] = useState(false)
  const span = { starts_at: Date.parse(event.event_start_time), ends_at: Date.parse(event.event_end_time) }
  const most = countPassedHours(span, now)
  const typed = readHours(days, hours, most)
  const isShown = 'problem' in typed && (isChecked || typed.problem !== 'nothing')
  const write = useWrite((actual_playtime: number) => call('reportPlaytime', { ...eventInput(key), body: { actual_playtime } }), {
    onDone: (answer) => {
      queryClient.setQueryData(readSignup(key).queryKey, answer)
      showToast(t('played.saved', { count: answer.actual_playtime }))
    },
  })
  function submit(sent: FormEvent) {
    sent.preventDefault()
    setChecked(true)
    if ('hours' in typed) write.run(typed.hours)
  }
  const problem = write.problemOf(field) ?? (isShown ? t(`played.${typed.problem}`, { most }) : undefined)
  return (
    <form className="form played" noValidate onSubmit={submit}>
      <p className="played-thanks">
        {tRich('played.thanks', { event: <bdi className="game">{readEventTitle(event.name)}</bdi> })}
      </p>
      <p className="quiet">
        {t('played.planned', { count: signup.expected_playtime })} {t('played.ask')}
      </p>
      {reported > 0 && <p>{t('played.reported', { count: reported })}</p>}
      <div className="played-fields">
        <Field label={t('played.days')}>
          <Input inputMode="numeric" value={days} onChange={(change) => setDays(change.target.value)} />
        </Field>
        <Field
          label={t('played.hours')}
          error={problem}
          hint={'hours' in typed ? t('played.sum', { count: typed.hours, most }) : undefined}
        >
          <Input inputMode="numeric" value={hours} onChange={(change) => setHours(change.target.value)} />
        </Field>
      </div>
      <WriteProblem write={write} fields={[field]} />
      <div className="form-buttons">
        <Button type="submit" kind="primary" isBusy={write.is_busy}>
          {t(reported > 0 ? 'played.change' : 'played.send')}
        </Button>
      </div>
    </form>
  )
}
