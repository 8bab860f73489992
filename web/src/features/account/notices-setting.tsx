import '../../messages/notice-settings.ts'
import {
  maxPushesPerHour,
  type PersonalNoticeKind,
  type PersonalNoticeSettings,
  personalNoticeKinds,
} from '@muster/contract/personal-notices'
import { personalKindRows } from '@muster/domain/notices/personal-kinds'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryClient, read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { nameZone, readZone } from '../../lib/time/event-zone.ts'
import { Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { DirectSetting } from './direct-setting.tsx'
import { PushSetting } from './push-setting.tsx'
import { SettingsRow } from './settings-row.tsx'

const query = read('getOwnNoticeSettings', {})
const perHour = [1, 2, 3, 6, 10, maxPushesPerHour] as const
/** Polling interval while a test message is in flight. */
const testEvery_ms = 3000
/** Suggested when a person switches quiet hours on. */
const usualQuiet = { from: 23 * 60, to: 8 * 60 } as const

const writeTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes after midnight; null while a time is being typed. */
function readTime(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Which notices the user gets, and when and where they are pushed; saved at once. */
export function NoticesSetting() {
  const { settings, push_key, devices, discord } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.discord.is_testing ? testEvery_ms : false),
  }).data
  const write = useWrite(
    (change: (stored: PersonalNoticeSettings) => Partial<PersonalNoticeSettings>) => {
      // An earlier change may have been saved since the page showed these.
      const stored = queryClient.getQueryData(query.queryKey)?.settings ?? settings
      return callWrite('saveOwnNoticeSettings', { body: { ...stored, ...change(stored), time_zone: readZone() } })
    },
    {
      oneAtATime: 'notices',
      onDone: (saved) => {
        queryClient.setQueryData(query.queryKey, saved)
        showToast(t('noticeSettings.saved'))
      },
    },
  )
  const save = (changed: Partial<PersonalNoticeSettings>) => write.run(() => changed)
  const switchKind = (kind: PersonalNoticeKind, isOn: boolean) =>
    write.run(({ kinds }) => ({ kinds: personalNoticeKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))) }))
  return (
    <>
      <SettingsRow title={t('noticeSettings.kinds')}>
        <Kinds chosen={settings.kinds} onSwitch={switchKind} />
      </SettingsRow>
      <SettingsRow title={t('noticeSettings.device')}>
        <PushSetting push_key={push_key} devices={devices} />
      </SettingsRow>
      {discord.state !== 'no_bot' && (
        <SettingsRow title={t('noticeSettings.direct')}>
          <DirectSetting discord={discord} />
        </SettingsRow>
      )}
      <SettingsRow title={t('noticeSettings.quiet')}>
        <QuietHours settings={settings} onChange={save} />
      </SettingsRow>
      <SettingsRow title={t('noticeSettings.perHour')}>
        <Select
          name={t('noticeSettings.perHour')}
          value={String(settings.most_per_hour)}
          choices={[...new Set([...perHour, settings.most_per_hour])]
            .sort((a, b) => a - b)
            .map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(count) => save({ most_per_hour: Number(count) })}
        />
        <p className="quieter small">{t('noticeSettings.perHourHelp')}</p>
      </SettingsRow>
      <WriteProblem write={write} />
    </>
  )
}

function Kinds({
  chosen,
  onSwitch,
}: {
  chosen: readonly PersonalNoticeKind[]
  onSwitch: (kind: PersonalNoticeKind, isOn: boolean) => void
}) {
  return personalNoticeKinds.map((kind) => {
    const { label, help } = personalKindRows[kind]
    const isOn = chosen.includes(kind)
    return (
      <div key={kind}>
        <label className="check">
          <input type="checkbox" checked={isOn} onChange={() => onSwitch(kind, !isOn)} />
          {label}
        </label>
        <p className="quieter small">{help}</p>
      </div>
    )
  })
}

function QuietHours({
  settings,
  onChange,
}: {
  settings: PersonalNoticeSettings
  onChange: (changed: Partial<PersonalNoticeSettings>) => void
}) {
  const { quiet_from, quiet_to, time_zone } = settings
  const isOn = quiet_from !== null && quiet_to !== null
  const change = (field: 'quiet_from' | 'quiet_to') => (text: string) => {
    const minutes = readTime(text)
    if (minutes !== null) onChange({ [field]: minutes })
  }
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={() =>
            onChange(isOn ? { quiet_from: null, quiet_to: null } : { quiet_from: usualQuiet.from, quiet_to: usualQuiet.to })
          }
        />
        {t('noticeSettings.quietOn')}
      </label>
      {isOn && (
        <div className="quiet-hours">
          <Time label={t('noticeSettings.quietFrom')} minutes={quiet_from} onChange={change('quiet_from')} />
          <Time label={t('noticeSettings.quietTo')} minutes={quiet_to} onChange={change('quiet_to')} />
        </div>
      )}
      <p className="quieter small">
        {isOn ? t('noticeSettings.quietZone', { zone: nameZone(time_zone) }) : t('noticeSettings.quietHelp')}
      </p>
    </>
  )
}

function Time({ label, minutes, onChange }: { label: string; minutes: number; onChange: (text: string) => void }) {
  return (
    <label className="small">
      {label}{' '}
      <input
        // Another value replaces the typed one.
        key={minutes}
        className="input"
        type="time"
        required
        defaultValue={writeTime(minutes)}
        onBlur={({ target }) => readTime(target.value) !== minutes && onChange(target.value)}
      />
    </label>
  )
}
