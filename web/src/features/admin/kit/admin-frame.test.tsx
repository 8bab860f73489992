import { type AdminPage, adminPages, type Caller, nobody } from '@muster/domain/access'
import { fireEvent, screen, within } from '@testing-library/react'
import { type ReactNode, use } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminPageOrder } from './admin-links.ts'

const caller = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('./use-caller.ts', () => ({ useCaller: () => caller.current }))

const never = new Promise<ReactNode>(() => {})
const Waiting = () => use(never)

const show = (page: ReactNode) => renderInEvent(<AdminFrame>{page}</AdminFrame>, '/admin')

describe('a page of the admin area has its heading', () => {
  beforeEach(() => seedEvent({}))

  test('while the viewer is not known yet', async () => {
    caller.current = undefined
    await show('the page')
    screen.getByRole('heading', { level: 1, name: 'Overview' })
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('while its data is loading', async () => {
    caller.current = { ...nobody, roles: ['admin'] }
    await show(<Waiting />)
    screen.getByRole('heading', { level: 1, name: 'Overview' })
  })
})

test('S-03: people with another role read which role the page needs, visitors are sent home', async () => {
  seedEvent({})
  const open = () => renderInEvent(<AdminFrame>the presets</AdminFrame>, '/admin/x', { adminPage: 'presets' })
  caller.current = { ...nobody, roles: ['submission_judge'] }
  const { unmount } = await open()
  screen.getByText(/is for admins, objective designers/)
  expect(screen.queryByText('the presets')).toBeNull()
  unmount()
  caller.current = nobody
  await open()
  expect(document.body.textContent).toBe('')
})

describe('the pages of a guild', () => {
  const open = (game_version: 'poe1' | 'poe2') => {
    seedEvent({ events: [{ ...anEvent, game_version }] })
    caller.current = { ...nobody, roles: ['admin'], place: { team_id: 1, is_team_lead: true } }
    return renderInEvent(<AdminFrame>the stash</AdminFrame>, '/admin/guild/stashes', { adminPage: 'guild_stashes' })
  }

  test('say for the second game that it shows no guild stash, and what counts instead', async () => {
    await open('poe2')
    screen.getByRole('heading', { level: 1, name: 'Guild stash' })
    screen.getByText('Path of Exile 2 shows no guild stash')
    expect(screen.getByRole('link', { name: 'Go to submissions' }).getAttribute('href')).toBe('/submissions')
    expect(screen.queryByText('the stash')).toBeNull()
  })

  test('are shown for the first game', async () => {
    await open('poe1')
    screen.getByText('the stash')
  })
})

describe('the navigation', () => {
  const groups = () =>
    screen.getAllByRole('list').map((list) => [
      list.getAttribute('aria-labelledby'),
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ])
  const open = (more: Partial<Caller>, page: AdminPage = 'home') => {
    caller.current = { ...nobody, ...more }
    return renderInEvent(<AdminFrame>the page</AdminFrame>, '/admin/x', { adminPage: page })
  }

  test('has every admin page once', () => {
    expect(['home', ...adminPageOrder].toSorted()).toEqual(Object.keys(adminPages).toSorted())
  })

  test('shows each viewer only groups with a page for them, and a lead without a role their team', async () => {
    seedEvent({})
    const { unmount } = await open({ roles: ['submission_judge'] })
    expect(groups()).toEqual([
      ['admin-group-run', ['Judge desk', 'Corrections']],
      ['admin-group-server', ['Status']],
    ])
    unmount()
    await open({ roles: [], place: { is_team_lead: true } })
    expect(groups()).toEqual([
      ['admin-group-run', ['Webhooks and posts']],
      ['admin-group-my_team', ['Guild', 'Guild stash', 'Guild logs', 'Team plan']],
    ])
  })

  test('marks the current page, and the phase of the event', async () => {
    seedEvent({})
    await open({ roles: ['admin'] }, 'presets')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Presets')
    expect(screen.getByText('now').closest('p')?.textContent).toBe('Runnow')
  })

  test('opens as a sheet on phones, with the group of the page open', async () => {
    seedEvent({})
    await open({ roles: ['admin'] }, 'users')
    fireEvent.click(screen.getByRole('button', { name: 'Users' }))
    const sheet = await screen.findByRole('dialog', { name: 'Admin pages' })
    const folds = [...sheet.querySelectorAll('details')]
    expect(folds.map((fold) => [fold.querySelector('summary')?.textContent, fold.open])).toEqual([
      ['Prepare9', false],
      ['Runnow9', false],
      ['Your team3', false],
      ['Server4', true],
    ])
  })
})
