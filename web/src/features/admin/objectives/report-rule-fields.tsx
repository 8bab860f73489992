import '../../../messages/admin-objectives.ts'
import { proofRules, reportRules } from '@muster/contract/report-rules'
import type { ObjectiveType } from '@muster/contract/objectives'
import { findKind, isCategory, takesSubmissions } from '@muster/domain/objectives/kinds'
import { submissionRules, type ReportRules } from '@muster/domain/submissions/report-rules'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import type { Node } from './definition.ts'
import type { ObjectiveForm } from './use-objective-form.ts'

type Choice = ReportRules[keyof ReportRules]

/** The rules without a choice in any category, and where they come from. */
interface UsualRules {
  readonly name: string
  readonly rules: ReportRules | null
}

/** The choice of the nearest category that has one, or else the usual one, in words. */
function sayInherited(field: keyof ReportRules, parent: Node, { name: source, rules }: UsualRules): string {
  const say = (name: string, choice: Choice) => t('objectives.inheritedOf', { name, choice: t(`objectives.rule.${choice}`) })
  for (let at: Node | null = parent; at !== null; at = at.parent) {
    const choice = at.item[field]
    if (choice !== null) return say(at.item.name, choice)
  }
  return rules === null ? t('objectives.inherited') : say(source, rules[field])
}

interface ReportRuleFieldsProps {
  form: ObjectiveForm
  objective_type: ObjectiveType
  parent: Node
}

/** How reports on the objective count, and the proof they need. Nothing for a kind that players do not report. */
export function ReportRuleFields({ form, objective_type, parent }: ReportRuleFieldsProps) {
  const event = useEvent()
  const kind = { objective_type }
  if (!isCategory(kind) && findKind(kind)?.reported_as === null) return null
  const isSubmission = takesSubmissions(kind)
  const usual = isSubmission
    ? { name: t('objectives.submissions'), rules: submissionRules }
    : { name: t('objectives.theEvent'), rules: event }
  const listChoices = <T extends Choice>(field: keyof ReportRules, values: readonly T[]) => [
    { value: '' as const, label: sayInherited(field, parent, usual) },
    ...values.map((value) => ({ value, label: t(`objectives.rule.${value}`) })),
  ]
  return (
    <div className="obj-pair">
      {!isSubmission && (
        <form.AppField name="reports">
          {(field) => <field.SelectField label={t('objectives.label.reports')} choices={listChoices('reports', reportRules)} />}
        </form.AppField>
      )}
      <form.AppField name="report_proof">
        {(field) => (
          <field.SelectField label={t('objectives.label.report_proof')} choices={listChoices('report_proof', proofRules)} />
        )}
      </form.AppField>
    </div>
  )
}
