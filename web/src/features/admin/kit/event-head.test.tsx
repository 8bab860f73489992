import type { Event } from '@muster/contract/events'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { nobody } from '@muster/domain/access'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { EventHead, OtherEventBar } from './event-head.tsx'
import { describeShowing } from './showing.tsx'

const hours = (count: number) => new Date(now_ms + count * 3_600_000).toISOString()
const other = { ...anEvent, id: 9, name: 'Summer Cup (PL7)', is_current: false } as Event
const admin = { ...nobody, roles: ['admin' as const] }

describe('the head of the admin pages', () => {
  test('names the event with its state, and offers the views of others', async () => {
    seedEvent({})
    await renderInEvent(<EventHead caller={admin} />)
    expect(screen.getByText('Winter Muster')).toBeTruthy()
    expect(screen.getByText('Running')).toBeTruthy()
    expect(screen.getByRole('button', { name: /View the site as/ })).toBeTruthy()
  })

  test('offers them to no one without a role', async () => {
    seedEvent({})
    await renderInEvent(<EventHead caller={{ ...nobody, roles: [] }} />)
    expect(screen.queryByRole('button', { name: /View the site as/ })).toBeNull()
  })
})

describe('the bar about another event', () => {
  test('is absent while the pages are about the current event', async () => {
    seedEvent({})
    await renderInEvent(<OtherEventBar />)
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('says that no event is current', async () => {
    seedEvent({ events: [{ ...anEvent, is_current: false } as Event, other] })
    await renderInEvent(<OtherEventBar />, '/?event=9')
    expect(screen.getByRole('status').textContent).toContain('You are in Summer Cup, which is running.')
    expect(screen.getByRole('status').textContent).toContain('No event is current')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('names the event that visitors see, and leads there', async () => {
    seedEvent({ events: [anEvent as Event, other] })
    await renderInEvent(<OtherEventBar />, '/?event=9')
    expect(screen.getByRole('status').textContent).toContain('Visitors see Winter Muster.')
    expect(screen.getByRole('link', { name: 'Go to Winter Muster' })).toBeTruthy()
  })
})

test.each<[Partial<Event>, string]>([
  [{ is_public: false, objectives_shown: 'at_once' }, 'only organisers and members of its teams see its objectives'],
  [{ is_public: false, event_start_time: hours(1) }, 'Only admins and objective designers see its objectives before'],
  [{ event_start_time: hours(1) }, 'hidden until then'],
  [{ event_start_time: hours(-1) }, 'Objectives have been visible to everyone since'],
  [{ objectives_shown: 'at_once', event_start_time: hours(1) }, 'Objectives are visible to everyone.'],
])('with %o the sentence is: %s', (fields, words) => {
  expect(describeShowing({ ...anEvent, objectives_shown: 'at_start', ...fields } as Event, now_ms)).toContain(words)
})
