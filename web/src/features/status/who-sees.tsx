import './status.css'
import '../../messages/status.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { Segments } from '../../ui/forms/toggles.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { showStatusTo, useStatus } from './use-status.ts'

/** Shows the page to everyone, or to organisers only. Both are reversible, so there is no confirmation. */
export function WhoSees() {
  const { is_public } = useStatus()
  const write = useWrite(showStatusTo, {
    onDone: (_, isPublic) => showToast(t(isPublic ? 'status.nowPublic' : 'status.nowHidden')),
  })
  return (
    <div className="status-who">
      <Segments
        label={t('status.whoLabel')}
        choices={[
          { value: 'organisers', label: t('status.forOrganisers') },
          { value: 'everybody', label: t('status.forEverybody') },
        ]}
        value={is_public ? 'everybody' : 'organisers'}
        onChange={(value) => write.run(value === 'everybody')}
      />
      <p className="small quieter">{t('status.whoHelp')}</p>
      <WriteProblem write={write} />
    </div>
  )
}
