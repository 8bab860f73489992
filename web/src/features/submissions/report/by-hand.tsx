import '../../../messages/proof-rules.ts'
import '../../../messages/report.ts'
import { useReportRules } from '../../../api/items/report-rules.ts'
import { askForSubmission } from '../../../api/people/submission-request.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { useReportable } from '../report-targets.ts'

/** The objectives that take a report by hand; each opens the dialog of submissions. */
export function ByHand() {
  const open = useReportable()
  const rules = useReportRules(useEvent())
  const sayProof = (id: number) => {
    const { report_proof = 'optional' } = rules?.of(id) ?? {}
    return report_proof === 'optional' ? '' : t(`proof.asks.${report_proof}`)
  }
  if (open.length === 0) return <Empty title={t('report.handTitle')} text={t('report.handText')} />
  return (
    <>
      <p className="quiet report-wait">{t('report.handLead')}</p>
      <ul className="report-hand">
        {open.map(({ item, parent }) => (
          <li key={item.id}>
            <button type="button" onClick={() => askForSubmission({ objective_id: item.id })}>
              <span>
                <bdi className="game report-objective">{item.name}</bdi>
                <small className="quiet">{[parent?.item.title, sayProof(item.id)].filter(Boolean).join('. ')}</small>
              </span>
              <Icon name="right" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
