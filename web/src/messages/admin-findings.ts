import { addMessages } from '../lib/text/messages.ts'

/** Texts of the list of problems of a definition. */
const findings = {
  'findings.severity.error': 'Error:',
  'findings.severity.warning': 'Warning:',
  'findings.severity.notice': 'Note:',
  'findings.severities.error_one': '{{count}} error',
  'findings.severities.error_other': '{{count}} errors',
  'findings.severities.warning_one': '{{count}} warning',
  'findings.severities.warning_other': '{{count}} warnings',
  'findings.severities.notice_one': '{{count}} note',
  'findings.severities.notice_other': '{{count}} notes',
  'findings.leftOff_one': '{{count}} more is not listed.',
  'findings.leftOff_other': '{{count}} more are not listed.',
  'findings.overlapsNote':
    'Overlaps are found where conditions are equal or one follows from the other. Patterns are only compared word for word.',
  'findings.overlapsCut': 'There are too many objectives to compare each with each, so overlaps may be missing.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof findings> {}
}

addMessages(findings)
