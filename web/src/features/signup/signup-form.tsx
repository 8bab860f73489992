import './signup.css'
import '../../messages/game-account.ts'
import '../../messages/signup.ts'
import type { Event } from '@muster/contract/events'
import type { SignupAnswer, SignupQuestion } from '@muster/contract/signup-questions'
import type { Signup } from '@muster/contract/signups'
import type { User } from '@muster/contract/users'
import { games } from '@muster/domain/events/games'
import { readEventTitle } from '@muster/domain/events/title'
import { readAnswers } from '@muster/domain/signups/answers'
import { isGuildOwner, writeGuildOwner } from '@muster/domain/signups/guild-owner'
import { Link } from '@tanstack/react-router'
import { callWrite } from '../../api/calls/writes.ts'
import { useReadsGame } from '../../api/live/clock.ts'
import { useSelf } from '../../api/scores/event.ts'
import { type EventKey, eventInput } from '../../api/calls/queries.ts'
import { checkGameAccount } from '../../api/people/game-account.ts'
import { keepSignup } from '../../api/people/signup.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { AnswerFields, findProblems } from './answer-fields.tsx'

const helps = ['none', 'needs', 'wants'] as const
type Help = (typeof helps)[number]
const helpTexts = { none: 'apply.helpNone', needs: 'apply.helpNeeds', wants: 'apply.helpWants' } as const

const readHelp = (signup: Signup | null): Help => (signup?.needs_help ? 'needs' : signup?.wants_to_help ? 'wants' : 'none')
/** The default. */
const usualHours = 4
const maxHours = 24
const earliestZone = -12
const latestZone = 14

/** Whole hours from UTC, from the browser. */
const readOffset = () => Math.max(earliestZone, Math.min(latestZone, Math.round(-new Date().getTimezoneOffset() / 60))) + 0
const nameOffset = (hours: number) => t('apply.zoneValue', { offset: hours < 0 ? `\u2212${-hours}` : `+${hours}` })

interface FormProps {
  event: Event
  eventKey: EventKey
  questions: readonly SignupQuestion[]
  /** The earlier answers; null for a new signup. */
  signup: Signup | null
  onClose: () => void
}

const areAnswers = ({ answers }: { answers: readonly unknown[] }) =>
  answers.every((one) => {
    const { question_id, answer } = (one ?? {}) as Partial<SignupAnswer>
    return typeof question_id === 'number' && typeof answer === 'string'
  })

/** The form of a signup; `isConnected`: the game account is known from a login, so the form does not ask for it. */
function useSignupForm({ event, eventKey, questions, signup, onClose }: FormProps) {
  const name = readEventTitle(event.name)
  const self = useSelf().data
  const isConnected = self === undefined || self.account_name !== null
  const written = useWriteForm({
    draft: useDraft(
      'signup',
      event.id,
      {
        expected_playtime: signup?.expected_playtime ?? usualHours,
        partner_account_name: signup?.partner_account_name ?? '',
        utc_offset_hours: signup?.utc_offset_hours ?? readOffset(),
        stated_account_name: self?.stated_account?.name ?? '',
        help: readHelp(signup),
        is_guild_owner: isGuildOwner(signup?.extra ?? null),
        has_read_rules: signup !== null,
        answers: (signup?.answers ?? []) as readonly SignupAnswer[],
      },
      { isValid: areAnswers },
    ),
    groups: ['answers'],
    refusals: { partner_not_found: 'partner_account_name' },
    send: ({ help, is_guild_owner, ...values }) =>
      callWrite('createSignup', {
        ...eventInput(eventKey),
        body: {
          expected_playtime: values.expected_playtime,
          utc_offset_hours: values.utc_offset_hours,
          partner_account_name: values.partner_account_name.trim(),
          // An empty field keeps the stored account.
          ...(!isConnected &&
            values.stated_account_name.trim() !== '' && { stated_account_name: values.stated_account_name.trim() }),
          needs_help: help === 'needs',
          wants_to_help: help === 'wants',
          extra: writeGuildOwner(signup?.extra ?? null, is_guild_owner),
          answers: readAnswers(questions, values.answers),
        },
      }),
    onSaved: (answer) => {
      keepSignup(eventKey, answer)
      showToast(signup ? t('apply.saved') : t('apply.sent', { event: name }))
    },
    onDone: onClose,
  })
  return { ...written, self, isConnected }
}

export function SignupForm(props: FormProps) {
  const { event, questions, signup, onClose } = props
  const { form, formProps, self, isConnected } = useSignupForm(props)
  const readsGame = useReadsGame() ?? true
  const rules = (
    <Link to={paths.rules} search={{ event: event.is_current ? undefined : event.id }} target="_blank" className="link">
      {t('apply.rulesLink')}
      <span className="vh"> {t('link.newTab')}</span>
    </Link>
  )
  return (
    <Form
      {...formProps}
      buttons={
        <>
          <Button onClick={onClose}>{t('apply.cancel')}</Button>
          <SubmitButton>{t(signup ? 'apply.save' : 'apply.send')}</SubmitButton>
        </>
      }
    >
      {!isConnected && (
        <form.AppField name="stated_account_name" validators={{ onSubmit: checkGameAccount }}>
          {(field) => (
            <field.TextField
              label={t('account.label')}
              help={t('account.help')}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </form.AppField>
      )}
      <form.AppField name="expected_playtime">
        {(field) => (
          <field.RangeField
            label={t('apply.hours')}
            help={t('apply.hoursHint')}
            min={1}
            max={maxHours}
            describe={(count) => t('apply.hoursValue', { count })}
          />
        )}
      </form.AppField>
      <form.AppField name="utc_offset_hours">
        {(field) => (
          <field.RangeField
            label={t('apply.zone')}
            help={t('apply.zoneHint')}
            min={earliestZone}
            max={latestZone}
            describe={nameOffset}
          />
        )}
      </form.AppField>
      <form.AppField name="partner_account_name">
        {(field) => (
          <field.TextField
            label={t(readsGame ? 'apply.partner' : 'apply.partnerName')}
            help={t(readsGame ? 'apply.partnerHint' : 'apply.partnerNameHint')}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </form.AppField>
      <form.AppField name="help">
        {(field) => (
          <field.ChoiceField
            label={t('apply.help')}
            choices={helps.map((choice) => ({ value: choice, label: t(helpTexts[choice]) }))}
          />
        )}
      </form.AppField>
      {readsGame && games[event.game_version].guild_tabs && (
        <form.AppField name="is_guild_owner">{(field) => <field.CheckField label={t('apply.guild')} />}</form.AppField>
      )}
      {questions.length > 0 && (
        <form.AppField
          name="answers"
          validators={{
            onSubmit: ({ value }) => (findProblems(questions, value).size > 0 ? t('apply.answer.missing') : undefined),
          }}
        >
          {() => <AnswerFields questions={questions} />}
        </form.AppField>
      )}
      <form.AppField
        name="has_read_rules"
        validators={{ onChange: ({ value }) => (value ? undefined : t('apply.rulesMissing')) }}
      >
        {(field) => <field.CheckField label={tRich('apply.rules', { rules })} isRequired />}
      </form.AppField>
      <p className="quieter">{t('apply.openly')}</p>
      <DiscordHint self={self} />
    </Form>
  )
}

/** Playing without it is allowed, but a team could not reach the player. */
function DiscordHint({ self }: { self: User | undefined }) {
  if (!self || self.discord_id !== null) return null
  const link = (
    <Link to={paths.settings} className="link">
      {t('apply.noDiscordLink')}
    </Link>
  )
  return <p>{tRich('apply.noDiscord', { link })}</p>
}
