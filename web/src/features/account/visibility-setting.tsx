import '../../messages/settings.ts'
import { type Viewers, type Visibility, visibilityChoices } from '@muster/contract/visibility'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryClient, read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { Select } from '../../ui/forms/select.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { SettingsRow } from './settings-row.tsx'

const kinds = ['chat_name', 'play', 'stream'] as const

/** The audience of the chat name, the times of play and the stream; saved at once. */
export function VisibilitySetting() {
  const query = read('getVisibility', {})
  const visibility = useSuspenseQuery(query).data
  const write = useWrite((next: Visibility) => callWrite('saveVisibility', { body: next }), {
    onDone: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      showToast(t('settings.recordSaved'))
    },
  })
  return (
    <>
      {kinds.map((kind) => (
        <SettingsRow key={kind} title={t(`settings.${kind}`)}>
          <Select<Viewers>
            name={t(`settings.${kind}`)}
            value={visibility[kind]}
            choices={visibilityChoices[kind].map((value) => ({ value, label: t(`settings.shownTo.${value}`) }))}
            onChange={(value) => write.run({ ...visibility, [kind]: value })}
          />
          <p className="quieter small">{t(`settings.${kind}Help`)}</p>
        </SettingsRow>
      ))}
      <WriteProblem write={write} />
    </>
  )
}
