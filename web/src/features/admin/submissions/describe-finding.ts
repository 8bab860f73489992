import '../../../messages/admin-objectives.ts'
import '../../../messages/admin-submissions.ts'
import { fieldLabels } from '@muster/domain/conditions/phrases'
import type { Finding } from '@muster/domain/submissions/suspicion'
import { t } from '../../../lib/text/messages.ts'
import { formatExact } from '../../../lib/time/time.ts'

/** A sign that a report may be wrong, with its evidence. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'normal_with_mods':
      return t('judge.suspect.normal_with_mods', { count: finding.mods })
    case 'out_of_range':
      return t('judge.suspect.out_of_range', { field: fieldLabels[finding.field], value: finding.value, most: finding.most })
    case 'too_many_sockets':
      return t('judge.suspect.too_many_sockets', { sockets: finding.sockets, most: finding.most })
    case 'level_out_of_order':
      return t('judge.suspect.level_out_of_order', { level: finding.level, other: finding.other, time: formatExact(finding.at) })
    case 'log_clock_jumps':
      return t('judge.suspect.log_clock_jumps')
    case 'log_level_out_of_order':
      return t('judge.suspect.log_level_out_of_order')
    case 'log_of_two_players':
      return t('judge.suspect.log_of_two_players')
    case 'log_areas_too_low':
      return t('judge.suspect.log_areas_too_low')
  }
}
