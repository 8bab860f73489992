import { nobody } from '@muster/domain/access'
import { screen } from '@testing-library/react'
import { type ReactNode, use } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { AdminFrame } from './admin-frame.tsx'

const caller = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('./use-caller.ts', () => ({ useCaller: () => caller.current }))

const never = new Promise<ReactNode>(() => {})
const Waiting = () => use(never)

const show = (page: ReactNode) => renderInEvent(<AdminFrame>{page}</AdminFrame>, '/admin')

describe('a page of the admin area has its heading', () => {
  beforeEach(() => seedEvent({}))

  test('while it is not known yet who looks', async () => {
    caller.current = undefined
    await show('the page')
    screen.getByRole('heading', { level: 1, name: 'Overview' })
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('while what it shows is on its way', async () => {
    caller.current = { ...nobody, roles: ['admin'] }
    await show(<Waiting />)
    screen.getByRole('heading', { level: 1, name: 'Overview' })
  })
})
