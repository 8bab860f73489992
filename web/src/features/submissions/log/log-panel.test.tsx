import type { Event } from '@muster/contract/events'
import type { LogReport } from '@muster/contract/game-log'
import { createLogReader } from '@muster/domain/game-log/log-reader'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../../lib/browser/session.ts'
import { writeStored } from '../../../lib/browser/storage.ts'
import { anEvent, anObjective, aToken, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { LogPanel } from './log-panel.tsx'
import type { LogReply, LogRequest } from './log-worker.ts'
import { useLogFollower } from './use-log-follower.ts'

/** A worker of this window, whose ticks come when the test says so. */
class LocalWorker extends EventTarget {
  static readonly open = new Set<LocalWorker>()
  readonly #read = createLogReader((bytes) => new TextDecoder().decode(bytes))
  constructor() {
    super()
    LocalWorker.open.add(this)
  }
  say(data: LogReply) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  postMessage({ file, filter }: LogRequest) {
    this.#read(file, filter, (share) => this.say({ share })).then(
      (reading) => this.say({ reading }),
      (failure: Error) => this.say({ failure: failure.message, name: failure.name }),
    )
  }
  terminate() {
    LocalWorker.open.delete(this)
  }
}
const tick = () => act(async () => LocalWorker.open.forEach((worker) => worker.say({ tick: true })))

const pad = (part: number) => String(part).padStart(2, '0')
let uptime = 0
function line(ms: number, text: string): string {
  const at = new Date(ms)
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('/')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')
  return `${day} ${time} ${++uptime} 3ef2336d [INFO Client 1] ${text}\r\n`
}
const hour_ms = 3_600_000
const own = line(now_ms - hour_ms, ': Ada (Witch) is now level 40')
const others =
  line(now_ms - hour_ms, ': Bob (Ranger) is now level 41') + line(now_ms - hour_ms, '#Bob: : Ada (Witch) is now level 99')

let isOffline = false
let sent: LogReport[] = []
async function serve(_: unknown, init: RequestInit = {}): Promise<Response> {
  if ((init.method ?? 'GET') === 'GET') return new Promise(() => undefined)
  if (isOffline) throw new TypeError('no network')
  const report = JSON.parse(init.body as string) as LogReport
  sent.push(report)
  return Response.json({ added: report.events.length, submissions: [] }, { status: 201 })
}

const fetched = vi.spyOn(globalThis, 'fetch')
beforeEach(() => {
  isOffline = false
  sent = []
  fetched.mockReset()
  fetched.mockImplementation(serve)
  vi.stubGlobal('Worker', LocalWorker)
  storeToken(aToken(7))
})
afterEach(() => {
  vi.unstubAllGlobals()
  writeStored('gameLog.characters', null)
  storeToken(null)
})

const level = anObjective({
  id: 54,
  name: 'Level 90',
  objective_type: 'PLAYER',
  number_field: 'PLAYER_LEVEL',
  aggregation: 'MAXIMUM',
})
function Shown() {
  const [event, setEvent] = useState(anEvent)
  return (
    <>
      <button onClick={() => setEvent({ ...anEvent, id: 2 as Event['id'] })}>Another event</button>
      <LogPanel {...useLogFollower(event)} />
    </>
  )
}
async function show(objective: ReturnType<typeof anObjective>): Promise<void> {
  seedEvent({ events: [anEvent], own_team_id: 1, tree: aTree(objective) })
  await renderInEvent(<Shown />)
  await act(async () => {})
}
type OpenFile = (resolve: (file: File) => void, reject: (failure: Error) => void) => void
async function dropEntry(file: OpenFile): Promise<void> {
  const entry = { isFile: true, name: 'Client.txt', file }
  const dataTransfer = { items: [{ webkitGetAsEntry: () => entry }], files: [] }
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Chrome/140' })
  await act(async () => void fireEvent.drop(screen.getByText('Drop Client.txt here'), { dataTransfer }))
}
/** Drops a file whose content can grow. */
const startDrop = (read: () => string) => dropEntry((resolve) => resolve(new File([read()], 'Client.txt')))
async function drop(read: () => string): Promise<void> {
  await startDrop(read)
  await screen.findByText('Events of this log')
}
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const events = () => within(screen.getByRole('list', { name: 'Events of this log' }))
const listSent = () =>
  sent.flatMap((report) => report.events.map(({ character, number, timestamp }) => [character, number, timestamp]))

test('nothing is sent before the player ticks a character and presses the button, and then only events of that character', async () => {
  await show(level)
  await drop(() => own + others)
  await tick()
  expect(events().getByText('Bob (Ranger) is now level 41')).toBeTruthy()
  expect(sent).toEqual([])
  await press(/^Ada/)
  expect(sent).toEqual([])
  await press('Send 1 event')
  await vi.waitFor(() => expect(listSent()).toEqual([['Ada', 40, new Date(now_ms - hour_ms).toISOString()]]), { timeout: 10_000 })
  expect(await screen.findByText('1 event sent, 1 line stayed here')).toBeTruthy()
})

