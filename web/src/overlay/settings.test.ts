import { maxDelay_seconds } from '@muster/contract/broadcast'
import { expect, test } from 'vitest'
import { readSettings, type Settings, writeAddress } from './settings.ts'

const read = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://muster.test')
  return readSettings(pathname, searchParams)
}

test('an address of an overlay keeps all settings, and leaves out the usual ones', () => {
  const all: Settings = {
    shown: 'h2h',
    event: '4',
    key: 'secret-key_1',
    delay_seconds: 90,
    team_ids: [3, 7],
    scale_percent: 150,
    plate_percent: 100,
    moves: false,
    is_preview: true,
  }
  expect(read(writeAddress('https://muster.test', all))).toEqual(all)
  const usual = { ...all, team_ids: [], scale_percent: 100, plate_percent: 92, moves: true, is_preview: false }
  expect(writeAddress('https://muster.test', usual)).toBe('https://muster.test/overlay/h2h?event=4&key=secret-key_1&delay=90')
})

test('numbers outside their bounds are brought inside, other texts are the usual settings', () => {
  expect(read('/overlay/strip?event=x&delay=99999&scale=1&plate=10&teams=1,x,-2,3')).toMatchObject({
    event: 'current',
    delay_seconds: maxDelay_seconds,
    scale_percent: 75,
    plate_percent: 88,
    team_ids: [1, 3],
  })
  expect(read('/overlay/strip?delay=-4&scale=big')).toMatchObject({ delay_seconds: 0, scale_percent: 100, moves: true })
})

test('an overlay shows the sandbox, too', () => {
  expect(read('/overlay/strip?event=sandbox')).toMatchObject({ event: 'sandbox' })
})

test('unknown addresses have no page', () => {
  for (const address of ['/overlay/', '/overlay/other', '/overlay/strip/more', '/embed/strip', '/overlay/__proto__', '/']) {
    expect(read(address)).toBeNull()
  }
})
