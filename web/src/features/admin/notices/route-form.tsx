import './notices.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-notices.ts'
import type { Event } from '@muster/contract/events'
import {
  type NoticeKind,
  noticeKinds,
  type NoticeRoute,
  type RouteReaders,
  routeAddressLength,
  routeNameLength,
  routeReaders,
  routeTargets,
  templateLength,
} from '@muster/contract/notices'
import { findTemplateProblem, renderNotice, sampleNotices } from '@muster/domain/notices/compose'
import { rowOf } from '@muster/domain/notices/notice-kinds'
import { useStore } from '@tanstack/react-form'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Check, Field, Input } from '../../../ui/forms/fields.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ZoneField } from '../kit/zone-field.tsx'
import { freshValues, kindsFor, readTime, readWhole, type RouteValues, toBody, valuesOf } from './route-values.ts'
import { saveRoute } from './use-routes.ts'

interface RouteFormProps {
  event: Event
  /** The route to change; null for a new one. */
  route: NoticeRoute | null
  /** The readers that the viewer may choose; never empty. */
  readers: readonly RouteReaders[]
  onDone: () => void
  /** Called with the signing key, if one was made. */
  onKey: (key: string) => void
}

const isKind = (kind: string): kind is NoticeKind => noticeKinds.some((one) => one === kind)

/** The address is a secret: the browser keeps no draft of it. */
function useRouteForm({ event, route, readers, onDone, onKey }: RouteFormProps) {
  const draft = useDraft(
    'notice_route',
    `${event.id}.${route?.id ?? 'new'}`,
    route ? valuesOf(route) : freshValues(event, readers[0] ?? 'public'),
    {
      version: route?.version ?? 0,
      never: ['address'],
      isValid: (values) =>
        values.kinds.every(isKind) && routeReaders.includes(values.readers) && routeTargets.includes(values.target),
    },
  )
  const { form, formProps } = useWriteForm({
    draft,
    send: (values: RouteValues) => saveRoute(event, toBody(values, route, draft.state.get().base.version)),
    readSaved: ({ route: saved }) => ({ values: valuesOf(saved), version: saved.version }),
    onSaved: ({ signing_key }) => {
      showToast(t(route ? 'notices.saved' : 'notices.created'))
      if (signing_key !== null) onKey(signing_key)
    },
    onDone,
  })
  return { form, formProps }
}
type RouteFormApi = ReturnType<typeof useRouteForm>['form']

const whole = (least: number, most: number, problem: string) => ({
  onSubmit: ({ value }: { value: string }) => (readWhole(value, least, most) === null ? problem : undefined),
})

/** Makes or changes a route. */
export function RouteForm(props: RouteFormProps) {
  const { route, readers, onDone } = props
  const { form, formProps } = useRouteForm(props)
  const values = useStore(form.store, (state) => state.values)
  const { target, kinds } = values
  const choosable = kindsFor(values.readers)
  const needsAddress = route === null || route.target !== target
  return (
    <Form
      {...formProps}
      className="notices-form"
      buttons={
        <>
          <Button onClick={onDone}>{t('confirm.keep')}</Button>
          <SubmitButton>{t(route ? 'notices.save' : 'notices.create')}</SubmitButton>
        </>
      }
    >
      <form.AppField name="name" validators={required(t('notices.nameRequired'))}>
        {(field) => <field.TextField label={t('notices.name')} help={t('notices.nameHelp')} maxLength={routeNameLength} />}
      </form.AppField>
      {readers.length > 1 && (
        <form.AppField name="readers">
          {(field) => (
            <field.ChoiceField
              label={t('notices.readers')}
              choices={readers.map((value) => ({ value, label: t(`notices.readers.${value}`) }))}
            />
          )}
        </form.AppField>
      )}
      <div className="field">
        <form.AppField name="target">
          {(field) => (
            <field.ChoiceField
              label={t('notices.target')}
              choices={routeTargets.map((value) => ({ value, label: t(`notices.target.${value}`) }))}
            />
          )}
        </form.AppField>
        <p className="field-hint">{t(`notices.targetHelp.${target}`)}</p>
      </div>
      <form.AppField
        name="address"
        validators={{
          onSubmit: ({ value }) => (needsAddress && value.trim() === '' ? t('notices.addressRequired') : undefined),
        }}
      >
        {(field) => (
          <field.TextField
            label={t('notices.address')}
            help={`${needsAddress ? '' : `${t('notices.addressKept', { hint: route.address_hint })} `}${t('notices.addressHelp')}`}
            maxLength={routeAddressLength}
            autoComplete="off"
            inputMode="url"
            spellCheck={false}
          />
        )}
      </form.AppField>
      {route?.target === 'https' && target === 'https' && (
        <form.AppField name="renews_key">{(field) => <field.CheckField label={t('notices.renew')} />}</form.AppField>
      )}
      <KindFields form={form} values={values} choosable={choosable} />
      {kinds.includes('big_score') && (
        <form.AppField name="minimum_points" validators={whole(1, 1_000_000, t('notices.minimumInvalid'))}>
          {(field) => <field.NumberField label={t('notices.minimum')} />}
        </form.AppField>
      )}
      {target === 'discord' && kinds.includes('rank_change') && (
        <form.AppField name="edits_standings">{(field) => <field.CheckField label={t('notices.edits')} />}</form.AppField>
      )}
      <TimingFields form={form} values={values} />
      <TemplateFields form={form} values={values} choosable={choosable} />
      <Preview values={values} choosable={choosable} />
    </Form>
  )
}