test('a line that the game adds is sent as it is written, once, with the time of the server', async () => {
  let log = own
  await show(level)
  await drop(() => log)
  await press(/^Ada/)
  await press('Send 1 event')
  const added = line(Date.now(), ': Ada (Witch) is now level 41')
  log += added.slice(0, 50)
  await tick()
  log += added.slice(50)
  await tick()
  await vi.waitFor(() => expect(listSent().at(-1)).toEqual(['Ada', 41, null]), { timeout: 10_000 })
  await tick()
  expect(listSent()).toHaveLength(2)
})

test('a log that the game writes during the first read is read again with the next tick', async () => {
  await show(level)
  let isWriting = true
  const read = vi.spyOn(File.prototype, 'slice').mockImplementation(function (this: File, from?: number, to?: number) {
    const written = new DOMException('The file has changed', 'NotReadableError')
    const piece = Blob.prototype.slice.call(this, from, to)
    return isWriting ? Object.assign(piece, { arrayBuffer: () => Promise.reject(written) }) : piece
  })
  await startDrop(() => own)
  await tick()
  expect(read).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
  isWriting = false
  await tick()
  expect(await screen.findByText('Ada (Witch) is now level 40')).toBeTruthy()
  read.mockRestore()
})

test('without a connection the events wait on the page', async () => {
  await show(level)
  await drop(() => own)
  await press(/^Ada/)
  isOffline = true
  await press('Send 1 event')
  expect(await screen.findByText('No connection. The events wait on this page and are sent later.')).toBeTruthy()
  expect(events().getByText('to be sent')).toBeTruthy()
})

test.each([
  ['an acceptance', () => Response.json({ added: 1, submissions: [] }, { status: 201 })],
  ['a refusal', () => Response.json({ error: 'The event is over', code: 'event_over' }, { status: 400 })],
  ['a lost connection', () => Promise.reject(new TypeError('no network'))],
])('%s that comes after its file was closed changes nothing for the next file', async (_, answer) => {
  await show(level)
  await drop(() => own)
  await press(/^Ada/)
  const late = Promise.withResolvers<Response>()
  fetched.mockImplementationOnce(() => late.promise)
  await press('Send 1 event')
  await press('Close this file')
  await drop(() => own)
  await press('Send 1 event')
  await act(async () => late.resolve(answer()))
  expect(screen.getByText('0 events sent, 0 lines stayed here')).toBeTruthy()
  expect(screen.queryByText(/^No connection/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await tick()
  expect(await screen.findByText('1 event sent, 0 lines stayed here')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a file that fails to open after it was closed does not start a second read of the next file', async () => {
  await show(level)
  let openFile: OpenFile = (resolve) => resolve(new File([own], 'Client.txt'))
  await dropEntry((...settle) => openFile(...settle))
  await press('Send new events')
  const late = Promise.withResolvers<File>()
  openFile = (resolve, reject) => void late.promise.then(resolve, reject)
  await tick()
  await press('Close this file')
  const opened = vi.fn<OpenFile>()
  await dropEntry(opened)
  await act(async () => late.reject(new DOMException('The file was moved', 'NotFoundError')))
  await tick()
  expect(opened).toHaveBeenCalledTimes(1)
})

test('a file is closed when another event is selected, so that its events go to one event only', async () => {
  await show(level)
  await drop(() => own)
  await press(/^Ada/)
  await press('Another event')
  expect(screen.getByText('Drop Client.txt here')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the choice of characters stays in the browser', async () => {
  await show(level)
  await drop(() => own)
  await press(/^Ada/)
  await press('Close this file')
  await drop(() => own)
  expect(screen.getByRole('button', { name: /^Ada/, pressed: true })).toBeTruthy()
  expect(sent).toEqual([])
})

test('of areas, only the named one leaves the computer', async () => {
  const realm = anObjective({
    id: 55,
    name: 'Enter the realm',
    objective_type: 'PLAYER',
    number_field: 'AREAS_ENTERED',
    aggregation: 'EARLIEST',
    conditions: [{ id: 1, field: 'AREA', operator: 'EQ', value: 'MapWorldsShapersRealm', any_of: null }],
  })
  const enter = (area: string) => line(now_ms - hour_ms, `Generating level 84 area "${area}" with seed 1003492065`)
  await show(realm)
  await drop(() => enter('HideoutSpace') + enter('MapWorldsShapersRealm') + enter('MapWorldsStrand'))
  expect(events().getAllByRole('listitem')).toHaveLength(1)
  await press('Send 1 event')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.stringify(sent)).not.toMatch(/Hideout|Strand|1003492065/)
  expect(sent[0]?.events).toMatchObject([{ kind: 'area', value: 'MapWorldsShapersRealm', number: 84 }])
  expect(await screen.findByText('1 event sent, 2 lines stayed here')).toBeTruthy()
})

test('a log without an objective that asks for it is not read', async () => {
  await show(anObjective({ id: 51, name: 'Find Tulfall' }))
  expect(screen.getByText('No objective is counted from the log')).toBeTruthy()
  expect(screen.queryByText('Drop Client.txt here')).toBeNull()
})
