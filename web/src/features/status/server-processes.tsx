import '../../messages/status.ts'
import { t } from '../../lib/text/messages.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { useStatus } from './use-status.ts'

/** The processes that use this server's database, and whether they belong together. */
export function ServerProcesses() {
  const { shown } = useStatus()
  if (!shown?.server) return null
  const { processes, conflicts } = shown.server
  return (
    <>
      {conflicts.map((conflict) => (
        <p key={conflict} className="status-conflict">
          <Badge kind="bad" icon="warning">
            {t('status.state.trouble')}
          </Badge>
          <span>{t(`status.conflict.${conflict}`)}</span>
        </p>
      ))}
      {processes.length === 0 && <p className="small quieter">{t('status.processesNone')}</p>}
      <ul className="status-processes">
        {processes.map(({ version, roles, connected_at }) => (
          <li key={`${version} ${roles.join()} ${connected_at}`}>
            <strong className="strong">{t('status.process', { version, roles: roles.join(', ') })}</strong>
            <span className="small quieter">{t('status.processSince', { time: formatFull(Date.parse(connected_at)) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