interface PartProps {
  form: RouteFormApi
  values: RouteValues
}
interface KindProps extends PartProps {
  choosable: readonly NoticeKind[]
}

function KindFields({ form, values: { kinds }, choosable }: KindProps) {
  return (
    <form.AppField
      name="kinds"
      validators={{
        onSubmit: ({ value }) => (value.some((kind) => choosable.includes(kind)) ? undefined : t('notices.kindsRequired')),
      }}
    >
      {(field) => (
        <fieldset className="form-choice">
          <legend className="field-label">{t('notices.kinds')}</legend>
          {choosable.map((kind) => (
            <Check
              key={kind}
              label={
                <>
                  {rowOf(kind).label}
                  <span className="notices-help"> {rowOf(kind).help}</span>
                </>
              }
              isOn={kinds.includes(kind)}
              onChange={(isOn) => field.handleChange(isOn ? [...kinds, kind] : kinds.filter((one) => one !== kind))}
            />
          ))}
          {field.state.meta.errors.length > 0 && <p className="field-error">{t('notices.kindsRequired')}</p>}
        </fieldset>
      )}
    </form.AppField>
  )
}

function TimingFields({ form, values }: PartProps) {
  return (
    <>
      <div className="notices-pair">
        <form.AppField name="digest_minutes" validators={whole(0, 1440, t('notices.digestInvalid'))}>
          {(field) => <field.NumberField label={t('notices.digest')} help={t('notices.digestHelp')} />}
        </form.AppField>
        <form.AppField name="most_per_hour" validators={whole(1, 60, t('notices.mostInvalid'))}>
          {(field) => <field.NumberField label={t('notices.most')} />}
        </form.AppField>
      </div>
      <div className="notices-pair">
        <form.AppField name="quiet_from">
          {(field) => <field.TextField type="time" label={t('notices.quietFrom')} help={t('notices.quietHelp')} />}
        </form.AppField>
        <form.AppField
          name="quiet_to"
          validators={{
            onSubmit: ({ value }) =>
              (readTime(value) === null) === (readTime(values.quiet_from) === null) ? undefined : t('notices.quietInvalid'),
          }}
        >
          {(field) => <field.TextField type="time" label={t('notices.quietTo')} />}
        </form.AppField>
      </div>
      {(values.quiet_from !== '' || values.quiet_to !== '') && (
        <form.AppField name="time_zone">{() => <ZoneField label={t('notices.zone')} zone={values.time_zone} />}</form.AppField>
      )}
    </>
  )
}

function TemplateFields({ form, values, choosable }: KindProps) {
  const { kinds } = values
  return (
    <form.AppField
      name="templates"
      validators={{
        onSubmit: ({ value }) => {
          for (const kind of kinds) {
            const name = findTemplateProblem(kind, value[kind])
            if (name !== null) return t('notices.templateInvalid', { name })
          }
          return undefined
        },
      }}
    >
      {(field) => (
        <details className="notices-templates">
          <summary>{t('notices.templates')}</summary>
          {choosable
            .filter((kind) => kinds.includes(kind))
            .map((kind) => {
              const problem = findTemplateProblem(kind, values.templates[kind])
              const names = Object.keys(rowOf(kind).sample)
                .map((name) => `{${name}}`)
                .join(' ')
              return (
                <Field
                  key={kind}
                  label={t('notices.template', { kind: rowOf(kind).label })}
                  hint={t('notices.placeholders', { names })}
                  error={problem === null ? undefined : t('notices.templateInvalid', { name: problem })}
                >
                  <Input
                    value={values.templates[kind]}
                    placeholder={rowOf(kind).template}
                    maxLength={templateLength}
                    onChange={(change) => field.handleChange({ ...values.templates, [kind]: change.target.value })}
                  />
                </Field>
              )
            })}
        </details>
      )}
    </form.AppField>
  )
}

/** The posts of the chosen kinds, with invented names. */
function Preview({ values, choosable }: { values: RouteValues; choosable: readonly NoticeKind[] }) {
  const notices = sampleNotices(
    choosable.filter((kind) => values.kinds.includes(kind)),
    0,
  )
  if (notices.length === 0) return null
  return (
    <section aria-label={t('notices.preview')} className="admin-preview">
      <p className="field-label">{t('notices.preview')}</p>
      <ul>
        {notices.map((notice) => (
          <li key={notice.kind} dir="auto">
            {renderNotice(notice, values.templates)}
          </li>
        ))}
      </ul>
    </section>
  )
}
