import '../../messages/team-room.ts'
import type { RoomMember } from '@muster/contract/team-room'
import { needsAction } from '@muster/domain/tracking/states'
import { t } from '../../lib/text/messages.ts'

/** Whether a member's points may be missed; states that resolve without action do not count. */
export const misses = ({ tracking }: RoomMember): boolean => needsAction[tracking]

/** Broken ones first, otherwise in the given order. */
export const listMissing = (members: readonly RoomMember[]): readonly RoomMember[] =>
  members.filter(misses).toSorted((a, b) => Number(b.tracking === 'broken') - Number(a.tracking === 'broken'))

/** A reminder for a lead to paste into the team's chat: who has to do what. One name per line, as players typed them. */
export function writeReminder(members: readonly RoomMember[], event_title: string, address: string): string {
  const lines = members.flatMap(({ display_name, notes }) =>
    notes
      .filter(({ state }) => needsAction[state])
      .map(({ message, advice }) => t('room.remindLine', { name: display_name, message, advice }).trimEnd()),
  )
  return [t('room.remindHead', { event: event_title }), ...lines, t('room.remindFoot', { address })].join('\n')
}
