import './announcements.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-announcements.ts'
import {
  announcementAudiences,
  announcementLength,
  announcementTitleLength,
  type KeptAnnouncement,
} from '@muster/contract/announcements'
import type { Event } from '@muster/contract/events'
import { useStore } from '@tanstack/react-form'
import { queryClient } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useZone } from '../kit/use-zone.ts'
import { readKept, saveAnnouncement } from './use-announcements.ts'

const fresh = { title: '', text: '', audience: 'everybody' as KeptAnnouncement['audience'], starts_at: '', ends_at: '' }
type Values = typeof fresh

const valuesOf = ({ title, text, audience, starts_at, ends_at }: KeptAnnouncement): Values => ({
  title,
  text,
  audience,
  starts_at,
  ends_at: ends_at ?? '',
})

const labels = {
  title: 'announce.fieldTitle',
  text: 'announce.fieldText',
  audience: 'announce.audience',
  starts_at: 'announce.starts',
  ends_at: 'announce.ends',
} as const

function showValue(field: keyof Values, value: string): string {
  if (field === 'audience') return t(`announce.to.${value as Values['audience']}`)
  return (field === 'starts_at' || field === 'ends_at') && value !== '' ? formatFull(Date.parse(value)) : value
}

interface AnnouncementFormProps {
  event: Event
  /** The announcement to change; null for a new one. */
  kept: KeptAnnouncement | null
  onDone: () => void
  onCancel?: () => void
  /** The form is secondary on its page, so its button is not the filled one. */
  isAside?: boolean
}

/** The form of an announcement. If another organiser changed it meanwhile, `conflict` shows both versions. */
function useAnnouncementForm(event: Event, kept: KeptAnnouncement | null, onDone: () => void) {
  const draft = useDraft('announcement', `${event.id}.${kept?.id ?? 'new'}`, kept ? valuesOf(kept) : fresh, {
    version: kept?.version ?? 0,
    isValid: ({ audience }) => announcementAudiences.includes(audience),
  })
  const { base, theirs, guard, resolve } = useConflict(draft, async () => {
    const all = await queryClient.fetchQuery({ ...readKept(event), staleTime: 0 })
    const found = all.find(({ id }) => id === kept?.id)
    return found ? { values: valuesOf(found), version: found.version } : null
  })
  const { form, formProps } = useWriteForm({
    draft,
    send: ({ starts_at, ends_at, ...values }: Values) =>
      guard((version) =>
        saveAnnouncement(event, {
          ...values,
          id: kept?.id ?? null,
          base_version: kept ? version : null,
          starts_at: starts_at === '' ? null : starts_at,
          ends_at: ends_at === '' ? null : ends_at,
        }),
      ),
    // Text typed after a new announcement was posted is the next one.
    readSaved: (saved) => (kept ? { values: valuesOf(saved), version: saved.version } : { values: fresh, version: 0 }),
    onSaved: () => showToast(t(kept ? 'announce.saved' : 'announce.posted')),
    onDone: (_saved, reset) => {
      if (!kept) reset(fresh)
      onDone()
    },
  })
  const conflict = theirs && (
    <form.Subscribe selector={(state) => state.values}>
      {(mine) => (
        <ConflictNotice<Values>
          base={base.values}
          theirs={theirs.values}
          mine={mine}
          nameField={(field) => t(labels[field])}
          showValue={showValue}
          onResolve={(merged) => {
            resolve(merged)
            for (const field of Object.keys(merged) as (keyof Values)[]) form.setFieldValue(field, merged[field])
          }}
        />
      )}
    </form.Subscribe>
  )
  return { form, formProps, conflict }
}

/** Writes or changes an announcement. */
export function AnnouncementForm({ event, kept, onDone, onCancel, isAside = false }: AnnouncementFormProps) {
  const zone = useZone()
  const now = useServerNow(10_000)
  const { form, formProps, conflict } = useAnnouncementForm(event, kept, onDone)
  const values = useStore(form.store, (state) => state.values)
  const startsLater = values.starts_at !== '' && Date.parse(values.starts_at) > now
  const act = kept
    ? t('announce.save')
    : startsLater
      ? t('announce.postLater', { time: formatFull(Date.parse(values.starts_at)) })
      : t('announce.postNow')
  return (
    <Form
      {...formProps}
      className="announce-form"
      buttons={
        <>
          {onCancel && <Button onClick={onCancel}>{t('confirm.keep')}</Button>}
          <SubmitButton kind={isAside ? 'plain' : 'primary'}>{act}</SubmitButton>
        </>
      }
    >
      {conflict}
      <form.AppField name="title" validators={required(t('announce.titleRequired'))}>
        {(field) => <field.TextField label={t('announce.fieldTitle')} maxLength={announcementTitleLength} />}
      </form.AppField>
      <form.AppField
        name="text"
        validators={{
          onSubmit: ({ value }) => {
            if (value.trim() === '') return t('announce.textRequired')
            return value.length > announcementLength
              ? t('announce.tooLong', { most: formatCount(announcementLength) })
              : undefined
          },
        }}
      >
        {(field) => (
          <field.TextAreaField
            label={t('announce.fieldText')}
            rows={5}
            help={t('announce.left', { count: formatCount(values.text.length), most: formatCount(announcementLength) })}
          />
        )}
      </form.AppField>
      <div className="field">
        <span className="field-label">{t('announce.audience')}</span>
        <form.AppField name="audience">
          {(field) => (
            <field.SegmentsField
              label={t('announce.audience')}
              choices={announcementAudiences.map((value) => ({ value, label: t(`announce.to.${value}`) }))}
            />
          )}
        </form.AppField>
        <p className="field-hint">{t(`announce.toHelp.${values.audience}`)}</p>
      </div>
      <form.AppField name="starts_at">
        {(field) => (
          <field.TimeField
            {...zone}
            label={t('announce.starts')}
            help={values.starts_at === '' ? t('announce.startsHelp') : undefined}
            clearLabel={t('time.clear')}
          />
        )}
      </form.AppField>
      <form.AppField
        name="ends_at"
        validators={{
          onSubmit: ({ value }) => {
            const start = values.starts_at === '' ? now : Date.parse(values.starts_at)
            return value !== '' && Date.parse(value) <= start ? t('announce.endsWrong') : undefined
          },
        }}
      >
        {(field) => (
          <field.TimeField
            {...zone}
            label={t('announce.ends')}
            help={values.ends_at === '' ? t('announce.endsHelp') : undefined}
            clearLabel={t('time.clear')}
          />
        )}
      </form.AppField>
      {values.title.trim() !== '' && (
        <section aria-label={t('announce.preview')} className="admin-preview">
          <p className="field-label">{t('announce.preview')}</p>
          <p className="strong">
            <bdi>{values.title}</bdi>
          </p>
          <p className="announce-text" dir="auto">
            {values.text}
          </p>
        </section>
      )}
    </Form>
  )
}
