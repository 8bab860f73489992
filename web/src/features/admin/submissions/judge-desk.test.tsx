import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aSubmission, at } from '../../../test-submission.ts'
import { click, decisions, entry, isOpen, press, reason, resetDesk, server, show } from './test-desk.tsx'

const two = () => [aSubmission({ id: 1, submitted_at: at(-10), objective_id: 51 }), aSubmission({ id: 2, submitted_at: at(-41) })]

beforeEach(resetDesk)
afterEach(() => {
  vi.clearAllMocks()
})

describe('the judge desk', () => {
  test('opens the longest wait, and is navigated with the keys', async () => {
    await show(two())
    expect(screen.getByText(/2 are waiting. The oldest has waited 41 min/)).toBeTruthy()
    expect(isOpen('Kill it')).toBe(true)
    await press('j')
    expect(isOpen('Be fast')).toBe(true)
    await press('j')
    expect(isOpen('Be fast')).toBe(true)
    await press('k')
    expect(isOpen('Kill it')).toBe(true)
    await press('?')
    expect(screen.getByRole('dialog', { name: 'Keys of the judge desk' })).toBeTruthy()
  })

  test('approves the shown version, moves to the next, and takes back by another decision', async () => {
    await show(two())
    await press('a')
    expect(decisions()).toEqual([
      expect.objectContaining({ body: { approval_status: 'APPROVED', review_comment: '', base_version: 3 } }),
    ])
    expect(isOpen('Be fast')).toBe(true)
    await screen.findByText('Approved: Kill it')
    await click('Undo')
    expect(decisions().at(-1)).toMatchObject({ body: { approval_status: 'PENDING', base_version: 4 } })
  })

  test('decides one submission by a double click, although the next one has its buttons in the same place', async () => {
    await show(two())
    for (const detail of [1, 2]) {
      await act(async () => {
        fireEvent.click(screen.getByRole('button', { name: /^Approve/ }), { detail })
      })
    }
    expect(decisions().map(({ path }) => path)).toEqual(['/api/events/current/submissions/2/review'])
    expect(isOpen('Be fast')).toBe(true)
  })

  test('rejects only with a reason, and keys are letters while typing', async () => {
    await show(two())
    await press('r')
    expect(screen.getByText('Say why you reject it.')).toBeTruthy()
    expect(document.activeElement).toBe(reason())
    await act(async () => {
      fireEvent.keyDown(reason(), { key: 'a' })
    })
    expect(decisions()).toEqual([])
    await click('The proof does not open.')
    await click(/Reject/)
    expect(decisions()).toEqual([
      expect.objectContaining({
        path: '/api/events/current/submissions/2/review',
        body: { approval_status: 'REJECTED', review_comment: 'The proof does not open.', base_version: 3 },
      }),
    ])
  })

  test('asks the player for more with two keys; the submission leaves the queue until its player changes it', async () => {
    await show(two())
    await press('m')
    expect(screen.getByText('Say what the player should add.')).toBeTruthy()
    reason().blur()
    await press('6')
    await press('m')
    expect(decisions()).toMatchObject([
      { body: { approval_status: 'PENDING', review_comment: 'Please add a clip that shows it.', base_version: 3 } },
    ])
    expect(isOpen('Be fast')).toBe(true)
    expect(await screen.findByText('The player is asked: Kill it')).toBeTruthy()
    await click('Asked 1')
    expect(isOpen('Kill it')).toBe(true)
    await click(/Back to waiting/)
    expect(decisions().at(-1)).toMatchObject({ body: { approval_status: 'PENDING', review_comment: '' } })
  })

  test('takes back a decision without asking: an old comment does not go with it', async () => {
    await show([aSubmission({ id: 2, review_comment: 'Please add a clip.', reviewed_at: at(-50), submitted_at: at(-41) })])
    await press('a')
    await screen.findByText('Approved: Kill it')
    await click('Undo')
    expect(decisions().at(-1)).toMatchObject({ body: { approval_status: 'PENDING', review_comment: '' } })
  })

  test('keeps the reason when the submission changed meanwhile, and says so', async () => {
    await show(two())
    fireEvent.change(reason(), { target: { value: 'too blurred' } })
    server.refusal = { status: 409, code: 'changed_meanwhile' }
    await click(/Reject/)
    expect(screen.getByRole('alert').textContent).toContain('This changed while you were looking')
    expect(reason().value).toBe('too blurred')
    expect(isOpen('Kill it')).toBe(true)
  })

  test('shows an entry of the viewer’s own team, with the reason why it cannot be decided', async () => {
    await show([aSubmission({ id: 2 })], 2)
    expect(screen.getByText('You cannot judge your own team')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
    await press('a')
    await press('c')
    expect(server.sent).toEqual([])
  })

  test('claims with C, and releases when moving to the next', async () => {
    await show(two())
    server.claims = [{ submission_id: 2, judge: { id: 99, display_name: 'Corla' }, claimed_at: at(0), expires_at: at(3) }]
    await press('c')
    expect(server.sent).toMatchObject([
      { method: 'PUT', path: '/api/events/current/submissions/2/claim', body: { take_over: false } },
    ])
    await vi.waitFor(() => expect(screen.getByRole('button', { name: /Release/ })).toBeTruthy())
    await press('j')
    await vi.waitFor(() =>
      expect(server.sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/events/current/submissions/2/claim' }),
    )
  })

  test('names the judge of a claimed entry, allows no decision meanwhile, and offers to take it over', async () => {
    server.claims = [{ submission_id: 2, judge: { id: 7, display_name: 'Aster' }, claimed_at: at(0), expires_at: at(3) }]
    await show(two())
    expect(screen.getByText('Aster is judging this')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
    await press('a')
    expect(server.sent).toEqual([])
    await click('Take over')
    expect(server.sent).toMatchObject([{ method: 'PUT', body: { take_over: true } }])
  })

  test('loads a picture only on request, and without a referrer', async () => {
    await show(two())
    expect(screen.queryByRole('img', { name: 'Proof from clips.example' })).toBeNull()
    await click('Show the picture')
    const picture = screen.getByRole<HTMLImageElement>('img', { name: 'Proof from clips.example' })
    expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer')
    fireEvent.error(picture)
    expect(screen.getByText('The picture could not be loaded. Open the link instead.')).toBeTruthy()
  })

  test('W-03: shows a proof as text, and only addresses as links', async () => {
    await show([aSubmission({ id: 2, proof: '<img src=x onerror=alert(1)> javascript:alert(1) https://a.example/ok http://%' })])
    expect(entry().textContent).toContain('<img src=x onerror=alert(1)>')
    const links = within(entry()).getAllByRole<HTMLAnchorElement>('link')
    expect(links.every((link) => link.href === 'https://a.example/ok')).toBe(true)
    expect(links.every((link) => link.rel.includes('noreferrer'))).toBe(true)
  })
})

describe('places in bulk', () => {
  const choose = (label: string, value: number) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: String(value) } })

  test('belong to different teams, are in order, and are shown before they are sent', async () => {
    await show([aSubmission({ id: 9, approval_status: 'APPROVED', reviewed_at: at(-1) })])
    await click('Enter places')
    await vi.waitFor(() => screen.getByLabelText('Objective'))
    await click('Give places')
    expect(screen.getByRole('alert').textContent).toBe('Choose an objective')
    choose('Objective', 50)
    choose('1st place', 2)
    choose('3rd place', 2)
    expect(screen.getByText('This team has a place already.')).toBeTruthy()
    choose('3rd place', 1)
    expect(screen.getByText('Fill the places above first.')).toBeTruthy()
    await click('Give 2 places')
    expect(server.sent).toEqual([])
    choose('3rd place', 0)
    choose('2nd place', 1)
    expect(screen.getByText('Tidebreakers already has 1 approved submission for this.')).toBeTruthy()
    await click('Give 2 places')
    expect(server.sent).toMatchObject([
      { method: 'PUT', path: '/api/events/current/submissions/admin', body: { objective_id: 50, team_ids: [2, 1] } },
    ])
  })
})
