import './guild-logs.css'
import '../../../messages/admin-guild-logs.ts'
import { t } from '../../../lib/text/messages.ts'

/** How a member saves history pages from their own browser, and why Muster cannot do it. */
export const UploadHelp = () => (
  <details className="upload-help">
    <summary>{t('guildUpload.how')}</summary>
    <ol>
      {(['step1', 'step2', 'step3', 'step4'] as const).map((step) => (
        <li key={step}>{t(`guildUpload.${step}`)}</li>
      ))}
    </ol>
    <p className="quieter">{t('guildUpload.why')}</p>
  </details>
)
