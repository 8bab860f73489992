import { largestPicture_bytes } from '@muster/contract/pictures'
import type { Team } from '@muster/contract/teams'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { LogoField } from './logo-field.tsx'

const fetched = vi.fn<typeof fetch>()
const onChange = vi.fn<(team: Team) => void>()
const team = { ...anEvent.teams[0], logo: null } as Team

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  onChange.mockReset()
  seedEvent({})
})

const show = (logo: string | null = null) =>
  renderInEvent(<LogoField team={{ ...team, logo }} event_id={team.event_id} onChange={onChange} />)
const choose = async (file: File) => {
  const input = screen.getByLabelText(/Choose/)
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
}
const aFile = (type: string, bytes = 12) => new File([new Uint8Array(bytes)], 'logo', { type })

test('a picture is previewed before the upload, and sent as base64', async () => {
  await show()
  expect(screen.getByText('No logo')).toBeDefined()
  await choose(aFile('image/png', 3))
  expect((await screen.findByAltText('Preview of logo')).getAttribute('src')).toBe('data:image/png;base64,AAAA')
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockResolvedValue(new Response(JSON.stringify({ ...team, logo: '/api/x' })))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Upload logo' })))
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: JSON.stringify({ picture: 'AAAA' }) })
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith({ ...team, logo: '/api/x' }), { timeout: 10_000 })
})

test.each([
  ['image/svg+xml', 12, 'Choose a PNG, JPEG or WebP picture'],
  ['image/png', largestPicture_bytes + 1, /This picture is 2.0 MB/],
])('%s of %d bytes is not sent', async (type, bytes, words) => {
  await show()
  await choose(aFile(type, bytes))
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.queryByRole('button', { name: 'Upload logo' })).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('a refusal is shown, and the chosen picture stays', async () => {
  await show()
  await choose(aFile('image/png', 3))
  const problems = [{ field: 'picture', problem: 'is damaged: it cannot be read to its end' }]
  fetched.mockResolvedValue(
    new Response(JSON.stringify({ error: 'The request is not valid', code: 'invalid_request', problems }), { status: 400 }),
  )
  const upload = await screen.findByRole('button', { name: 'Upload logo' })
  await act(async () => fireEvent.click(upload))
  expect(await screen.findByText(/is damaged/)).toBeDefined()
  expect(screen.getByAltText('Preview of logo')).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
})

test('a logo can be removed', async () => {
  await show('/api/events/4/teams/1/logo?hash=a')
  fetched.mockResolvedValue(new Response(JSON.stringify(team)))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove logo' })))
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'DELETE' })
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(team), { timeout: 10_000 })
})
