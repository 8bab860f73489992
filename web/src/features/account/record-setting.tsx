import '../../messages/settings.ts'
import { type RecordSharing, recordViewers } from '@muster/contract/records'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { readRecord } from '../../api/people/record.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { SettingsRow } from './settings-row.tsx'

/** Audience of the page with all events of a player; saved at once. */
export function RecordSetting({ user_id }: { user_id: number }) {
  const sharing = useSuspenseQuery(readRecord(user_id)).data?.sharing
  const write = useWrite((next: RecordSharing) => callWrite('saveRecordSharing', { body: next }), {
    onDone: (saved) => {
      queryClient.setQueryData(readRecord(user_id).queryKey, (before) => before && { ...before, sharing: saved })
      showToast(t('settings.recordSaved'))
    },
  })
  if (!sharing) return null
  return (
    <>
      <SettingsRow title={t('settings.recordShown')}>
        <Select
          name={t('settings.recordShown')}
          value={sharing.shown_to}
          choices={recordViewers.map((value) => ({ value, label: t(`settings.record.${value}`) }))}
          onChange={(shown_to) => write.run({ ...sharing, shown_to })}
        />
        <p className="quieter small">{t(`settings.recordHelp.${sharing.shown_to}`)}</p>
        <p className="quieter small">{t('settings.recordEvents')}</p>
      </SettingsRow>
      <SettingsRow title={t('settings.recordHours')}>
        <label className="check">
          <input
            type="checkbox"
            checked={sharing.shows_hours}
            onChange={(change) => write.run({ ...sharing, shows_hours: change.target.checked })}
          />
          {t('settings.recordShowHours')}
        </label>
        <p className="quieter small">{t('settings.recordHoursHelp')}</p>
      </SettingsRow>
      <WriteProblem write={write} />
    </>
  )
}

export const RecordLink = ({ user_id }: { user_id: number }) => (
  <Link to={paths.profile} params={{ userId: user_id }}>
    {t('settings.recordLink')}
  </Link>
)
