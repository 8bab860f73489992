import './signup.css'
import '../../messages/signup.ts'
import type { Event } from '@muster/contract/events'
import type { Signup, SignupCreate } from '@muster/contract/signups'
import { readEventTitle } from '@muster/domain/events/title'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { useSelf } from '../../api/event.ts'
import { type EventKey, eventInput } from '../../api/queries.ts'
import { renewSignup } from '../../api/signup.ts'
import { WriteProblem } from '../../api/write-problem.tsx'
import { useWrite } from '../../api/writes.ts'
import { t, tRich } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, Input } from '../../ui/fields.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { isGuildOwner, writeGuildOwner } from './guild-owner.ts'

const helps = ['none', 'needs', 'wants'] as const
type Help = (typeof helps)[number]
const helpTexts = { none: 'apply.helpNone', needs: 'apply.helpNeeds', wants: 'apply.helpWants' } as const

const readHelp = (signup: Signup | null): Help => (signup?.needs_help ? 'needs' : signup?.wants_to_help ? 'wants' : 'none')
const fields = ['expected_playtime', 'partner_account_name']
/** Until somebody says otherwise. */
const usualHours = 4
const mostHours = 24

interface FormProps {
  event: Event
  eventKey: EventKey
  /** What was sent before; null for a new application. */
  signup: Signup | null
  onClose: () => void
}

export function SignupForm({ event, eventKey, signup, onClose }: FormProps) {
  const [hours, setHours] = useState(signup?.expected_playtime ?? usualHours)
  const [partner, setPartner] = useState(signup?.partner_account_name ?? '')
  const [help, setHelp] = useState<Help>(readHelp(signup))
  const [isOwner, setOwner] = useState(isGuildOwner(signup?.extra ?? null))
  const [hasRead, setRead] = useState(signup !== null)
  const [isChecked, setChecked] = useState(false)
  const name = readEventTitle(event.name)
  const write = useWrite((body: SignupCreate) => call('createSignup', { ...eventInput(eventKey), body }), {
    fields: { partner_not_found: 'partner_account_name' },
    onDone: (answer) => {
      void renewSignup(eventKey, answer)
      showToast(signup ? t('apply.saved') : t('apply.sent', { event: name }))
      onClose()
    },
  })
  function submit(sent: FormEvent) {
    sent.preventDefault()
    setChecked(true)
    if (!hasRead) return
    write.run({
      expected_playtime: hours,
      partner_account_name: partner.trim(),
      needs_help: help === 'needs',
      wants_to_help: help === 'wants',
      extra: writeGuildOwner(signup?.extra ?? null, isOwner),
    })
  }
  const rules = (
    <Link to={paths.rules} search={{ event: event.is_current ? undefined : event.id }} target="_blank" className="link">
      {t('apply.rulesLink')}
      <span className="vh"> {t('link.newTab')}</span>
    </Link>
  )
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Hours hours={hours} onChange={setHours} problem={write.problemOf('expected_playtime')} />
      <Field label={t('apply.partner')} hint={t('apply.partnerHint')} error={write.problemOf('partner_account_name')}>
        <Input
          value={partner}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(change) => setPartner(change.target.value)}
        />
      </Field>
      <fieldset className="apply-choice">
        <legend className="field-label">{t('apply.help')}</legend>
        {helps.map((choice) => (
          <label key={choice} className="check">
            <input type="radio" name="help" checked={help === choice} onChange={() => setHelp(choice)} />
            <span>{t(helpTexts[choice])}</span>
          </label>
        ))}
      </fieldset>
      <Check label={t('apply.guild')} isOn={isOwner} onChange={setOwner} />
      <Check
        label={tRich('apply.rules', { rules })}
        isOn={hasRead}
        onChange={setRead}
        isRequired
        error={isChecked && !hasRead ? t('apply.rulesMissing') : undefined}
      />
      <DiscordHint />
      <WriteProblem write={write} fields={fields} />
      <div className="form-buttons">
        <Button type="submit" kind="primary" isBusy={write.is_busy}>
          {t(signup ? 'apply.save' : 'apply.send')}
        </Button>
        <Button onClick={onClose}>{t('apply.cancel')}</Button>
      </div>
    </form>
  )
}

function Hours({ hours, onChange, problem }: { hours: number; onChange: (hours: number) => void; problem: string | undefined }) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('apply.hours')}
      </label>
      <div className="apply-hours">
        <input
          id={id}
          type="range"
          min={1}
          max={mostHours}
          value={hours}
          aria-valuetext={t('apply.hoursValue', { count: hours })}
          aria-describedby={`${id}-hint`}
          onChange={(change) => onChange(Number(change.target.value))}
        />
        <output className="num strong" htmlFor={id}>
          {t('apply.hoursValue', { count: hours })}
        </output>
      </div>
      <p className={problem ? 'field-error' : 'field-hint'} id={`${id}-hint`}>
        {problem ?? t('apply.hoursHint')}
      </p>
    </div>
  )
}

/** Nothing forbids to play without it, but a team would not find the player. */
function DiscordHint() {
  const self = useSelf().data
  if (!self || self.discord_id !== null) return null
  const link = (
    <Link to={paths.settings} className="link">
      {t('apply.noDiscordLink')}
    </Link>
  )
  return <p>{tRich('apply.noDiscord', { link })}</p>
}
