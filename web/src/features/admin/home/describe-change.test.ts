import { type AdminChange, adminChangeKinds } from '@muster/contract/admin-changes'
import { expect, test } from 'vitest'
import { describeAdminChange } from './describe-change.ts'

const aChange = (more: Partial<AdminChange>): AdminChange => ({
  id: 1,
  changed_at: '2026-03-20T12:00:00Z',
  author: { id: 12, display_name: 'Ada' } as AdminChange['author'],
  kind: 'event_changed',
  subject: 'Winter Muster',
  detail: '',
  ...more,
})

const details: Partial<Record<AdminChange['kind'], string>> = {
  job_started: '2026-03-20T12:00:00Z',
  event_changed: 'name game_version patch application_start_time application_end_time max_size waitlist_size',
  team_changed: 'name abbreviation color allowed_classes',
  event_deleted: '41 1302',
}

test('every action of organisers has a description', () => {
  for (const kind of adminChangeKinds) {
    const subject = kind.startsWith('job') ? 'FetchStashChanges' : 'Winter Muster'
    const detail = details[kind] ?? '48'
    // A missing text is shown as its key.
    expect(describeAdminChange(aChange({ kind, subject, detail }))).not.toMatch(/home\.|jobs\.|\{\{|NaN/)
  }
})

test('an edit lists its fields, and a deletion its numbers', () => {
  expect(describeAdminChange(aChange({ detail: 'max_size application_end_time' }))).toBe(
    'changed the event: places, signups close',
  )
  expect(describeAdminChange(aChange({ kind: 'event_deleted', detail: '41 1302' }))).toBe(
    'deleted the event “Winter Muster” with 41 objectives and 1,302 points',
  )
  expect(describeAdminChange(aChange({ kind: 'teams_sorted', detail: '48' }))).toBe('sorted 48 people into teams')
})
